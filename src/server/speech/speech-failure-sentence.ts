import type { Locale } from '../locales/locale.js'
import type { SpeechError } from '../model/speech-error.js'

/** One honest sentence for the user about ears or a voice that failed, and what to do instead. */
export function speechFailureSentence(
  error: SpeechError,
  { stage, locale }: { stage: 'stt' | 'tts'; locale: Locale },
): string {
  const { cannotHear, cannotSpeak, why } = locale.speech
  const reason = why[error.failure]
    .replace('{provider}', () => error.provider)
    .replace('{reason}', () => error.message)
  return (stage === 'stt' ? cannotHear : cannotSpeak).replace('{why}', () => reason)
}
