import { credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { ENERGY } from '../../server/providers/speech/energy-vad.js'
import { pulledSpeech } from '../../server/providers/speech/models/pulled-speech.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/store.js'
import { missingDependency } from '../../server/providers/speech/silero-vad.js'
import { resolveVad } from '../../server/providers/speech/speech-registry.js'
import { resolveTurnDetector } from '../../server/resolve-turn-detector.js'
import { AGENT_SETTINGS } from '../settings/agent-settings.js'

/**
 * The speech engines of an agent. `stt` is `null` if the agent does not recognize speech; `vad` and `turnDetection` are
 * then `null` too. `tts` is `null` if the agent does not speak.
 */
export interface SpeechChoice {
  /** The recognizers, in the order in which they are tried. */
  stt: string[] | null
  /** The synthesizers, in the order in which they are tried. */
  tts: string[] | null
  vad: string | null
  turnDetection: string | null
  /** Notices for the user about the choice of engines. */
  notices: string[]
}

/** The speech settings from flags or configuration. */
export interface RequestedSpeech {
  stt?: string[] | undefined
  tts?: string[] | undefined
  vad?: string | undefined
  turnDetection?: string | undefined
}

/**
 * The default recognizer of `serve`. If STT_API_KEY or STT_BASE_URL is set, this is the recognizer of OpenAI.
 * Otherwise, it is the recognizer that `voice models pull speech` has downloaded. Null if no recognizer was downloaded.
 */
export function defaultRecognizer(env: NodeJS.ProcessEnv): string | null {
  if (env.STT_API_KEY || env.STT_BASE_URL) return 'openai/gpt-transcribe:en'
  return pulledSpeech(env.VOICE_MODELS_DIR || defaultModelsDirectory()).stt ?? null
}

/** The default voice of `serve`: the one that `voice models pull speech` has downloaded. Null if there is none. */
export function defaultVoice(env: NodeJS.ProcessEnv): string | null {
  return pulledSpeech(env.VOICE_MODELS_DIR || defaultModelsDirectory()).tts ?? null
}

/**
 * Chooses recognizer, synthesizer, voice activity detection and turn detection from the settings and the environment.
 * Throws `unknown-provider` for an unknown voice activity detection or turn detection, even if speech recognition is
 * off. Throws `not-installed` if a requested voice activity detection cannot run.
 */
export async function chooseSpeech(
  requested: RequestedSpeech,
  env: NodeJS.ProcessEnv,
): Promise<SpeechChoice> {
  refuseUnknown(requested)
  const stt = requested.stt ?? listOf(defaultRecognizer(env))
  const tts = requested.tts ?? listOf(defaultVoice(env))
  if (stt === null) return { stt, tts, vad: null, turnDetection: null, notices: [] }
  const wanted = requested.vad ?? AGENT_SETTINGS.vad.default
  const missing = wanted === ENERGY || !/^silero\/v[56]$/.test(wanted) ? undefined : await missingFor(wanted)
  if (missing !== undefined && requested.vad !== undefined)
    throw new VoiceError('not-installed', `${missing}.`)
  return {
    stt,
    tts,
    vad: missing === undefined ? wanted : ENERGY,
    turnDetection: requested.turnDetection ?? AGENT_SETTINGS.turnDetection.default,
    notices: missing === undefined ? [] : [`Voices are told from noise by ${ENERGY}: ${missing}.`],
  }
}

const listOf = (name: string | null) => (name === null ? null : [name])

function refuseUnknown({ vad, turnDetection }: RequestedSpeech): void {
  if (vad !== undefined) resolveVad(vad, credentialsFromEnv())
  if (turnDetection !== undefined) resolveTurnDetector(turnDetection, { credentials: credentialsFromEnv() })
}

const modelsDirectory = () => credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()

function missingFor(name: string): Promise<string | undefined> {
  return missingDependency({ name, directory: modelsDirectory() })
}
