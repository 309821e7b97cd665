import { VoiceError } from '../../errors.js'
import type { JsonValue } from '../model/json.js'
import type { ToolFailure } from '../model/tool.js'
import { InputProblem } from './input/input-problem.js'

/** The reason of a call that was not sent, because its request does more than anybody agreed to. */
export const NOT_APPROVED = 'not-approved'

/** The result of a call that failed or was not sent. */
export function failed(reason: string, content: JsonValue, requestMs = 0): ToolFailure {
  return { isError: true, reason, content, requestMs }
}

/**
 * Converts an error of building or sending a request to a result. Throws any other error again, because it is a bug.
 */
export function refusal(error: unknown, requestMs = 0): ToolFailure {
  if (error instanceof InputProblem) {
    const result = failed(error.reason, error.message, requestMs)
    const { missingSettings } = error
    return missingSettings.length > 0 ? { ...result, missingSettings: [...missingSettings] } : result
  }
  if (error instanceof VoiceError) return failed(error.code, error.message, requestMs)
  throw error
}
