import { parseVariables } from '../collection/parse-environment.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import type { JsonValue } from '../model/json.js'
import { findVariables, isDynamic } from '../template/variables.js'
import type { Facts } from './facts.js'
import { below, type Path } from './finding.js'

/** Where a variable is used first, and how often. */
export interface Use {
  path: Path
  count: number
}

/** Every variable that is used where it would be sent: addresses, headers, bodies, auth. Disabled entries are not. */
export function usedVariables({ collection, path, folders, items }: Facts): Map<string, Use> {
  const uses = new Map<string, Use>()
  collect(collection.auth, { uses, from: below(path, 'auth'), keys: [] })
  for (const { folder, path: place } of folders)
    collect(folder.auth, { uses, from: below(place, 'auth'), keys: [] })
  for (const { request, requestPath, item, urlPath } of items) {
    if (request === item.request) collect(request, { uses, from: requestPath, keys: [] })
    else collect(request.url, { uses, from: urlPath, keys: [] })
  }
  return uses
}

/** A walk; `keys` leads from `from` to where it is, so that a path is made only for a name that is new. */
interface Walk {
  uses: Map<string, Use>
  from: Path
  keys: (string | number)[]
}

function collect(value: JsonValue | undefined, walk: Walk): void {
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
      // The parts of an address are what is sent; "raw" says the same once more.
      if (key === 'description' || (key === 'raw' && isWhole)) continue
      walk.keys.push(key)
      collect(value[key], walk)
      walk.keys.pop()
    }
  }
}

/** Blocks, comments and filters of Handlebars, Mustache, Jinja and Liquid: the API fills such a text, not Postman. */
const FOREIGN_TEMPLATE = /\{\{~?[ \t]*(?:[#^/>!&{]|else\b)|\{%-?[ \t]*[a-z]|\{\{[^{}|]{1,200}\|[^{}|]/

/** Most strings with a variable are that variable alone. */
function namesIn(text: string): string[] {
  const inner = text.slice(2, -2)
  const isAlone = text.startsWith('{{') && text.endsWith('}}') && !/[{}]/.test(inner)
  return isAlone ? [inner] : findVariables(text)
}

function note(text: string, { uses, from, keys }: Walk): void {
  for (const name of namesIn(text)) {
    const use = uses.get(name)
    if (use) use.count++
    else uses.set(name, { path: below(from, ...keys), count: 1 })
  }
}

/** Names that have a value from somewhere: the file, what was given beside it, a script that sets them, Postman itself. */
export function declaredVariables({ collection, folders, items, given }: Facts): Set<string> {
  const owners = [collection, ...folders.map(({ folder }) => folder), ...items.map(({ item }) => item)]
  const written = owners.flatMap((owner) => (owner.variable ? parseVariables(owner.variable) : []))
  const names = [...written, ...given]
    .filter((variable) => !variable.disabled)
    .map((variable) => variable.key)
  return new Set([...names, ...owners.flatMap((owner) => setByScripts(owner.event))])
}

const SETTERS =
  /(?:\b(?:environment|globals|collectionVariables|variables)\.set|\bset(?:Next)?(?:Environment|Global)Variable)\s*\(\s*["'`]([^"'`]+)["'`]/g

/** Names that a script gives a value; scripts are read, never run. */
function setByScripts(events: JsonValue | undefined): string[] {
  return asArray(events).flatMap((entry) => {
    const exec = asObject(asObject(entry)?.script)?.exec
    const code = Array.isArray(exec)
      ? exec.map((line) => asText(line) ?? '').join('\n')
      : (asText(exec) ?? '')
    return Array.from(code.matchAll(SETTERS), (match) => match[1]!)
  })
}

/** Whether Postman fills it by itself: `$guid`, and everything that asks its vault. */
export function isBuiltIn(name: string): boolean {
  return isDynamic(name) || name.startsWith('vault:')
}
