import { VoiceError } from '../../errors.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import { explainFault, type ModelFault } from '../model/model-error.js'

/** A client event that cannot be performed. The client gets an `error` event; the session stays open. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError' as const
  readonly code: string
  readonly param: string | null

  constructor(code: string, message: string, param: string | null = null) {
    super(message)
    this.code = code
    this.param = param
  }
}

export const INVALID_VALUE = 'invalid_value'

export function mustBe(param: string, want: string): ProtocolError {
  return new ProtocolError(INVALID_VALUE, `"${param}" must be ${want}.`, param)
}

/** Whether the message of an error is written for clients, so that it may be sent to them. */
export function isExplained(error: unknown): error is ProtocolError | VoiceError {
  return error instanceof ProtocolError || error instanceof VoiceError
}

/** The `error` event for a language model that failed. It has what the provider said, so locked sessions do not get it. */
export function modelErrorEvent(fault: ModelFault): UnnumberedEvent {
  const { status, code, requestId } = fault
  return {
    type: 'error',
    error: {
      type: 'server_error',
      code: 'model_error',
      message: explainFault(fault),
      param: null,
      event_id: null,
      ...(status !== undefined && { status }),
      ...(code !== undefined && { provider_code: code }),
      ...(requestId !== undefined && { request_id: requestId }),
    },
  }
}

/** The `error` event for a failed client event. It contains no details of internal errors. */
export function errorEvent(error: unknown, eventId: string | null): UnnumberedEvent {
  const isKnown = isExplained(error)
  return {
    type: 'error',
    error: {
      type: isKnown ? 'invalid_request_error' : 'server_error',
      code: isKnown ? error.code.replaceAll('-', '_') : 'internal',
      message: isKnown ? error.message : 'The server failed at this. Its log says why.',
      param: error instanceof ProtocolError ? error.param : null,
      event_id: eventId,
    },
  }
}
