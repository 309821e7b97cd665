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

/** What a provider said about a request that failed. Nothing in it is secret: keys are masked. */
export interface ProviderFailure {
  /** The provider's text, shortened. */
  message: string
  /** HTTP status, if there was a response. */
  status?: number | undefined
  /** The provider's own code, such as `insufficient_quota` or `model_not_found`. */
  code?: string | undefined
  /** The id under which the provider has logged the request. */
  requestId?: string | undefined
  /** How long the provider asks to wait before the next request, in milliseconds. */
  retryAfterMs?: number | undefined
  /** Whether the same request may succeed later. @default by `failure`: false for `unauthorized` and `rejected` */
  retryable?: boolean | undefined
}

const LASTING: ReadonlySet<ModelFailure> = new Set<ModelFailure>(['unauthorized', 'rejected'])

/**
 * The error of a language model that has failed. The conversation then tries the request again, or the next model of
 * its list. If no model is left, the agent tells the user in one sentence.
 */
export class ModelError extends Error implements ProviderFailure {
  override readonly name = 'ModelError' as const
  readonly failure: ModelFailure
  /** The provider string of the model that failed. */
  readonly model: string
  readonly status: number | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean

  constructor(
    failure: ModelFailure,
    { model, message, cause, ...details }: ProviderFailure & { model: string; cause?: unknown },
  ) {
    super(message, { cause })
    this.failure = failure
    this.model = model
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfterMs = details.retryAfterMs
    this.retryable = details.retryable ?? !LASTING.has(failure)
  }
}
