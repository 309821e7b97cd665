import type { Variable } from '../model/collection.js'
import type { ToolDefinition } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { wordsOf } from '../semantics/words.js'
import { findVariables } from '../template/variables.js'

/** The secret values of a collection, each with its variable. */
export interface SecretVariables {
  /** The `{{variable}}` for a secret text; returns texts that are empty or contain variables unchanged. */
  lift(text: string, hint: string): string
  /** Replaces the known secrets in all texts of a value; keys are unchanged. */
  scrub<T>(value: T): T
  /** The variables created so far, sorted. */
  names(): string[]
}

/** Creates {@link SecretVariables} that know the secret variables of a collection and avoid names in use. */
export function createSecretVariables(variables: Variable[], definitions: ToolDefinition[]): SecretVariables {
  const taken = new Set([
    ...variables.map(({ key }) => key),
    ...findVariables(JSON.stringify(definitions.map(({ request }) => request))),
  ])
  /** From secret value to variable. */
  const known = new Map<string, string>()
  const made = new Set<string>()
  for (const variable of variables) {
    const value = String(variable.value ?? '')
    if (isSecretVariable(variable) && !value.includes('{{')) known.set(value, variable.key)
  }

  function nameFor(value: string, hint: string): string {
    const name = known.get(value) ?? freeName(hint, taken)
    if (!known.has(value)) made.add(name)
    taken.add(name)
    known.set(value, name)
    return name
  }

  return {
    lift: (text, hint) => (text === '' || text.includes('{{') ? text : `{{${nameFor(text, hint)}}}`),
    scrub: (value) => scrubWith(tellingSecrets(known), value),
    names: () => [...made].sort(),
  }
}

/** Whether a variable's value must not be written to output. */
export function isSecretVariable({ key, value, secret }: Variable): boolean {
  return secret === true || isCredentialLike(key) || /:\/\/[^/\s:@]+:[^/\s@{]+@/.test(String(value ?? ''))
}

/** A credential-like name, so that its value is masked wherever it is shown. */
function freeName(hint: string, taken: ReadonlySet<string>): string {
  const plain = wordsOf(hint).join('_').normalize('NFC') || 'secret'
  const base = isCredentialLike(plain) ? plain : `${plain}_secret`
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`
    if (!taken.has(name)) return name
  }
}

/** Secrets that are too distinctive to occur in a text by chance, longest first. */
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
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, visit(member)]))
  }
}
