import { decodeUri } from '../../text/decode-uri.js'
import type { UrlTemplate } from '../../toolkit/model/request-template.js'
import { pathOf, pathVariableOf } from '../../toolkit/semantics/address.js'
import { literalsInPath, type PathLiteral } from '../../toolkit/semantics/path-literals.js'
import { fill } from '../../toolkit/template/fill.js'
import type { Scope } from '../../toolkit/template/scope.js'
import { compareText, wildcard } from './match-score.js'

/** A segment of a saved path: a fixed text, or a parameter that fits any value. */
export type Segment = { text: string } | Parameter

interface Parameter {
  text: string
  name: string
  /** The value of the parameter in the collection. */
  value?: string
  matches: (sent: string) => boolean
  /** The fixed text before and after the value: `.json` in `:id.json`. */
  around: [before: string, after: string]
}

/** The pattern of a saved path, with which the paths of received requests are compared. */
export interface PathPattern {
  /** The path as it is written in the collection, with a leading slash. */
  text: string
  segments: Segment[]
}

/** The result of a match: the number of segments that equal the saved ones, and the values of the parameters. */
export interface PathMatch {
  literals: number
  values: string[]
}

/**
 * The pattern of a URL. Segments such as `:id`, `{id}` and `{{id}}` are parameters. If `title` is set to the title of
 * the request, literal ids also become parameters. For example, `50` in `/users/50` is then a parameter.
 */
export function patternOf(
  url: UrlTemplate,
  {
    scope,
    title,
    records,
    method = 'GET',
  }: { scope: Scope; title?: string; records?: ReadonlySet<string>; method?: string },
): PathPattern {
  const path = partsOf(url, scope)
  const context = {
    method,
    title: title ?? '',
    conventions: { style: 'snake' as const, namesAfter: new Map<string, string>(), records },
  }
  const literals = title === undefined ? [] : literalsInPath(path, context)
  const segments = path.map((text, index) => {
    const literal = literals.find((one) => one.index === index && !text.includes('{'))
    return literal
      ? literalParameter(text, literal)
      : segmentOf(text, (name) => parameterValue(name, url, scope))
  })
  return { text: `/${path.join('/')}`, segments }
}

/**
 * The values that a URL of the collection has for the parameters of a pattern; `''` for a parameter without a value.
 */
export function valuesAt(pattern: PathPattern, url: UrlTemplate, scope: Scope): string[] {
  const path = partsOf(url, scope)
  return pattern.segments.flatMap((segment, index) =>
    'matches' in segment ? [valueIn(segment, concrete(path[index] ?? '', url, scope))] : [],
  )
}

/** The segments of a URL. A variable whose value has several segments is replaced by them. */
function partsOf(url: UrlTemplate, scope: Scope): string[] {
  const path = pathOf(url).flatMap((segment) => {
    const filled = fill(segment, scope).text
    return filled.includes('/') ? filled.split('/') : [segment]
  })
  return withoutEmpty(path)
}

/** Compares the segments of a path with a pattern; `undefined` if they do not match. */
export function matchPath(pattern: PathPattern, segments: string[]): PathMatch | undefined {
  const sent = withoutEmpty(segments)
  if (sent.length !== pattern.segments.length) return undefined
  const values: string[] = []
  let same = 0
  for (const [index, segment] of pattern.segments.entries()) {
    const text = sent[index]!
    if (!fits(segment, text)) return undefined
    if (!('matches' in segment)) continue
    const value = valueIn(segment, text)
    values.push(value)
    if (segment.value === value) same++
  }
  return { literals: sent.length - values.length + same, values }
}

export function fits(segment: Segment | undefined, sent: string | undefined): boolean {
  if (segment === undefined || sent === undefined) return segment === sent
  return 'matches' in segment ? segment.matches(sent) : compareText(segment.text, sent) === 'same'
}

export function segmentsOf(pathname: string): string[] {
  return pathname.replace(/^\//, '').split('/').map(decodeUri)
}

function segmentOf(text: string, valueFor: (name: string) => string | undefined): Segment {
  const key = pathVariableOf(text)
  const name = key ?? /\{\{?([^{}]*)\}/.exec(text)?.[1]?.trim()
  if (name === undefined && !text.includes('{')) return { text: decodeUri(text) }
  const value = valueFor(name ?? '')
  const after = key === undefined ? '' : text.slice(1 + key.length)
  if (key !== undefined)
    return { text, name: key, value, matches: (sent) => sent.endsWith(after), around: ['', after] }
  return {
    text,
    name: name ?? '',
    value,
    matches: wildcard(text, { braces: true }),
    around: aroundBraces(text),
  }
}

/** The text around the braces of a segment with one pair of braces; empty texts for any other segment. */
function aroundBraces(text: string): [before: string, after: string] {
  const parts = text.split(/\{\{[^{}]*\}\}|\{[^{}]*\}/)
  return parts.length === 2 ? [parts[0]!, parts[1]!] : ['', '']
}

/** The parameter for a segment with a literal id. Text around the id stays fixed. */
function literalParameter(segment: string, { text, name, value }: PathLiteral): Segment {
  const around = segment.split(text).map((part) => part.replace(/[{}]/g, ''))
  const [before = '', after = ''] = around.length === 2 ? around : []
  return { text: segment, matches: wildcard(around.join('{{}}')), name, value, around: [before, after] }
}

/** The value of a parameter in a segment that was sent: `7` in `7.json` for `:id.json`. */
function valueIn({ around: [before, after] }: Parameter, sent: string): string {
  const isInside =
    sent.length > before.length + after.length && sent.startsWith(before) && sent.endsWith(after)
  return isInside ? sent.slice(before.length, sent.length - after.length) : sent
}

/** The value of a parameter in the collection; `undefined` if it is a placeholder. */
function parameterValue(name: string, url: UrlTemplate, scope: Scope): string | undefined {
  const own = url.variables.find(({ key }) => key === name)?.value
  const value = fill(String(own ?? `{{${name}}}`), scope).text
  return value === '' || /[{<]/.test(value) ? undefined : value
}

/**
 * The text of a saved segment with its variables filled. A path variable such as `:id` is replaced by its value. `''`
 * if a variable or placeholder remains.
 */
function concrete(segment: string, url: UrlTemplate, scope: Scope): string {
  const name = pathVariableOf(segment)
  const value =
    name === undefined
      ? segment
      : `${url.variables.find(({ key }) => key === name)?.value ?? ''}${segment.slice(1 + name.length)}`
  const filled = fill(value, scope).text
  return /[{<]/.test(filled) ? '' : decodeUri(filled)
}

/** Removes empty segments. A path has them if it contains a double slash or ends with a slash. */
export function withoutEmpty(segments: string[]): string[] {
  return segments.filter((segment) => segment !== '')
}
