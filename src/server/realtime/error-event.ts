import { VoiceError } from '../../errors.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import { ProtocolError } from './protocol-error.js'

/** Whether the message of an error may be sent to a client. */
export function isExplained(error: unknown): error is ProtocolError | VoiceError {
  return error instanceof ProtocolError || error instanceof VoiceError
}

/** The `error` event for a failed client event; it contains no internal details. */
export function errorEvent(error: unknown, eventId: string | null): UnnumberedEvent {
  const isKnown = isExplained(error)
  return {
    type: 'error',
    error: {
      type: isKnown ? 'invalid_request_error' : 'server_error',
      code: isKnown ? error.code.replaceAll('-', '_') : 'internal',
      message: isKnown ? error.message : 'The server could not follow this event.',
      param: error instanceof ProtocolError ? error.param : null,
      event_id: eventId,
    },
  }
}
