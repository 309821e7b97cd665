import { parseVariables } from '../collection/parse-environment.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import type { JsonValue } from '../model/json.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { originOf } from '../semantics/address.js'
import { findVariables, isDynamic } from '../template/variables.js'
import { type FileFacts, oncePerFile } from './file-facts.js'
import { below, type Path } from './raw-diagnostic.js'

/** Where a variable is used first, and how often it is used. */
export interface Use {
  path: Path
  count: number
}

/** All variables in the parts that are sent: addresses, headers, bodies, auth. Skips disabled entries. */
export const usedVariables = oncePerFile(({ collection, path, folders, items }): ReadonlyMap<string, Use> => {
  const uses = new Map<string, Use>()
  collect(collection.auth, { uses, from: below(path, 'auth'), keys: [] })
  for (const { folder, path: place } of folders)
    collect(folder.auth, { uses, from: below(place, 'auth'), keys: [] })
  for (const { request, requestPath, item, urlPath } of items) {
    if (request === item.request) collect(request, { uses, from: requestPath, keys: [] })
    else collect(request.url, { uses, from: urlPath, keys: [] })
  }
  return uses
})

/**
 * The state of a walk. `keys` leads from `from` to the current position; a path is created from it only for a new name.
 */
interface VariableWalk {
  uses: Map<string, Use>
  from: Path
  keys: (string | number)[]
}

function collect(value: JsonValue | undefined, walk: VariableWalk): void {
  if (typeof value === 'string') {
    if (value.includes('{{') && !FOREIGN_TEMPLATE.test(value)) note(value, walk)
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      walk.keys.push(index)
      collect(value[index], walk)
      walk.keys.pop()
    }
  } else if (typeof value === 'object' && value !== null && value.disabled !== true) {
    const isWhole = value.host !== undefined || value.path !== undefined
    for (const key in value) {
      // The parts of an address are sent; "raw" repeats them.
      if (key === 'description' || (key === 'raw' && isWhole)) continue
      walk.keys.push(key)
      collect(value[key], walk)
      walk.keys.pop()
    }
  }
}

/**
 * Blocks, comments and filters of Handlebars, Mustache, Jinja and Liquid. Not Postman but the API fills such a text.
 */
const FOREIGN_TEMPLATE = /\{\{~?[ \t]*(?:[#^/>!&{]|else\b)|\{%-?[ \t]*[a-z]|\{\{[^{}|]{1,200}\|[^{}|]/

/** The variables in a text. A text that is one variable alone takes a shorter way. */
function namesIn(text: string): string[] {
  const inner = text.slice(2, -2)
  const isAlone = text.startsWith('{{') && text.endsWith('}}') && !/[{}]/.test(inner)
  return isAlone ? [inner] : findVariables(text)
}

function note(text: string, { uses, from, keys }: VariableWalk): void {
  for (const name of namesIn(text)) {
    const use = uses.get(name)
    if (use) use.count++
    else uses.set(name, { path: below(from, ...keys), count: 1 })
  }
}

/** A variable of the collection without a value, which an address or an auth needs. */
export interface EmptyVariable {
  variable: string
  path: Path
  isAuth: boolean
}

/** The variables of addresses and of auth whose value is empty, unless a given variable or a script sets them. */
export function emptyVariables({ collection, path, folders, items, given }: FileFacts): EmptyVariable[] {
  const empty = asArray(collection.variable).flatMap((entry, index) => {
    const { key, value, disabled } = asObject(entry) ?? {}
    const variable = asText(key)
    return variable && disabled !== true && asText(value)?.trim() === '' ? [{ variable, index }] : []
  })
  if (empty.length === 0) return []
  const owners = [collection, ...folders.map(({ folder }) => folder), ...items.map(({ item }) => item)]
  const inAuth = [...owners, ...items.map(({ request }) => request)].flatMap(({ auth }) =>
    auth ? findVariables(JSON.stringify(auth)) : [],
  )
  const auth = new Set(inAuth)
  const addresses = new Set(items.flatMap(({ url }) => findVariables(originOf(url))))
  const filled = new Set([
    ...given.filter(({ value }) => (value ?? '') !== '').map(({ key }) => key),
    ...owners.flatMap(({ event }) => setByScripts(event)),
  ])
  return empty.flatMap(({ variable, index }) => {
    if (filled.has(variable) || (!addresses.has(variable) && !auth.has(variable))) return []
    const isAuth = !addresses.has(variable)
    // A collection should contain no credential, so an empty one is right.
    if (isAuth && isCredentialLike(variable)) return []
    return [{ variable, path: below(path, 'variable', index), isAuth }]
  })
}

/** Names of the variables that have a value: from the file, from outside it, from a script, or from Postman itself. */
export function declaredVariables({ collection, folders, items, given }: FileFacts): Set<string> {
  const owners = [collection, ...folders.map(({ folder }) => folder), ...items.map(({ item }) => item)]
  const written = owners.flatMap((owner) => (owner.variable ? parseVariables(owner.variable) : []))
  const names = [...written, ...given]
    .filter((variable) => !variable.disabled)
    .map((variable) => variable.key)
  return new Set([...names, ...owners.flatMap((owner) => setByScripts(owner.event))])
}

const SETTERS =
  /(?:\b(?:environment|globals|collectionVariables|variables)\.set|\bset(?:Next)?(?:Environment|Global)Variable)\s*\(\s*["'`]([^"'`]+)["'`]/g

/** Names that a script sets; scripts are parsed, never run. */
function setByScripts(events: JsonValue | undefined): string[] {
  return asArray(events).flatMap((entry) => {
    const exec = asObject(asObject(entry)?.script)?.exec
    const code = Array.isArray(exec)
      ? exec.map((line) => asText(line) ?? '').join('\n')
      : (asText(exec) ?? '')
    return Array.from(code.matchAll(SETTERS), (match) => match[1]!)
  })
}

/** Whether Postman fills a variable: `$guid` and the like, and everything from its vault. */
export function isBuiltIn(name: string): boolean {
  return isDynamic(name) || name.startsWith('vault:')
}
