import { isTooDeep, MAX_NESTING } from '../protocol/nesting.js'
import type { ToolResult } from './model/tool.js'

/** The result, or an error if it is nested too deeply: functions of the program may return an object that contains itself. */
export function boundedResult(result: ToolResult): ToolResult {
  if (!isTooDeep(result.content)) return result
  return {
    isError: true,
    reason: 'bad-answer',
    content: `The answer of the tool is nested more than ${MAX_NESTING} levels deep and was left out. The call may have taken effect.`,
    requestMs: result.requestMs,
  }
}
