import type { Credential, Credentials } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import { isHttpAddress } from '../../text/http-address.js'

/** Names of the environment variables that may contain the API key of a provider. */
export interface KeyVariables {
  /** The variable that the provider's own documentation uses. Absent for servers that need no key. */
  keyVariable?: string
  otherVariables?: string[]
}

/**
 * Converts `given` to a credential. A string is the API key. If `given` is undefined, the credential is an empty
 * object. Throws `missing-base-url` if the base URL is not an http or https address.
 */
export function credentialOf(
  given: Credential | string | undefined,
  kind: 'LLM' | 'STT' | 'TTS',
): Credential {
  const credential = typeof given === 'string' ? { apiKey: given } : (given ?? {})
  const { baseUrl } = credential
  if (baseUrl === undefined || isHttpAddress(baseUrl)) return credential
  throw new VoiceError(
    'missing-base-url',
    `${kind}_BASE_URL takes an http or https address such as https://api.example.com/v1; "${baseUrl}" is none.`,
  )
}

export function ownKey(
  { keyVariable, otherVariables = [] }: KeyVariables,
  { keys = {} }: Credentials,
): string | undefined {
  const names = keyVariable ? [keyVariable, ...otherVariables] : otherVariables
  return names.map((name) => keys[name]).find(Boolean)
}
