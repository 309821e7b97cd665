import type { Credentials } from '../../../environment.js'
import { VoiceError } from '../../../errors.js'
import { trimEndOf } from '../../../text/trim.js'
import type { VoiceModel } from '../../model/voice-model.js'
import { accessTo } from '../credential.js'
import { createGeminiModel } from './gemini.js'
import { createLiveModel } from './live.js'
import type { VoiceModelOptions } from './model-socket.js'
import { createRealtimeModel } from './realtime.js'

interface VoiceProvider {
  /** Absent if every user has a different base URL. The user then sets VOICE_MODEL_BASE_URL. */
  baseUrl?: string
  keyVariable: string
  otherVariables?: string[]
  /** The header that contains the key. @default `authorization`, as a bearer token */
  keyHeader?: string
  create: (options: VoiceModelOptions) => VoiceModel
}

/** All providers of voice models. To add one, add an entry. */
const PROVIDERS: Record<string, VoiceProvider> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    create: createOpenAiModel,
  },
  azure: {
    keyVariable: 'AZURE_OPENAI_API_KEY',
    otherVariables: ['AZURE_API_KEY'],
    keyHeader: 'api-key',
    create: createOpenAiModel,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyVariable: 'GEMINI_API_KEY',
    otherVariables: ['GOOGLE_API_KEY'],
    keyHeader: 'x-goog-api-key',
    create: createGeminiModel,
  },
  xai: { baseUrl: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY', create: createRealtimeModel },
}

/** The name of a model says which of the two protocols of OpenAI it speaks. */
function createOpenAiModel(options: VoiceModelOptions): VoiceModel {
  return options.model.startsWith('gpt-live') ? createLiveModel(options) : createRealtimeModel(options)
}

/**
 * The voice model for a provider string such as `openai/gpt-realtime-2.1` or `provider/model:voice`. Throws
 * `unknown-provider`, `missing-key` or `missing-base-url`.
 */
export function resolveVoiceModel(name: string, credentials: Credentials): VoiceModel {
  const [, provider = '', model = '', voice] = /^([^/]+)\/([^:]+)(?::(.+))?$/.exec(name) ?? []
  const entry = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined
  if (!entry || !model) {
    const known = Object.keys(PROVIDERS).map((one) => `${one}/MODEL`)
    throw new VoiceError(
      'unknown-provider',
      `There is no voice model "${name}". Known are: ${known.join(', ')}; for another service that speaks the Realtime protocol, use openai/MODEL and set VOICE_MODEL_BASE_URL.`,
    )
  }
  const { apiKey, baseUrl: given } = accessTo(entry, 'VOICE_MODEL', credentials)
  const baseUrl = given ?? entry.baseUrl
  if (baseUrl === undefined)
    throw new VoiceError(
      'missing-base-url',
      `The provider "${provider}" has no address of its own. Set VOICE_MODEL_BASE_URL to the one of your resource.`,
    )
  if (apiKey === undefined && given === undefined)
    throw new VoiceError(
      'missing-key',
      `The voice model "${name}" needs a key. Set VOICE_MODEL_API_KEY or ${entry.keyVariable}.`,
    )
  const headers = apiKey === undefined ? {} : keyHeaders(entry, apiKey)
  return entry.create({ name, model, voice, baseUrl: trimEndOf(baseUrl, '/'), apiKey, headers })
}

const keyHeaders = ({ keyHeader }: VoiceProvider, key: string): Record<string, string> =>
  keyHeader === undefined ? { authorization: `Bearer ${key}` } : { [keyHeader]: key }
