import { VoiceError } from '../../errors.js'
import type { JsonValue } from '../model/json.js'
import type { ToolFailure } from '../model/tool.js'

/** The reason of a call that was not sent, because its request does more than anybody agreed to. */
export const NOT_APPROVED = 'not-approved'

/** The result of a call that failed or was not sent. */
export function failed(reason: string, content: JsonValue, requestMs = 0): ToolFailure {
  return { isError: true, reason, content, requestMs }
}

/** Converts an error of building or sending a request to a result. Throws any other error again: it is a bug. */
export function refusal(error: unknown, requestMs = 0): ToolFailure {
  if (error instanceof InputProblem) {
    const result = failed(error.reason, error.message, requestMs)
    const { missingSettings } = error
    return missingSettings.length > 0 ? { ...result, missingSettings: [...missingSettings] } : result
  }
  if (error instanceof VoiceError) return failed(error.code, error.message, requestMs)
  throw error
}

/** A problem with the input of a call. The message tells the model what to do. */
export class InputProblem extends Error {
  override readonly name = 'InputProblem' as const
  readonly reason: string
  readonly missingSettings: readonly string[]

  constructor(message: string, reason = 'invalid-input', missingSettings: readonly string[] = []) {
    super(message)
    this.reason = reason
    this.missingSettings = missingSettings
  }
}
