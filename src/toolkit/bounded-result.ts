import { isTooDeep, MAX_NESTING } from '../protocol/nesting.js'
import type { ToolResult } from './model/tool.js'

/**
 * A result as it came, or an error in its place where its content is nested deeper than any reader of it can walk: a program may answer a call
 * with whatever it has, even with a value that holds itself.
 */
export function boundedResult(result: ToolResult): ToolResult {
  if (!isTooDeep(result.content)) return result
  return {
    isError: true,
    reason: 'bad-answer',
    content: `The answer of the tool is nested more than ${MAX_NESTING} levels deep and was left out. The call may have taken effect.`,
    requestMs: result.requestMs,
  }
}
