import type { Credential, Credentials } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { isHttpAddress } from '../../text/http-address.js'

/** Names of the environment variables that may contain the API key of a provider. */
export interface KeyVariables {
  /** The variable that the provider's own documentation uses. Absent for servers that need no key. */
  keyVariable?: string
  otherVariables?: string[]
}

type Kind = 'LLM' | 'STT' | 'TTS' | 'VOICE_MODEL'

/**
 * The key and the base URL for a provider, as far as they are set. `LLM_API_KEY`, `STT_API_KEY` and the like have
 * precedence over the provider's own variables. Throws `missing-base-url` if the base URL is not an http or https
 * address. Throws `key-refused` if the base URL comes from a `.env` file and the key does not: the author of the file
 * would get the key.
 */
export function accessTo(entry: KeyVariables, kind: Kind, credentials: Credentials): Credential {
  const { llm, stt, tts, voiceModel } = credentials
  const given = { LLM: llm, STT: stt, TTS: tts, VOICE_MODEL: voiceModel }[kind]
  const { apiKey, baseUrl } = typeof given === 'string' ? { apiKey: given } : (given ?? {})
  if (baseUrl !== undefined && !isHttpAddress(baseUrl))
    throw new VoiceError(
      'missing-base-url',
      `${kind}_BASE_URL takes an http or https address such as https://api.example.com/v1; "${baseUrl}" is none.`,
    )
  const key = apiKey ? { name: `${kind}_API_KEY`, value: apiKey } : ownKey(entry, credentials)
  if (key && baseUrl !== undefined) refuseUntrusted(key.name, { kind, baseUrl, credentials })
  return { apiKey: key?.value, baseUrl }
}

function refuseUntrusted(
  key: string,
  { kind, baseUrl, credentials }: { kind: Kind; baseUrl: string; credentials: Credentials },
): void {
  const { fromEnvFile = [] } = credentials
  const address = `${kind}_BASE_URL`
  if (!fromEnvFile.includes(address) || fromEnvFile.includes(key)) return
  throw new VoiceError(
    'key-refused',
    `${address} (${new URL(baseUrl).origin}) comes from the file .env, and ${key} does not: a key of the environment is not sent to an address of a file. If you trust this address, set ${address} in the environment too. Otherwise remove it from .env, or write the key of this address into .env as ${kind}_API_KEY.`,
  )
}

function ownKey(
  { keyVariable, otherVariables = [] }: KeyVariables,
  { keys = {} }: Credentials,
): { name: string; value: string } | undefined {
  const name = [keyVariable, ...otherVariables].find((one) => one !== undefined && keys[one])
  return name === undefined ? undefined : { name, value: keys[name]! }
}
