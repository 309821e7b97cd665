import type { RealtimeResponse } from '../protocol/events.js'

export interface ViewError {
  error: string | null
  errorCode: string | null
}

interface Told {
  message?: string
  code?: string | null
  type?: string
}

export function viewErrorOfEvent(error: Told): ViewError {
  return { error: error.message ?? null, errorCode: codeOf(error) }
}

/** Error codes of speech recognition to which {@link viewErrorOfSpeech} adds no prefix. */
const ABOUT_SPEECH: readonly (string | null)[] = ['no-speech-to-text', 'server-stopped']

/**
 * The failure of speech recognition. Language models fail with the same codes, so the code gets a prefix: `timeout`
 * becomes `speech-timeout`. Without a code, it is `speech-failed`.
 */
export function viewErrorOfSpeech(error: Told): ViewError {
  const code = codeOf(error)
  return {
    ...viewErrorOfEvent(error),
    errorCode: ABOUT_SPEECH.includes(code) ? code : `speech-${code ?? 'failed'}`,
  }
}

/**
 * Returns the failure of a response; `undefined` if the response did not fail. `error` is the sentence of the server
 * about the failure. If there is no such sentence, `error` is `null` if the response contains a message, because this
 * message reports the failure. Otherwise, `error` is the code.
 */
export function viewErrorOfResponse({ status_details, output }: RealtimeResponse): ViewError | undefined {
  const failure: Told | undefined = status_details?.error
  if (!failure) return undefined
  const saysSo = output?.some(({ type }) => type === 'message') ?? false
  const errorCode = codeOf(failure)
  return { error: failure.message ?? (saysSo ? null : errorCode), errorCode }
}

/**
 * Returns the code of an error or, if it has no code, its type. Underscores become hyphens, as in the codes of the
 * client. `null` if the error has neither a code nor a type.
 */
function codeOf({ code, type }: Told): string | null {
  return (code ?? type)?.replaceAll('_', '-') ?? null
}
