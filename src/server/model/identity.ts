import { isObject } from '../../protocol/is-object.js'
/**
 * The connected user, as the key validator (the application's check of a client's key) returns it. `variables` never
 * reach the model, a client, a log or another session.
 */
export interface Identity {
  /** The id of the user. Budgets and quotas count the usage of each id. */
  userId?: string
  /** Values of collection variables for this session, such as the user's own token or tenant. */
  variables?: Record<string, string>
  /** Replaces the base URL of the collections for this session. */
  baseUrl?: string
  /** Names, folders, methods or globs of the tools that this user may use. */
  allow?: string[]
  deny?: string[]
  /** Time zone of the user, such as `Europe/Berlin`. Models are told. */
  timezone?: string
  /** Language of the user, such as `de`. Models are told. */
  language?: string
  /** Name of the user. Models are told. */
  name?: string
}

/**
 * Returns a sentence that says why a value from the network is not an {@link Identity}; `undefined` if it is one. The
 * check is strict: a misread `allow` or `deny` list could give the user too many tools.
 */
export function identityFault(value: unknown): string | undefined {
  if (!isObject(value)) return '"identity" must be an object.'
  for (const name of ['userId', 'baseUrl', 'timezone', 'language', 'name'])
    if (value[name] !== undefined && typeof value[name] !== 'string')
      return `"identity.${name}" must be a string.`
  for (const name of ['allow', 'deny'])
    if (value[name] !== undefined && !(Array.isArray(value[name]) && value[name].every(isText)))
      return `"identity.${name}" must be a list of strings.`
  const { variables = {} } = value
  if (!isObject(variables) || !Object.values(variables).every(isText))
    return '"identity.variables" must be an object of strings.'
  return undefined
}

const isText = (value: unknown) => typeof value === 'string'
