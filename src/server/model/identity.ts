/** Who is connected, as the program's key validator says. Its variables never reach the model, a client, a log or another session. */
export interface Identity {
  /** Whose budgets and limits count. */
  userId?: string
  /** Fill the collection's variables for this session only: an end user's own token, a tenant. */
  variables?: Record<string, string>
  /** Replaces the base URL of the collections for this session only. */
  baseUrl?: string
  /** Names, folders, methods or globs of the tools this user may see. */
  allow?: string[]
  deny?: string[]
}

/** What keeps a value that came over the network from being an {@link Identity}, as a sentence: a rule that is misread would let through what it forbids. */
export function identityFault(value: unknown): string | undefined {
  if (!isRecord(value)) return '"identity" must be an object.'
  for (const name of ['userId', 'baseUrl'])
    if (value[name] !== undefined && typeof value[name] !== 'string')
      return `"identity.${name}" must be a string.`
  for (const name of ['allow', 'deny'])
    if (value[name] !== undefined && !(Array.isArray(value[name]) && value[name].every(isText)))
      return `"identity.${name}" must be a list of strings.`
  const { variables = {} } = value
  if (!isRecord(variables) || !Object.values(variables).every(isText))
    return '"identity.variables" must be an object of strings.'
  return undefined
}

const isText = (value: unknown) => typeof value === 'string'

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
