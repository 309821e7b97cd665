import { credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { ENERGY } from '../../server/providers/speech/energy-vad.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/store.js'
import { whatIsMissing } from '../../server/providers/speech/silero-vad.js'

/** How the agent of `serve` hears and speaks; `null` for what is off. */
export interface SpeechChoice {
  /** Tried in order. */
  stt: string[] | null
  /** Tried in order. */
  tts: string[] | null
  vad: string | null
  turnDetection: string | null
  /** What the user should know about the choice. */
  notices: string[]
}

/** What flags or configuration ask for. */
export interface SpeechWishes {
  stt?: string[] | undefined
  tts?: string[] | undefined
  vad?: string | undefined
  turnDetection?: string | undefined
}

const DEFAULT_VAD = 'silero/v5'
const DEFAULT_TURN_DETECTION = 'semantic/v1'

/** The recognizer `serve` uses unless it is told. */
export function defaultRecognizer(env: NodeJS.ProcessEnv): string | null {
  return env.STT_API_KEY || env.STT_BASE_URL ? 'openai/gpt-4o-mini-transcribe:en' : null
}

/**
 * How an agent hears and speaks, by what is asked for and the environment. Throws `unknown-provider` for a detection that there is none of, also where
 * nothing is heard, and `not-installed` when a voice detection that was asked for cannot run.
 */
export async function chooseSpeech(wishes: SpeechWishes, env: NodeJS.ProcessEnv): Promise<SpeechChoice> {
  await refuseUnknown(wishes)
  const byDefault = defaultRecognizer(env)
  const stt = wishes.stt ?? (byDefault === null ? null : [byDefault])
  const tts = wishes.tts ?? null
  if (stt === null) return { stt, tts, vad: null, turnDetection: null, notices: await offerFor(tts) }
  const wanted = wishes.vad ?? DEFAULT_VAD
  const missing = wanted === ENERGY || !/^silero\/v[56]$/.test(wanted) ? undefined : await missingFor(wanted)
  if (missing !== undefined && wishes.vad !== undefined) throw new VoiceError('not-installed', `${missing}.`)
  return {
    stt,
    tts,
    vad: missing === undefined ? wanted : ENERGY,
    turnDetection: wishes.turnDetection ?? DEFAULT_TURN_DETECTION,
    notices: missing === undefined ? [] : [`Voices are told from noise by ${ENERGY}: ${missing}.`],
  }
}

async function refuseUnknown({ vad, turnDetection }: SpeechWishes): Promise<void> {
  if (vad !== undefined) {
    const { resolveVad } = await import('../../server/providers/speech/speech-registry.js')
    resolveVad(vad, credentialsFromEnv())
  }
  if (turnDetection !== undefined) {
    const { resolveTurnDetector } = await import('../../server/resolve-turn-detector.js')
    resolveTurnDetector(turnDetection, { credentials: credentialsFromEnv() })
  }
}

/** An agent without ears is told of the models on this machine that could be its ears and its voice. */
async function offerFor(tts: string[] | null): Promise<string[]> {
  const { installedModels } = await import('../../server/providers/speech/sherpa/installed-models.js')
  const { ears, voices } = installedModels(modelsDirectory())
  const [ear] = ears
  if (ear === undefined) return []
  const flags = [`--stt ${ear}`, ...(tts === null ? voices.slice(0, 1).map((name) => `--tts ${name}`) : [])]
  return [`Speech models are on this machine; ${flags.join(' ')} uses them.`]
}

const modelsDirectory = () => credentialsFromEnv().modelsDirectory ?? defaultModelsDirectory()

function missingFor(name: string): Promise<string | undefined> {
  return whatIsMissing({ name, directory: modelsDirectory() })
}
