import { parseVariables } from '../collection/parse-environment.js'
import { parseAuth } from '../collection/parse-request.js'
import { parseScripts } from '../collection/parse-scripts.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { isProgramName } from '../secrets/program-names.js'
import { variablesSetIn } from '../semantics/script-text.js'
import { wordsOf } from '../semantics/words.js'
import { dynamicNames } from '../template/dynamic.js'
import { fill } from '../template/fill.js'
import { createScope } from '../template/scope.js'
import { findVariables, hasVariable, isUsable } from '../template/variables.js'
import type { FileFacts } from './file-facts.js'
import { below, type Path } from './raw-diagnostic.js'

/** Where a variable is used first, and how often it is used. */
export interface Use {
  path: Path
  count: number
}

/** All variables in what is sent, without disabled entries. */
export const usedVariables = (facts: FileFacts): ReadonlyMap<string, Use> => sentParts(facts).uses

const sentParts = oncePer(({ collection, path, folders, items }: FileFacts): SentParts => {
  const parts: SentParts = { uses: new Map(), composed: [] }
  collect(collection.auth, { ...parts, from: below(path, 'auth'), keys: [] })
  for (const { folder, path: place } of folders)
    collect(folder.auth, { ...parts, from: below(place, 'auth'), keys: [] })
  for (const { request, requestPath, item, urlPath } of items) {
    if (request === item.request) collect(request, { ...parts, from: requestPath, keys: [] })
    else collect(request.url, { ...parts, from: urlPath, keys: [] })
  }
  return parts
})

interface SentParts {
  uses: Map<string, Use>
  /** Texts with a variable whose name is built, `{{url_{{stage}}}}`, and texts of other template languages. */
  composed: { text: string; path: Path }[]
}

/** A walk over a part. `keys` lead from `from` to the value; a path is made for a variable's first use only. */
interface VariableWalk extends SentParts {
  from: Path
  keys: (string | number)[]
}

function collect(value: JsonValue | undefined, walk: VariableWalk): void {
  if (typeof value === 'string') {
    if (!hasVariable(value)) return
    const isForeign = FOREIGN_TEMPLATE.test(value)
    if (isForeign || NESTED.test(value))
      walk.composed.push({ text: value, path: below(walk.from, ...walk.keys) })
    if (!isForeign) note(value, walk)
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      walk.keys.push(index)
      collect(value[index], walk)
      walk.keys.pop()
    }
  } else if (typeof value === 'object' && value !== null && value.disabled !== true) {
    const isWhole = value.host !== undefined || value.path !== undefined
    for (const key in value) {
      // `raw` is skipped if the address has parts, because the parts are sent and `raw` only repeats them.
      const member = value[key]
      if (key === 'description' || (key === 'raw' && isWhole)) continue
      if (typeof member !== 'object' && !hasVariable(member)) continue
      walk.keys.push(key)
      collect(member, walk)
      walk.keys.pop()
    }
  }
}

/** Blocks, comments and filters of Handlebars, Mustache, Jinja and Liquid, which the API fills. */
const FOREIGN_TEMPLATE = /\{\{~?[ \t]*(?:[#^/>!&{]|else\b)|\{%-?[ \t]*[a-z]|\{\{[^{}|]{1,200}\|[^{}|]/

/** Matches a variable inside the name of another one. */
const NESTED = /\{\{[^{}]*\{\{/

function note(text: string, { uses, from, keys }: VariableWalk): void {
  for (const name of findVariables(text)) {
    const use = uses.get(name)
    if (use) use.count++
    else uses.set(name, { path: below(from, ...keys), count: 1 })
  }
}

export interface EmptyVariable {
  variable: string
  path: Path
  isAuth: boolean
}

/** The empty variables in addresses and auth to which neither a script nor the outside gives a value. */
export function emptyVariables(facts: FileFacts): EmptyVariable[] {
  const { collection, path, items, given } = facts
  const empty = asArray(collection.variable).flatMap((entry, index) => {
    const { key, value, disabled } = asObject(entry) ?? {}
    const variable = asText(key)
    return variable && disabled !== true && asText(value)?.trim() === '' ? [{ variable, index }] : []
  })
  if (empty.length === 0) return []
  const owners = [...ownersIn(facts), ...items.map(({ request }) => request)]
  const auth = new Set(owners.flatMap(({ auth }) => variablesOfAuth(auth)))
  const origins = new Set(items.map(({ origin }) => origin))
  const addresses = new Set([...origins].flatMap(findVariables))
  const filled = new Set([
    ...given.filter(({ value }) => (value ?? '') !== '').map(({ key }) => key),
    ...setByScripts(facts),
  ])
  return empty.flatMap(({ variable, index }) => {
    if (filled.has(variable) || (!addresses.has(variable) && !auth.has(variable))) return []
    const isAuth = !addresses.has(variable)
    if (isAuth && isCredentialLike(variable)) return []
    return [{ variable, path: below(path, 'variable', index), isAuth }]
  })
}

/** The variables of an auth, without those named like their parameter: `{{username}}` is empty on purpose. */
function variablesOfAuth(auth: JsonValue | undefined): string[] {
  return Object.entries(parseAuth(auth)?.params ?? {}).flatMap(([name, value]) => {
    const parameter = wordsOf(name).join()
    return findVariables(value).filter((variable) => wordsOf(variable).join() !== parameter)
  })
}

/** The most texts in which {@link programNamesIn} looks for names that are built from values. */
const MAX_COMPOSED = 50

/** Variables without a value that are named like settings and keys of programs, with the places that ask for them. */
export function programNamesIn(facts: FileFacts): ReadonlyMap<string, Use> {
  const { composed, uses } = sentParts(facts)
  const own = ownersIn(facts).flatMap(({ variable }) => (variable ? parseVariables(variable) : []))
  const scope = createScope([[...facts.given], own.filter(({ value }) => isUsable(value))])
  const origins = new Set(facts.items.map(({ origin }) => origin))
  const [found, nested] = [new Map<string, Use>(), [...composed]]
  const seen = new Map(uses)
  // API_BASE_URL replaces the origin, so an origin of this name has a value.
  if (origins.has('{{API_BASE_URL}}')) seen.delete('API_BASE_URL')
  for (const [name, use] of seen) {
    const value = scope.lookup(name)
    if (value === undefined && isProgramName(name)) found.set(name, use)
    if (value === undefined || !hasVariable(value)) continue
    if (NESTED.test(value)) nested.push({ text: value, path: use.path })
    // A map hands out what is added to it while it is walked, so every name is looked at once.
    for (const inner of findVariables(value)) if (!seen.has(inner)) seen.set(inner, use)
  }
  for (const { text, path } of nested.slice(0, MAX_COMPOSED)) {
    const { text: filled, unresolved } = fill(text, scope)
    for (const [index, name] of findVariables(filled).entries())
      if (isProgramName(name) && !found.has(unresolved[index]!))
        found.set(unresolved[index]!, { path, count: 1 })
  }
  return found
}

export function declaredVariables(facts: FileFacts): Set<string> {
  const written = ownersIn(facts).flatMap(({ variable }) => (variable ? parseVariables(variable) : []))
  const names = [...written, ...facts.given]
    .filter((variable) => !variable.disabled)
    .map((variable) => variable.key)
  return new Set([...names, ...setByScripts(facts)])
}

function ownersIn({ collection, folders, items }: FileFacts): JsonObject[] {
  return [collection, ...folders.map(({ folder }) => folder), ...items.map(({ item }) => item)]
}

const setByScripts = oncePer((facts: FileFacts): ReadonlySet<string> => {
  const scripts = ownersIn(facts).flatMap(({ event }) => parseScripts(event))
  return new Set(scripts.flatMap(({ lines }) => variablesSetIn(lines.join('\n'))))
})

const DYNAMIC: ReadonlySet<string> = new Set(dynamicNames)

/** Whether Postman fills a variable: `$guid`, or `vault:...`. */
export function isBuiltIn(name: string): boolean {
  return DYNAMIC.has(name) || name.startsWith('vault:')
}
