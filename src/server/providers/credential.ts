import type { Credential, Credentials } from '../../environment.js'

/** The environment variables that may have the key of a provider. */
export interface KeyVariables {
  /** The provider's usual variable. Absent for servers that need no key. */
  keyVariable?: string
  otherVariables?: string[]
}

/** The credential that was given; a plain string is an API key. Empty if none was given. */
export function credentialOf(given: Credential | string | undefined): Credential {
  return typeof given === 'string' ? { apiKey: given } : (given ?? {})
}

export function ownKey(
  { keyVariable, otherVariables = [] }: KeyVariables,
  { keys = {} }: Credentials,
): string | undefined {
  const names = keyVariable ? [keyVariable, ...otherVariables] : otherVariables
  return names.map((name) => keys[name]).find(Boolean)
}
