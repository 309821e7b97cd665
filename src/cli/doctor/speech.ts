import type { Credentials } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { AgentSession } from '../../server/agent/agent-session.js'
import type { SpeechToText } from '../../server/model/speech-to-text.js'
import type { TextToSpeech } from '../../server/model/text-to-speech.js'
import { resolveSpeech } from '../../server/resolve-speech.js'
import { type CheckResult, failed, note, ok } from './check.js'
import { tryEars, tryVoice } from './speech-trial.js'

/** How the agent of this folder would hear and speak. */
export interface SpeechSettings {
  stt: string | null
  tts: string | null
  credentials: Credentials
}

const SENTENCE = 'List the pets.'

/** Says a sentence with the voice, lets the ears hear it, and tells the time of each stage. */
export async function checkSpeech({ stt, tts, credentials }: SpeechSettings): Promise<CheckResult[]> {
  if (stt === null && tts === null)
    return [note('speech', 'off: clients open in text', '--stt and --tts of this command try engines')]
  let engines: { stt: SpeechToText | null; tts: TextToSpeech | null }
  try {
    const { description } = new AgentSession({ stt, tts, credentials })
    engines = resolveSpeech(description)
  } catch (error) {
    return [failed('speech', messageOf(error), 'docs/voice.md lists the engines and what each needs')]
  }
  const { check, samples } = engines.tts ? await checkVoice(engines.tts) : silent()
  return [...(check ? [check] : []), ...(engines.stt ? [await checkEars(engines.stt, samples)] : [])]
}

interface Said {
  check: CheckResult | undefined
  samples: Int16Array | undefined
}

const silent = (): Said => ({ check: undefined, samples: undefined })

async function checkVoice(tts: TextToSpeech): Promise<Said> {
  const name = 'voice'
  try {
    const { firstMs, samples } = await tryVoice(tts, SENTENCE)
    return { check: ok(name, `${tts.name}: first sound after ${Math.round(firstMs)} ms`), samples }
  } catch (error) {
    return { check: failed(name, `${tts.name}: ${messageOf(error)}`, adviceFor('TTS')), samples: undefined }
  }
}

async function checkEars(stt: SpeechToText, samples: Int16Array | undefined): Promise<CheckResult> {
  const name = 'ears'
  if (!samples) return note(name, `${stt.name}: not tried`, 'they need a voice to hear: add --tts exec/flite')
  try {
    const { wordsMs, words } = await tryEars(stt, samples)
    return ok(name, `${stt.name}: heard "${words}" for "${SENTENCE}" in ${Math.round(wordsMs)} ms`)
  } catch (error) {
    return failed(name, `${stt.name}: ${messageOf(error)}`, adviceFor('STT'))
  }
}

const adviceFor = (kind: string) => `check ${kind}_API_KEY and ${kind}_BASE_URL, or name another engine`
