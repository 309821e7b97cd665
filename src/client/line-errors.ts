import { messageOf, VoiceError } from '../errors.js'

/** What a try threw, as an error with a code. */
export function asVoiceError(error: unknown): VoiceError {
  if (error instanceof VoiceError) return error
  return new VoiceError('connection-failed', messageOf(error), { cause: error })
}

/** No answer in time. */
export const timeoutError = () =>
  new VoiceError(
    'connection-failed',
    'The agent did not answer in time; is the address right, and is the network up?',
  )

/** The line dropped and is not to be taken up again. */
export const lostError = () => new VoiceError('connection-lost', 'The connection to the agent was lost.')

/** All tries failed. */
export const givenUpError = (tries: number) =>
  new VoiceError(
    'connection-lost',
    `The connection to the agent was lost, and ${tries} tries to take it up again failed.`,
  )
