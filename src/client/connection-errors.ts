import { messageOf, VoiceError, type VoiceErrorCode } from '../errors.js'
import type { ClientError } from './client-events.js'

/** Codes of errors that only the owner of the page can fix. They are logged even without `debug`. */
export const OWNER_ERRORS: readonly string[] = [
  'origin-refused',
  'bad-server-url',
  'worklet-failed',
  'unauthorized',
  'no-api-key',
]

export function asVoiceError(error: unknown): VoiceError {
  if (error instanceof VoiceError) return error
  return new VoiceError('connection-failed', messageOf(error), { cause: error })
}

export const timeoutError = () =>
  new VoiceError('connection-failed', 'The agent did not answer in time; check the address and the network.')

/** The error for a lost connection if reconnecting is disabled. */
export const lostError = () => new VoiceError('connection-lost', 'The connection to the agent was lost.')

export const givenUpError = (tries: number) =>
  new VoiceError('connection-lost', `The connection to the agent was lost; ${tries} attempts failed.`)

/** A server's error as a `VoiceError` with its code, also an unknown one, else its type. */
export function serverError(error: { code?: string | null; type: string; message: string }): ClientError {
  const code = (error.code ?? error.type).replaceAll('_', '-')
  return new VoiceError(code as VoiceErrorCode, error.message)
}
