import { join } from 'node:path'
import type { Credentials } from '../../../environment.js'
import { VoiceError } from '../../../errors.js'
import { trimEndOf } from '../../../text/trim.js'
import type { SpeechToText } from '../../model/speech-to-text.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import type { Vad } from '../../model/vad.js'
import { accessTo } from '../credential.js'
import { createDeepgramStt, createDeepgramTts } from './deepgram.js'
import { createElevenLabsStt, createElevenLabsTts, ELEVENLABS_VOICE } from './elevenlabs.js'
import { createEnergyVad, ENERGY } from './energy-vad.js'
import { createExecStt, createExecTts, isTtsPreset, STT_PRESETS, TTS_PRESETS } from './exec.js'
import type { SpeechService } from './http.js'
import { defaultModelsDirectory, SPEECH_MODELS } from './models/catalog.js'
import { createOpenAIStt, createOpenAITts } from './openai.js'
import { createSherpaStt, createSherpaTts } from './sherpa/sherpa-engines.js'
import { createSileroVad } from './silero-vad.js'

interface SpeechName extends Pick<SpeechService, 'name' | 'model'> {
  provider: string
  /** The part of the provider string after the colon: a language or a voice. */
  detail: string | undefined
}

type SpeechParts = SpeechName & SpeechService

/** A remote speech service. `stt` is absent if the service has no speech recognition, `tts` if it has no synthesis. */
interface SpeechProvider {
  baseUrl: string
  keyVariable: string
  stt?: (parts: SpeechParts) => SpeechToText
  tts?: (parts: SpeechParts) => TextToSpeech
}

/** All remote speech services. To add one, add an entry. */
const PROVIDERS: Record<string, SpeechProvider> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    stt: (parts) => createOpenAIStt({ ...parts, language: withoutRegion(parts) }),
    tts: (parts) => createOpenAITts({ ...parts, voice: parts.detail ?? 'alloy' }),
  },
  groq: {
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    stt: (parts) => createOpenAIStt({ ...parts, language: withoutRegion(parts) }),
    // Groq sends only WAV files, and accepts at most 200 characters per request.
    tts: (parts) =>
      createOpenAITts({
        ...parts,
        voice: parts.detail ?? 'hannah',
        format: 'wav',
        maxChars: 200,
        hasOpenAIVoices: false,
      }),
  },
  deepgram: {
    baseUrl: 'https://api.deepgram.com/v1',
    keyVariable: 'DEEPGRAM_API_KEY',
    stt: (parts) => createDeepgramStt({ ...parts, language: parts.detail ?? 'en' }),
    tts: (parts) =>
      createDeepgramTts({ ...parts, model: parts.detail ? `${parts.model}-${parts.detail}` : parts.model }),
  },
  elevenlabs: {
    baseUrl: 'https://api.elevenlabs.io/v1',
    keyVariable: 'ELEVENLABS_API_KEY',
    stt: (parts) => createElevenLabsStt({ ...parts, language: withoutRegion(parts) }),
    tts: (parts) => createElevenLabsTts({ ...parts, voice: parts.detail ?? ELEVENLABS_VOICE }),
  },
}

/**
 * The recognizer for a provider string such as `provider/model:language`. Throws `unknown-provider` or `missing-key`.
 */
export function resolveSpeechToText(name: string, credentials: Credentials): SpeechToText {
  const parts = split(name)
  const local = localModel(parts, credentials)
  if (local) return createSherpaStt({ name, directory: local, language: parts.detail })
  if (parts.provider === 'exec' && parts.model)
    return createExecStt({ name, program: parts.model, language: parts.detail ?? 'en' })
  const create = PROVIDERS[parts.provider]?.stt
  if (create && parts.model) return create(withAccess(parts, { kind: 'STT', credentials }))
  throw unknown('speech recognizer', name, [
    ...namesWith('stt', 'MODEL:LANGUAGE'),
    ...LOCAL_NAMES,
    ...STT_PRESETS.map(asExec),
    'exec/PROGRAM',
  ])
}

/** The synthesizer for a provider string such as `provider/model:voice`. Throws `unknown-provider` or `missing-key`. */
export function resolveTextToSpeech(name: string, credentials: Credentials): TextToSpeech {
  const parts = split(name)
  const local = localModel(parts, credentials)
  if (local) return createSherpaTts({ name, directory: local, voice: parts.detail })
  if (parts.provider === 'exec' && isTtsPreset(parts.model))
    return createExecTts({ name, program: parts.model, voice: parts.detail })
  const create = PROVIDERS[parts.provider]?.tts
  if (create && parts.model) return create(withAccess(parts, { kind: 'TTS', credentials }))
  throw unknown('voice', name, [
    ...namesWith('tts', 'MODEL:VOICE'),
    ...LOCAL_NAMES,
    ...TTS_PRESETS.map(asExec),
  ])
}

/** The voice activity detector for a provider string such as `silero/v5`. Throws `unknown-provider`. */
export function resolveVad(name: string, credentials: Credentials): Vad {
  if (name === ENERGY) return createEnergyVad()
  const known = SPEECH_MODELS.filter(({ use }) => use === 'vad').map((model) => model.name)
  if (known.includes(name))
    return createSileroVad({ name, directory: credentials.modelsDirectory ?? defaultModelsDirectory() })
  throw unknown('voice detection', name, [...known, ENERGY])
}

/** The forms of provider strings for local models: the name of a folder in the models folder, or any path. */
const LOCAL_NAMES = ['sherpa/NAME', 'sherpa:DIRECTORY']

/** The folder of a local model; `undefined` if the provider string does not mean a local model. */
function localModel({ provider, model }: SpeechName, credentials: Credentials): string | undefined {
  if (provider === 'sherpa:') return model
  if (provider !== 'sherpa' || !/^\w[\w.-]*$/.test(model)) return undefined
  return join(credentials.modelsDirectory ?? defaultModelsDirectory(), model)
}

function split(name: string): SpeechName {
  const [, directory, word] = /^sherpa:(.+?)(?::([\w-]+))?$/.exec(name) ?? []
  if (directory !== undefined) return { name, provider: 'sherpa:', model: directory, detail: word }
  const [, provider = '', model = '', detail] = /^([^/]+)\/([^:]*)(?::(.+))?$/.exec(name) ?? []
  return { name, provider, model, detail }
}

function withAccess(
  parts: SpeechName,
  { kind, credentials }: { kind: 'STT' | 'TTS'; credentials: Credentials },
): SpeechParts {
  const entry = PROVIDERS[parts.provider]!
  const { apiKey: key, baseUrl } = accessTo(entry, kind, credentials)
  // A base URL in the settings can belong to a self-hosted server, which may need no key.
  if (key === undefined && baseUrl === undefined) {
    throw new VoiceError(
      'missing-key',
      `"${parts.name}" needs a key. Set ${kind}_API_KEY or ${entry.keyVariable}.`,
    )
  }
  return { ...parts, baseUrl: trimEndOf(baseUrl ?? entry.baseUrl, '/'), apiKey: key }
}

/** The language in a name, without a region: `de` for `de-AT`. Services that take ISO 639 codes refuse a region. */
const withoutRegion = ({ detail = '' }: SpeechName) => detail.split('-')[0]!

const asExec = (program: string) => `exec/${program}`

function namesWith(stage: 'stt' | 'tts', rest: string): string[] {
  return Object.keys(PROVIDERS)
    .filter((provider) => PROVIDERS[provider]?.[stage])
    .map((provider) => `${provider}/${rest}`)
}

function unknown(what: string, name: string, known: string[]): VoiceError {
  return new VoiceError('unknown-provider', `There is no ${what} "${name}". Known are: ${known.join(', ')}.`)
}
