import type { Credentials } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { resolveSpeech } from '../../server/resolve-speech.js'
import { type CheckResult, failed, note, ok } from './check.js'
import type { SpeechTimes } from './first-sound.js'
import { tryEars, tryVoice } from './speech-trial.js'

/** How the agent of this folder would hear and speak. */
export interface SpeechSettings {
  stt: string | null
  tts: string | null
  credentials: Credentials
}

const SENTENCE = 'List the pets.'

/** Says a sentence with the voice, lets the ears hear it, and tells the time of each stage, once everything is loaded. */
export async function checkSpeech({
  stt,
  tts,
  credentials,
}: SpeechSettings): Promise<{ checks: CheckResult[]; times?: SpeechTimes }> {
  if (stt === null && tts === null)
    return {
      checks: [note('speech', 'off: clients open in text', '--stt and --tts of this command try engines')],
    }
  let engines: { stt: SpeechToText | null; tts: TextToSpeech | null }
  try {
    const { description } = new AgentSession({ stt, tts, credentials })
    engines = resolveSpeech(description)
  } catch (error) {
    return {
      checks: [failed('speech', messageOf(error), 'docs/voice.md lists the engines and what each needs')],
    }
  }
  const voice = engines.tts ? await checkVoice(engines.tts) : undefined
  const ears = engines.stt ? await checkEars(engines.stt, voice?.samples) : undefined
  const checks = [voice, ears].flatMap((one) => (one ? [one.check] : []))
  if (voice?.soundMs === undefined || ears?.wordsMs === undefined) return { checks }
  const names = { ears: engines.stt!.name, voice: engines.tts!.name }
  return { checks, times: { ...names, wordsMs: ears.wordsMs, soundMs: voice.soundMs } }
}

async function checkVoice(
  tts: TextToSpeech,
): Promise<{ check: CheckResult; samples?: Int16Array; soundMs?: number }> {
  const name = 'voice'
  try {
    // The first time loads what there is to load.
    await tryVoice(tts, SENTENCE)
    const { firstMs, samples } = await tryVoice(tts, SENTENCE)
    const check = ok(name, `${tts.name}: first sound after ${Math.round(firstMs)} ms`)
    return { check, samples, soundMs: firstMs }
  } catch (error) {
    return { check: failed(name, `${tts.name}: ${messageOf(error)}`, adviceFor('TTS')) }
  }
}

async function checkEars(
  stt: SpeechToText,
  samples: Int16Array | undefined,
): Promise<{ check: CheckResult; wordsMs?: number }> {
  const name = 'ears'
  const advice = 'they need a voice to hear: add --tts exec/flite'
  if (!samples) return { check: note(name, `${stt.name}: not tried`, advice) }
  try {
    await tryEars(stt, samples)
    const { wordsMs, words } = await tryEars(stt, samples)
    const heard = `heard "${words}" for "${SENTENCE}" in ${Math.round(wordsMs)} ms`
    return { check: ok(name, `${stt.name}: ${heard}`), wordsMs }
  } catch (error) {
    return { check: failed(name, `${stt.name}: ${messageOf(error)}`, adviceFor('STT')) }
  }
}

const adviceFor = (kind: string) => `check ${kind}_API_KEY and ${kind}_BASE_URL, or name another engine`
