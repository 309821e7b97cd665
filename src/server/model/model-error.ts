/**
 * Why a request to a language model failed.
 * - `bad-answer`: the answer cannot be read.
 * - `no-answer`: the answer is empty.
 * - `cut`: the stream of the answer broke off.
 */
export type ModelFailure =
  | 'unauthorized'
  | 'rate-limited'
  | 'unavailable'
  | 'unreachable'
  | 'rejected'
  | 'timeout'
  | 'bad-answer'
  | 'no-answer'
  | 'cut'

/**
 * The error of a language model that has failed. The conversation then tries the next model of its list. If no model is
 * left, the agent tells the user in one sentence.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError' as const
  readonly failure: ModelFailure
  /** The provider string of the model that failed. */
  readonly model: string
  /** HTTP status, if there was a response. */
  readonly status: number | undefined

  constructor(
    failure: ModelFailure,
    details: { model: string; message: string; status?: number; cause?: unknown },
  ) {
    super(details.message, { cause: details.cause })
    this.failure = failure
    this.model = details.model
    this.status = details.status
  }
}
