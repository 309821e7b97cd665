import type { RealtimeResponse } from '../protocol/events.js'

/** A failure: its sentence and its code. */
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

/** Codes that the failure of speech recognition keeps without the prefix `speech-`. */
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
 * The failure of a response; `undefined` without a failure. If the server sent no sentence about the failure, the code
 * is used as the sentence. But if the response contains a message, the message reports the failure, and the sentence is
 * `null`.
 */
export function viewErrorOfResponse({ status_details, output }: RealtimeResponse): ViewError | undefined {
  const failure: Told | undefined = status_details?.error
  if (!failure) return undefined
  const saysSo = output?.some(({ type }) => type === 'message') ?? false
  const errorCode = codeOf(failure)
  return { error: failure.message ?? (saysSo ? null : errorCode), errorCode }
}

/** The code of an error, else its type, with hyphens like the codes of the client. */
function codeOf({ code, type }: Told): string | null {
  return (code ?? type)?.replaceAll('_', '-') ?? null
}
