import type { Credential, Credentials } from '../../environment.js'

/** Where a provider's own key is found. */
export interface KeyVariables {
  /** The provider's own variable. Absent for servers that need no key. */
  keyVariable?: string
  /** Other names of that variable. */
  otherVariables?: string[]
}

/** A credential as an object; a plain string is a key. */
export function credentialOf(given: Credential | string | undefined): Credential {
  return typeof given === 'string' ? { apiKey: given } : (given ?? {})
}

/** The key in a provider's own variable. */
export function ownKey(
  { keyVariable, otherVariables = [] }: KeyVariables,
  { keys = {} }: Credentials,
): string | undefined {
  const names = keyVariable ? [keyVariable, ...otherVariables] : otherVariables
  return names.map((name) => keys[name]).find(Boolean)
}
