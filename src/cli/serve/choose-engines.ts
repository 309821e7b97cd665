import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { delimiter, join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { parseJson } from '../../protocol/parse-json.js'
import {
  findService,
  type Service,
  type ServicePart,
  servicesWithKey,
} from '../../server/providers/services.js'
import { ENERGY } from '../../server/providers/speech/energy-vad.js'
import { RECOGNIZER_PROGRAMS, TTS_PRESETS } from '../../server/providers/speech/exec.js'
import { defaultModelsDirectory } from '../../server/providers/speech/models/catalog.js'
import { pulledSpeech } from '../../server/providers/speech/models/npm-file.js'
import { installedModels } from '../../server/providers/speech/sherpa/plan-models.js'
import { missingDependency } from '../../server/providers/speech/silero-vad.js'
import { resolveVad } from '../../server/providers/speech/speech-registry.js'
import { resolveTurnDetector } from '../../server/resolve-turn-detector.js'
import { AGENT_SETTINGS, type AppConfig } from '../settings/settings.js'

export interface ChosenService {
  service: Service
  parts: ServicePart[]
}

interface ChosenEngines {
  llm: string[] | undefined
  stt: string[] | undefined
  tts: string[] | undefined
  /** The service of `provider`, and the parts of the agent that it has. */
  service: ChosenService | undefined
}

const PARTS = ['llm', 'stt', 'tts'] as const

/** Each engine by its flag, `--provider`, the configuration, its `provider`. Throws `unknown-provider`. */
export function chooseEngines(
  flags: Pick<AppConfig, ServicePart | 'provider'>,
  app: Pick<AppConfig, ServicePart | 'provider'>,
): ChosenEngines {
  const name = flags.provider ?? app.provider
  const service = name === undefined ? undefined : findService(name)
  const parts: ServicePart[] = []
  const choose = (part: ServicePart): string[] | undefined => {
    const byFlag = listed(flags[part])
    const byApp = flags.provider === undefined || !service?.[part] ? listed(app[part]) : undefined
    const offered = service?.[part]
    if (byFlag || byApp || offered === undefined) return byFlag ?? byApp
    parts.push(part)
    return [offered]
  }
  const [llm, stt, tts] = PARTS.map(choose)
  return { llm, stt, tts, service: service && { service, parts } }
}

const listed = (names: string | string[] | undefined) => (names === undefined ? undefined : [names].flat())

/** The default model of `serve`. `OPENAI_API_KEY` alone selects nothing: it may be set for another purpose. */
export function defaultModel(env: NodeJS.ProcessEnv): string {
  return env.LLM_API_KEY || env.LLM_BASE_URL ? 'openai/gpt-6-luna' : 'builtin/router'
}

/** A line with its flag for each model in place of `builtin/router`: services with a key, a local server. */
export async function findModels(env: NodeJS.ProcessEnv, look: Look = USUAL_LOOK): Promise<string[]> {
  const server = await findLocalServer(look)
  const local = server ? [`a local model server is running: --llm ${server.model}`] : []
  return [...servicesWithKey('llm', env).map(keyLine), ...local]
}

interface LocalServer {
  model: string
}

const USUAL = [
  { provider: 'ollama', url: 'http://127.0.0.1:11434' },
  { provider: 'lmstudio', url: 'http://127.0.0.1:1234' },
]

interface Look {
  places: typeof USUAL
  patienceMs: number
}

const USUAL_LOOK: Look = { places: USUAL, patienceMs: 300 }

/** Finds a local server that has a model; undefined if no server answers within `patienceMs`. */
export async function findLocalServer({ places, patienceMs } = USUAL_LOOK): Promise<LocalServer | undefined> {
  const found = await Promise.all(places.map((place) => askForModel(place, patienceMs)))
  return found.find((server) => server !== undefined)
}

async function askForModel(
  { provider, url }: (typeof USUAL)[number],
  patienceMs: number,
): Promise<LocalServer | undefined> {
  try {
    const { data } = (await readJson(`${url}/v1/models`, patienceMs)) as { data: { id: string }[] }
    const id = data[0]?.id
    return typeof id === 'string' ? { model: `${provider}/${id}` } : undefined
  } catch {
    return undefined
  }
}

/** Requests JSON. Uses `get`, because loading `fetch` would delay the first requests of a server that just started. */
async function readJson(url: string, patienceMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(patienceMs)
  const [response] = (await once(get(url, { signal }), 'response')) as [IncomingMessage]
  return parseJson(await text(addAbortSignal(signal, response)))
}

/** `null` in `stt`, with `vad` and `turnDetection`: hears nothing; in `tts`: does not speak. */
export interface SpeechChoice {
  stt: string[] | null
  tts: string[] | null
  vad: string | null
  turnDetection: string | null
  /** One model in place of all of these, which are then `null`. */
  voiceModel?: string | undefined
  notices: string[]
}

export interface RequestedSpeech {
  stt?: string[] | undefined
  tts?: string[] | undefined
  vad?: string | undefined
  turnDetection?: string | undefined
  voiceModel?: string | undefined
}

/** OpenAI's if STT_API_KEY or STT_BASE_URL is set, else the downloaded one, else null. */
export function defaultRecognizer(env: NodeJS.ProcessEnv): string | null {
  if (env.STT_API_KEY || env.STT_BASE_URL) return 'openai/gpt-transcribe:en'
  return pulledSpeech(env.VOICE_MODELS_DIR || defaultModelsDirectory()).stt ?? null
}

export function defaultVoice(env: NodeJS.ProcessEnv): string | null {
  return pulledSpeech(env.VOICE_MODELS_DIR || defaultModelsDirectory()).tts ?? null
}

/** Chooses all of speech. Throws `unknown-provider`, also while speech is off, and `not-installed`. */
export async function chooseSpeech(
  requested: RequestedSpeech,
  env: NodeJS.ProcessEnv,
): Promise<SpeechChoice> {
  refuseUnknown(requested)
  const { voiceModel } = requested
  const none = { stt: null, tts: null, vad: null, turnDetection: null, notices: [] }
  if (voiceModel !== undefined) return { ...none, voiceModel }
  const stt = requested.stt ?? listOf(defaultRecognizer(env))
  const tts = requested.tts ?? listOf(defaultVoice(env))
  if (stt === null) return { ...none, tts }
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

/**
 * Throws `wrong-usage` if a setting is given that a voice model replaces: it does by itself what the setting is about.
 */
export function refuseBesideVoiceModel(given: Partial<Record<string, unknown>>): void {
  const name = Object.keys(given).find((one) => given[one] !== undefined)
  if (name === undefined) return
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new VoiceError(
    'wrong-usage',
    `A voice model hears, speaks and takes turns by itself, so ${flag} ("${name}") has no use beside --voice-model ("voiceModel"). Leave out one of the two.`,
  )
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

interface FoundEngines {
  recognizers: string[]
  voices: string[]
}

interface PresentSpeech {
  stt: boolean
  tts: boolean
}

export const PULL_SPEECH = '`voice models pull speech` brings a recognizer and a voice to this machine'

/** A line with flags for each source of speech: services with a key, local models, programs. */
export function findSpeech(present: PresentSpeech, env: NodeJS.ProcessEnv): string[] {
  if (present.stt && present.tts) return []
  const services = servicesWithKey(present.stt ? 'tts' : 'stt', env)
  const found = [
    ...services.map(keyLine),
    ...linesFor(installedModels(env.VOICE_MODELS_DIR || defaultModelsDirectory()), present),
    ...linesFor(findSpeechPrograms(env), present),
  ]
  return found.length > 0 || present.stt ? found : [PULL_SPEECH]
}

function keyLine(service: string): string {
  return `${findService(service).keyVariable} is set: --provider ${service}`
}

/** A line with flags for the best recognizers and voices that the agent lacks. */
function linesFor({ recognizers, voices }: FoundEngines, present: PresentSpeech): string[] {
  const wanted = [...(present.stt ? [] : recognizers), ...(present.tts ? [] : voices)]
  if (wanted.length === 0) return []
  const flags = [
    ...(present.stt ? [] : recognizers.slice(0, 1).map((name) => `--stt ${name}`)),
    ...(present.tts ? [] : voices.slice(0, 1).map((name) => `--tts ${name}${voiceOf(name)}`)),
  ]
  const names = wanted.map((name) => name.slice(name.indexOf('/') + 1)).join(', ')
  return [`on this machine: ${names}; ${flags.join(' ')}`]
}

/** The text to append to a `--tts` value: `:VOICE.onnx` for piper, which has no voice of its own; otherwise `''`. */
const voiceOf = (name: string) => (name === 'exec/piper' ? ':VOICE.onnx' : '')

interface SpeechPrograms {
  recognizers: string[]
  voices: string[]
}

function findSpeechPrograms(env: NodeJS.ProcessEnv): SpeechPrograms {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const installed = (names: string[], programOf: (name: string) => string) =>
    names
      .filter((name) => folders.some((folder) => isProgram(join(folder, programOf(name)))))
      .map((name) => `exec/${name}`)
  return {
    recognizers: installed(Object.keys(RECOGNIZER_PROGRAMS), (name) => RECOGNIZER_PROGRAMS[name]!),
    voices: installed(TTS_PRESETS, (name) => name),
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
