import { VoiceError } from '../../errors.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import { ProtocolError } from './protocol-error.js'

/** Whether an error is one that its message explains to a client. */
export function isExplained(error: unknown): error is ProtocolError | VoiceError {
  return error instanceof ProtocolError || error instanceof VoiceError
}

/** What a client is told about its event that could not be followed: no detail of what broke in here. */
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
