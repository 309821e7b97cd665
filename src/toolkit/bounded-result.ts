import { isTooDeep, MAX_NESTING } from '../protocol/nesting.js'
import type { ToolResult } from './model/tool.js'

/**
 * Returns the result of a tool unchanged, or an error if its content is nested too deeply. A tool that is a function of
 * the program may return any value, even an object that contains itself. Code that walks such an object would not end.
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
