import type { RealtimeResponse } from '../protocol/events.js'

/** What went wrong: the sentence there is, and the code behind it. */
export interface Trouble {
  error: string | null
  errorCode: string | null
}

interface Told {
  message?: string
  code?: string | null
  type?: string
}

/** Why an event could not be followed. */
export function troubleOfEvent(error: Told): Trouble {
  return { error: error.message ?? null, errorCode: codeOf(error) }
}

/** These say by themselves that it was about speech. */
const ABOUT_SPEECH: readonly (string | null)[] = ['no-speech-to-text', 'server-stopped']

/** Why speech was not understood. Its codes are those of any provider, so they are told apart: `speech-timeout`; `speech-failed` without one. */
export function troubleOfSpeech(error: Told): Trouble {
  const code = codeOf(error)
  return {
    ...troubleOfEvent(error),
    errorCode: ABOUT_SPEECH.includes(code) ? code : `speech-${code ?? 'failed'}`,
  }
}

/** Why a response failed; `undefined` where it did not. One that says so in its own words needs no sentence beside them. */
export function troubleOfResponse({ status_details, output }: RealtimeResponse): Trouble | undefined {
  const failure: Told | undefined = status_details?.error
  if (!failure) return undefined
  const saysSo = output?.some(({ type }) => type === 'message') ?? false
  const errorCode = codeOf(failure)
  return { error: failure.message ?? (saysSo ? null : errorCode), errorCode }
}

/** Codes are written with hyphens here, as those of the client are. */
function codeOf({ code, type }: Told): string | null {
  return (code ?? type)?.replaceAll('_', '-') ?? null
}
