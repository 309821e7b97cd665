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

/** A failure of recognition. Its code gets a prefix, `speech-timeout`, apart from those of language models. */
export function viewErrorOfSpeech(error: Told): ViewError {
  const code = codeOf(error)
  return {
    ...viewErrorOfEvent(error),
    errorCode: ABOUT_SPEECH.includes(code) ? code : `speech-${code ?? 'failed'}`,
  }
}

/** The failure of a response; `undefined` without one. `error` is its sentence, null if a message says it, else its code. */
export function viewErrorOfResponse({ status_details, output }: RealtimeResponse): ViewError | undefined {
  const failure: Told | undefined = status_details?.error
  if (!failure) return undefined
  const saysSo = output?.some(({ type }) => type === 'message') ?? false
  const errorCode = codeOf(failure)
  return { error: failure.message ?? (saysSo ? null : errorCode), errorCode }
}

/** The code or type of an error with hyphens; `null` without both. */
function codeOf({ code, type }: Told): string | null {
  return (code ?? type)?.replaceAll('_', '-') ?? null
}
