import type { Item } from '../model/collection.js'
import type { PathVariable, RequestTemplate } from '../model/request-template.js'
import type { NameStyle } from '../semantics/id-names.js'
import { type PathConventions, pathConventions } from '../semantics/path-conventions.js'
import { literalsInPath, type PathLiteral } from '../semantics/path-literals.js'
import { recordPaths } from '../semantics/record-names.js'
import { bodyNames } from '../semantics/request-body.js'
import type { ToolInputModes } from './input-modes.js'
import { isFilled, type KnownVariables } from './known-variables.js'

/** Properties that all requests of a collection share. */
export interface Conventions extends PathConventions {
  /**
   * A converter wrote the collection: its bodies show all possible members, and its descriptions say what is
   * required.
   */
  isConverted: boolean
  /** Paths whose last word is a record by what other requests say. */
  records: ReadonlySet<string>
}

/** Data about the collection and its owner's decisions, known before an item is read. */
export interface Knowledge {
  filled: KnownVariables
  /** Whether a variable has a value before the first call. */
  settled: (variable: string) => boolean
  conventions: Conventions
  modes: ToolInputModes
}

/** Derives the conventions from all requests. */
export function conventionsOf(items: Item[]): Conventions {
  const paths = items.map(({ request: { url, body } }) => ({
    path: url.path,
    names: [...url.query.flatMap(({ key }) => key ?? []), ...bodyNames(body)],
  }))
  return {
    ...pathConventions(paths),
    isConverted: items.some(({ request }) => isConverted(request)),
    records: recordPaths(items.map(({ request, name }) => ({ request, title: name }))),
  }
}

/** Recognises how converters of OpenAPI files mark parameters and placeholders. */
function isConverted({ url, headers, body }: RequestTemplate): boolean {
  const entries = [...url.query, ...url.variables, ...headers]
  if (entries.some(({ description }) => /^\((?:Required|This can only be)\b/.test(description ?? '')))
    return true
  return body?.mode === 'raw' && /"<(?:string|integer|long|number|boolean|dateTime|uuid)>"/.test(body.text)
}

/** A request whose literal ids are replaced by variables, and the values of variables inside a segment. */
export interface TemplatedPath {
  request: RequestTemplate
  /** From variable name to original value; undefined if the text was a placeholder. */
  inline: ReadonlyMap<string, string | undefined>
}

/**
 * Reads `{id}`, `/users/50` and `Users(5)` as variables with the written text as their value. Replay sends the
 * original request.
 */
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
