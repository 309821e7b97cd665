import type { Variable } from '../model/collection.js'
import { mapMembers } from '../model/map-members.js'
import type { ToolDefinition } from '../model/tool.js'
import { isCredentialLike, secretName } from '../secrets/credential-name.js'
import { knownCredential, sureSpans } from '../secrets/credential-value.js'
import { isAmbiguousKey } from '../secrets/machine-key.js'
import { findVariables, hasVariable } from '../template/variables.js'

export interface SecretVariables {
  lift(text: string, hint: string): string
  /** Replaces the known secrets in all texts of a value, except in keys. */
  scrub<T>(value: T): T
  names(): string[]
}

/**
 * Creates {@link SecretVariables} that know the secret variables of a collection. The names of new variables differ
 * from all names in use.
 */
export function createSecretVariables(variables: Variable[], definitions: ToolDefinition[]): SecretVariables {
  const taken = new Set([
    ...variables.map(({ key }) => key),
    ...findVariables(definitions.map(({ request }) => request)),
  ])
  const known = new Map<string, string>()
  const made = new Set<string>()
  for (const variable of variables) {
    const value = String(variable.value ?? '')
    if (isSecretVariable(variable) && !hasVariable(value)) known.set(value, variable.key)
  }

  function nameFor(value: string, hint: string): string {
    const name = known.get(value) ?? secretName(hint, (one) => taken.has(one))
    if (!known.has(value)) made.add(name)
    taken.add(name)
    known.set(value, name)
    return name
  }

  return {
    lift: (text, hint) => (text === '' || hasVariable(text) ? text : `{{${nameFor(text, hint)}}}`),
    scrub: (value) => scrubWith(tellingSecrets(known), value),
    names: () => [...made].sort(),
  }
}

/** Whether the value of a variable must not be written to a file. */
export function isSecretVariable({ key, value, secret }: Variable): boolean {
  const text = String(value ?? '')
  return (
    secret === true ||
    isCredentialLike(key) ||
    isAmbiguousKey(key, text) ||
    knownCredential(text) !== undefined ||
    sureSpans(text).length > 0
  )
}

/** The secrets that no text has by chance: long, with letters and digits. Longest first. */
function tellingSecrets(known: Map<string, string>): [value: string, name: string][] {
  return [...known]
    .filter(([value]) => value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value) && !/\s/.test(value))
    .sort(([a], [b]) => b.length - a.length)
}

function scrubWith<T>(secrets: [value: string, name: string][], value: T): T {
  if (secrets.length === 0) return value
  return visit(value) as T

  function visit(part: unknown): unknown {
    if (typeof part === 'string') {
      return secrets.reduce((text, [secret, name]) => text.replaceAll(secret, `{{${name}}}`), part)
    }
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return mapMembers(part as Record<string, unknown>, visit)
  }
}
