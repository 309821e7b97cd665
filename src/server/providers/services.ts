import { type Credentials, credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'

/**
 * The provider strings for the language model, the recognizer and the synthesizer of one service. Absent if the service
 * does not offer one.
 */
export interface Service {
  llm?: string
  stt?: string
  tts?: string
  keyVariable: string
}

/** All services that the option `--provider` can select. To add a service, add a line. */
export const SERVICES: Record<string, Service> = {
  // OpenAI ends all models of its speech endpoint on 2027-01-06, and names no other for it.
  openai: {
    llm: 'openai/gpt-6-luna',
    stt: 'openai/gpt-transcribe:en',
    keyVariable: 'OPENAI_API_KEY',
  },
  groq: {
    llm: 'groq/openai/gpt-oss-20b',
    stt: 'groq/whisper-large-v3-turbo:en',
    tts: 'groq/canopylabs/orpheus-v1-english:hannah',
    keyVariable: 'GROQ_API_KEY',
  },
  deepgram: {
    stt: 'deepgram/nova-3:en',
    tts: 'deepgram/aura-2:thalia-en',
    keyVariable: 'DEEPGRAM_API_KEY',
  },
  elevenlabs: {
    stt: 'elevenlabs/scribe_v2_realtime:en',
    tts: 'elevenlabs/eleven_flash_v2_5',
    keyVariable: 'ELEVENLABS_API_KEY',
  },
  anthropic: { llm: 'anthropic/claude-haiku-5-5', keyVariable: 'ANTHROPIC_API_KEY' },
  google: { llm: 'google/gemini-3.5-flash-lite', keyVariable: 'GEMINI_API_KEY' },
  mistral: { llm: 'mistral/mistral-small-latest', keyVariable: 'MISTRAL_API_KEY' },
}

export const SERVICE_NAMES = Object.keys(SERVICES)

export type ServicePart = 'llm' | 'stt' | 'tts'

/** Returns the service with this name. Throws `unknown-provider` if there is none. */
export function findService(name: string): Service {
  if (Object.hasOwn(SERVICES, name)) return SERVICES[name]!
  const known = SERVICE_NAMES.join(', ')
  throw new VoiceError('unknown-provider', `There is no service "${name}". Known are: ${known}.`)
}

/** Names of the services that offer a part (such as `stt`) and whose API key is in `env`. */
export function servicesWithKey(part: ServicePart, env: NodeJS.ProcessEnv): string[] {
  return SERVICE_NAMES.filter((name) => {
    const service = SERVICES[name]!
    return service[part] !== undefined && Boolean(env[service.keyVariable])
  })
}

/**
 * The credentials for some parts of a service. If the service's own key is set, `LLM_API_KEY`, `STT_API_KEY` and
 * `TTS_API_KEY` are not used for these parts, because they may belong to another service.
 */
export function serviceCredentials(
  { service, parts }: { service: Service; parts: readonly ServicePart[] },
  credentials: Credentials = credentialsFromEnv(),
): Credentials {
  if (!credentials.keys?.[service.keyVariable]) return credentials
  return { ...credentials, ...Object.fromEntries(parts.map((part) => [part, {}])) }
}
