import type { AgentTexts } from '../../languages/agent-texts.js'
import type { SpeechError } from '../model/speech-error.js'

/** Tells the user that a recognizer or synthesizer failed, and what to do instead. */
export function speechFailureSentence(
  error: SpeechError,
  { stage, locale }: { stage: 'stt' | 'tts'; locale: AgentTexts },
): string {
  const { cannotHear, cannotSpeak, why } = locale.speech
  const reason = why[error.failure]
    .replace('{provider}', () => error.provider)
    .replace('{reason}', () => error.message)
  return (stage === 'stt' ? cannotHear : cannotSpeak).replace('{why}', () => reason)
}
