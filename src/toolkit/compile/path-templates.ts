import type { NameStyle } from '../meaning/id-names.js'
import { namesInBody, type PathConventions, pathConventions } from '../meaning/path-conventions.js'
import { literalsInPath, type PathLiteral } from '../meaning/path-literals.js'
import type { Item } from '../model/collection.js'
import type { BodyTemplate, PathVariable, RequestTemplate } from '../model/request-template.js'
import { type Filled, isFilled } from './filled.js'
import type { ToolInputModes } from './input-modes.js'

/** What all requests of a collection have in common. */
export interface Conventions extends PathConventions {
  /** A converter wrote the collection: its bodies show all that is possible, and its descriptions say what is required. */
  isConverted: boolean
}

/** What is known about the collection, and what its owner decided, before an item is read. */
export interface Knowledge {
  filled: Filled
  conventions: Conventions
  modes: ToolInputModes
}

/** Reads the conventions of all requests. */
export function conventionsOf(items: Item[]): Conventions {
  const paths = items.map(({ request: { url, body } }) => ({
    path: url.path,
    names: [...url.query.flatMap(({ key }) => key ?? []), ...bodyNames(body)],
  }))
  return { ...pathConventions(paths), isConverted: items.some(({ request }) => isConverted(request)) }
}

/** How converters of OpenAPI files mark parameters and hold places. */
function isConverted({ url, headers, body }: RequestTemplate): boolean {
  const entries = [...url.query, ...url.variables, ...headers]
  if (entries.some(({ description }) => /^\((?:Required|This can only be)\b/.test(description ?? '')))
    return true
  return body?.mode === 'raw' && /"<(?:string|integer|long|number|boolean|dateTime|uuid)>"/.test(body.text)
}

function bodyNames(body: BodyTemplate | undefined): string[] {
  if (body?.mode === 'raw') return namesInBody(body.text)
  return body?.mode === 'urlencoded' || body?.mode === 'formdata'
    ? body.entries.flatMap(({ key }) => key ?? [])
    : []
}

/** A request whose literal ids have become variables, and the values of those that stand inside a segment. */
export interface TemplatedPath {
  request: RequestTemplate
  /** From variable name to the value as written; without one where the text only held its place. */
  inline: ReadonlyMap<string, string | undefined>
}

/** Reads `{id}`, `/users/50` and `Users(5)` as variables; what is written stays as the value. Replay sends the request as it was. */
export function templatePath(
  { request, title }: { request: RequestTemplate; title: string },
  known: Knowledge,
): TemplatedPath {
  const { url, method } = request
  const context = { method, title, ...known.conventions }
  const found = literalsInPath(url.path, context)
  const inline = new Map<string, string | undefined>()
  if (found.length === 0) return { request, inline }
  const path = [...url.path]
  const variables = [...url.variables]
  for (const literal of found) {
    const segment = path[literal.index]!
    const at = segment.indexOf(literal.text)
    const isWhole = at === 0 && /^(\.|$)/.test(segment.slice(literal.text.length))
    const isKnown = (key: string) => variables.some((one) => one.key === key)
    const isUsed = (key: string) =>
      path.some((one) => one === `:${key}` || one.startsWith(`:${key}.`)) || inline.has(key)
    const isFree = (key: string) =>
      !isUsed(key) && (literal.value === undefined || !(isWhole ? isKnown(key) : isFilled(key, known.filled)))
    const name = freeName(literal, { isFree, style: known.conventions.style })
    path[literal.index] = segment.replace(literal.text, () => (isWhole ? `:${name}` : `{{${name}}}`))
    if (!isWhole) inline.set(name, literal.value === undefined ? undefined : literal.text)
    else if (!isKnown(name)) variables.push(variableOf(name, literal))
  }
  return { request: { ...request, url: { ...url, path, variables } }, inline }
}

function variableOf(key: string, { text, value }: PathLiteral): PathVariable {
  return { key, value: value === undefined ? undefined : text }
}

function freeName(
  { name }: PathLiteral,
  { isFree, style }: { isFree: (name: string) => boolean; style: NameStyle },
): string {
  if (isFree(name)) return name
  for (let count = 2; ; count++) {
    const numbered = style === 'camel' ? `${name}${count}` : `${name}_${count}`
    if (isFree(numbered)) return numbered
  }
}
