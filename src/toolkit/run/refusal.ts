import { VoiceError } from '../../errors.js'
import type { JsonValue } from '../model/json.js'
import type { ToolResult } from '../model/tool.js'
import { InputProblem } from './input/input-problem.js'

/** A call that was not sent, as a result. */
export function failed(reason: string, content: JsonValue, requestMs = 0): ToolResult {
  return { isError: true, reason, content, requestMs }
}

/** What was thrown while a request was built or sent, as a result. Faults of ours are thrown on. */
export function refusal(error: unknown, requestMs = 0): ToolResult {
  if (error instanceof InputProblem) return failed(error.reason, error.message, requestMs)
  if (error instanceof VoiceError) return failed(error.code, error.message, requestMs)
  throw error
}
