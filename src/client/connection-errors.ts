import { messageOf, VoiceError, type VoiceErrorCode } from '../errors.js'
import type { ClientError } from './client-events.js'

export function asVoiceError(error: unknown): VoiceError {
  if (error instanceof VoiceError) return error
  return new VoiceError('connection-failed', messageOf(error), { cause: error })
}

export const timeoutError = () =>
  new VoiceError(
    'connection-failed',
    'The agent did not answer in time; is the address right, and is the network up?',
  )

/** The connection was lost, and reconnecting is disabled. */
export const lostError = () => new VoiceError('connection-lost', 'The connection to the agent was lost.')

export const givenUpError = (tries: number) =>
  new VoiceError(
    'connection-lost',
    `The connection to the agent was lost, and ${tries} tries to take it up again failed.`,
  )

/** An error event of the server as a `VoiceError`. An unknown code is kept. */
export function serverError(error: { code?: string | null; type: string; message: string }): ClientError {
  const code = (error.code ?? error.type).replaceAll('_', '-')
  return new VoiceError(code as VoiceErrorCode, error.message)
}
