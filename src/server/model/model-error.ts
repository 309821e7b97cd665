/**
 * Why a request to a language model failed.
 * - `no-credit`: the account has no money or no quota left.
 * - `unknown-model`: the provider has no model of this name.
 * - `too-long`: the conversation is longer than the model can read.
 * - `bad-answer`: the answer cannot be read.
 * - `no-answer`: the answer is empty.
 * - `cut`: the stream of the answer broke off.
 */
export type ModelFailure =
  | 'unauthorized'
  | 'no-credit'
  | 'unknown-model'
  | 'rate-limited'
  | 'unavailable'
  | 'unreachable'
  | 'rejected'
  | 'too-long'
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
  /** Whether the same request may succeed soon. @default by `failure` */
  retryable?: boolean | undefined
}

const LASTING: ReadonlySet<ModelFailure> = new Set<ModelFailure>([
  'unauthorized',
  'no-credit',
  'unknown-model',
  'rejected',
  'too-long',
])

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

/** A failure of a language model as data, for logs, events and recordings. */
export type ModelFault = ProviderFailure & { model: string; failure: ModelFailure }

export function modelFault(error: ModelError): ModelFault {
  const { model, failure, status, code, requestId, retryAfterMs, retryable, message } = error
  return { model, failure, status, code, requestId, retryAfterMs, retryable, message }
}

/** What the operator can do about each failure. */
const ADVICE: Record<ModelFailure, string> = {
  unauthorized: "Check the key: LLM_API_KEY, or the provider's own variable.",
  'no-credit': 'Pay or raise the quota at the provider, or name another model with --llm.',
  'unknown-model': "Check the model's name in --llm, and whether the key may use it.",
  'rate-limited': 'Wait, ask the provider for a higher limit, or name a second model: --llm FIRST,SECOND.',
  unavailable: 'Try again later, or name a second model: --llm FIRST,SECOND.',
  unreachable: 'Check the network, a proxy and LLM_BASE_URL.',
  rejected: 'The text of the provider says what to change: a tool, a setting or the model.',
  'too-long': 'Offer fewer tools (--tools search), or use a model with a longer context.',
  timeout: 'Try again later, or name a faster or a second model: --llm FIRST,SECOND.',
  'bad-answer': 'Check that LLM_BASE_URL is the address of an OpenAI-compatible server.',
  'no-answer': 'Try again, or use another model.',
  cut: 'Try again. If it happens often, check the network and proxies on the way.',
}

/** What the operator can do about a failure, in a sentence. */
export const adviceFor = (failure: ModelFailure): string => ADVICE[failure]

/** A failure in sentences for operators: what happened, what the provider said, what to do. */
export function explainFault(fault: ModelFault): string {
  return `${describeFault(fault)} ${ADVICE[fault.failure]}`
}

/** What happened and what the provider said. */
export function describeFault({ model, failure, status, code, requestId, message }: ModelFault): string {
  const facts = [status && `HTTP ${status}`, code, requestId && `request ${requestId}`].filter(Boolean)
  const about = facts.length > 0 ? ` (${facts.join(', ')})` : ''
  const said = /[.!?]$/.test(message) ? message : `${message}.`
  return `The language model ${model} failed: ${failure}${about}. ${said}`
}
