import type { Credentials } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { resolveSpeech } from '../../server/resolve-speech.js'
import { WORDS_WITHIN_MS } from '../../server/speech/input/endpoint-timer.js'
import { type CheckResult, failed, note, ok } from './check.js'
import { checkRecognizer, checkSynthesizer } from './check-speech-engines.js'
import type { FirstSoundTimes } from './first-sound.js'

export interface SpeechSettings {
  stt: string | null
  tts: string | null
  credentials: Credentials
}

const SENTENCE = 'List the pets.'

/**
 * Synthesizes a sentence, transcribes the audio, and reports the latency of both. Each engine runs once before, so that
 * the time to load its model is not measured.
 */
export async function checkSpeech({
  stt,
  tts,
  credentials,
}: SpeechSettings): Promise<{ checks: CheckResult[]; times?: FirstSoundTimes }> {
  if (stt === null && tts === null) {
    const advice = '--stt and --tts of this command try engines'
    return { checks: [note('speech', 'off: clients open in text', advice)] }
  }
  let engines: ReturnType<typeof resolveSpeech>
  try {
    engines = resolveSpeech(new AgentSession({ stt, tts, credentials }).description)
  } catch (error) {
    const advice = 'docs/voice.md lists the engines and what each needs'
    return { checks: [failed('speech', messageOf(error), advice)] }
  }
  const voice = engines.tts ? await synthesizerResult(engines.tts) : undefined
  const recognizer = engines.stt ? await recognizerResult(engines.stt, voice?.samples) : undefined
  const checks = [voice, recognizer].flatMap((one) => (one ? [one.check] : []))
  if (voice?.soundMs === undefined || recognizer?.wordsMs === undefined) return { checks }
  const names = { recognizer: engines.stt!.name, voice: engines.tts!.name }
  return { checks, times: { ...names, wordsMs: recognizer.wordsMs, soundMs: voice.soundMs } }
}

async function synthesizerResult(
  tts: TextToSpeech,
): Promise<{ check: CheckResult; samples?: Int16Array; soundMs?: number }> {
  const name = 'voice'
  try {
    // The first run loads the models.
    await checkSynthesizer(tts, SENTENCE)
    const { firstMs, samples } = await checkSynthesizer(tts, SENTENCE)
    const check = ok(name, `${tts.name}: first sound after ${Math.round(firstMs)} ms`)
    return { check, samples, soundMs: firstMs }
  } catch (error) {
    return { check: failed(name, `${tts.name}: ${messageOf(error)}`, adviceFor('TTS')) }
  }
}

async function recognizerResult(
  stt: SpeechToText,
  samples: Int16Array | undefined,
): Promise<{ check: CheckResult; wordsMs?: number }> {
  const name = 'recognizer'
  const advice = 'they need a voice to hear: add --tts exec/flite'
  if (!samples) return { check: note(name, `${stt.name}: not tried`, advice) }
  try {
    await checkRecognizer(stt, samples)
    const { wordsMs, words } = await checkRecognizer(stt, samples)
    if (words === '')
      return { check: failed(name, `${stt.name}: heard nothing of "${SENTENCE}"`, HEARD_NOTHING) }
    const heard = `${stt.name}: heard "${words}" for "${SENTENCE}" in ${Math.round(wordsMs)} ms`
    const isSlow = wordsMs > WORDS_WITHIN_MS
    return { check: isSlow ? note(name, `${heard}, which is slow`, SLOW) : ok(name, heard), wordsMs }
  } catch (error) {
    return { check: failed(name, `${stt.name}: ${messageOf(error)}`, adviceFor('STT')) }
  }
}

const SLOW = `turns end late: they wait for words that take more than ${WORDS_WITHIN_MS} ms. Try a smaller model or another recognizer`
const HEARD_NOTHING = 'try another voice with --tts, another language or another recognizer'

const adviceFor = (kind: string) => `check ${kind}_API_KEY and ${kind}_BASE_URL, or name another engine`
