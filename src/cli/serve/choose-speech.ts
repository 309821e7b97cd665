import { credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { ENERGY } from '../../server/providers/speech/energy-vad.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/store.js'
import { whatIsMissing } from '../../server/providers/speech/silero-vad.js'
import type { ServeFlags } from './flags.js'

/** How the agent of `serve` hears and speaks; `null` for what is off. */
export interface SpeechChoice {
  stt: string | null
  tts: string | null
  vad: string | null
  turnDetection: string | null
  /** What the user should know about the choice. */
  notices: string[]
}

const DEFAULT_VAD = 'silero/v5'
const DEFAULT_TURN_DETECTION = 'semantic/v1'

/** The recognizer `serve` uses unless it is told. */
export function defaultRecognizer(env: NodeJS.ProcessEnv): string | null {
  return env.STT_API_KEY || env.STT_BASE_URL ? 'openai/gpt-4o-mini-transcribe:en' : null
}

/**
 * What the flags and the environment say about speech. Throws `unknown-provider` for a detection that there is none of, also where
 * nothing is heard, and `not-installed` when a voice detection that was asked for cannot run.
 */
export async function chooseSpeech(flags: ServeFlags, env: NodeJS.ProcessEnv): Promise<SpeechChoice> {
  await refuseUnknown(flags)
  const stt = flags.stt ?? defaultRecognizer(env)
  const tts = flags.tts ?? null
  if (stt === null) return { stt, tts, vad: null, turnDetection: null, notices: [] }
  const wanted = flags.vad ?? DEFAULT_VAD
  const missing = wanted === ENERGY || !/^silero\/v[56]$/.test(wanted) ? undefined : await missingFor(wanted)
  if (missing !== undefined && flags.vad !== undefined) throw new VoiceError('not-installed', `${missing}.`)
  return {
    stt,
    tts,
    vad: missing === undefined ? wanted : ENERGY,
    turnDetection: flags.turnDetection ?? DEFAULT_TURN_DETECTION,
    notices: missing === undefined ? [] : [`Voices are told from noise by ${ENERGY}: ${missing}.`],
  }
}

async function refuseUnknown({ vad, turnDetection }: ServeFlags): Promise<void> {
  if (vad !== undefined) {
    const { resolveVad } = await import('../../server/providers/speech/speech-registry.js')
    resolveVad(vad, credentialsFromEnv())
  }
  if (turnDetection !== undefined) {
    const { findTurnDetector } = await import('../../server/speech/turns/find-turn-detector.js')
    findTurnDetector(turnDetection)
  }
}

function missingFor(name: string): Promise<string | undefined> {
  return whatIsMissing({ name, directory: credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory() })
}
