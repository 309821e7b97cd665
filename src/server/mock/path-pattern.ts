import { literalsInPath, type PathLiteral } from '../../toolkit/meaning/path-literals.js'
import type { UrlTemplate } from '../../toolkit/model/request-template.js'
import { fill } from '../../toolkit/template/fill.js'
import type { Scope } from '../../toolkit/template/scope.js'
import { compareText, wildcard } from './fit.js'

/** One segment of a saved path: a text, or a hole for any value. `value` is what the collection has in the hole. */
export type Segment =
  | { text: string }
  | { hole: (sent: string) => boolean; text: string; name: string; value?: string }

/** A saved path that requests can be held against. */
export interface PathPattern {
  /** As written, with a leading slash. */
  text: string
  segments: Segment[]
}

/** How a path agrees with a pattern: how many segments are the same text, and the values of the holes. */
export interface PathMatch {
  literals: number
  values: string[]
}

/**
 * The pattern of an address. Its `:id`, `{id}` and `{{id}}` segments are holes; a variable that stands for several segments is filled
 * first. With a title, literal ids are holes, too: `50` in `/users/50`.
 */
export function patternOf(
  url: UrlTemplate,
  { scope, title, method = 'GET' }: { scope: Scope; title?: string; method?: string },
): PathPattern {
  const path = url.path.flatMap((segment) => {
    const filled = fill(segment, scope).text
    return filled.includes('/') ? filled.split('/').filter(Boolean) : [segment]
  })
  const context = {
    method,
    title: title ?? '',
    style: 'snake' as const,
    namesAfter: new Map<string, string>(),
  }
  const literals = title === undefined ? [] : literalsInPath(trimmed(path), context)
  const segments = trimmed(path).map((text, index) => {
    const literal = literals.find((one) => one.index === index && !text.includes('{'))
    return literal ? literalHole(text, literal) : segmentOf(text, (name) => holeValue(name, url, scope))
  })
  return { text: `/${path.join('/')}`, segments }
}

/** The values that an address has at the holes of a pattern: path variables filled, `''` where it says nothing. */
export function valuesAt(pattern: PathPattern, url: UrlTemplate, scope: Scope): string[] {
  const path = trimmed(url.path)
  return pattern.segments.flatMap((segment, index) =>
    'hole' in segment ? [concrete(path[index] ?? '', url, scope)] : [],
  )
}

/** Holds the segments of a request's path against a pattern; undefined when they do not fit. */
export function matchPath(pattern: PathPattern, segments: string[]): PathMatch | undefined {
  const sent = trimmed(segments)
  if (sent.length !== pattern.segments.length) return undefined
  const values: string[] = []
  for (const [index, segment] of pattern.segments.entries()) {
    const text = sent[index]!
    if (!fits(segment, text)) return undefined
    if ('hole' in segment) values.push(text)
  }
  const same = pattern.segments.filter((segment, at) => 'hole' in segment && segment.value === sent[at])
  return { literals: sent.length - values.length + same.length, values }
}

/** Whether one segment agrees with what was sent in its place. */
export function fits(segment: Segment | undefined, sent: string | undefined): boolean {
  if (segment === undefined || sent === undefined) return segment === sent
  return 'hole' in segment ? segment.hole(sent) : compareText(segment.text, sent) === 'same'
}

/** The segments of a path as a client sent it, percent-encoding taken away. */
export function segmentsOf(pathname: string): string[] {
  return pathname.replace(/^\//, '').split('/').map(decode)
}

/** Percent-encoding taken away; a text that is not well encoded stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function segmentOf(text: string, valueFor: (name: string) => string | undefined): Segment {
  const name = /^:(.+)/.exec(text)?.[1] ?? /\{\{?([^{}]*)\}/.exec(text)?.[1]?.trim()
  if (name === undefined && !text.includes('{')) return { text: decode(text) }
  const value = valueFor(name ?? '')
  const hole = /^:./.test(text) ? () => true : wildcard(text, { braces: true })
  return { text, hole, name: name ?? '', ...(value !== undefined && { value }) }
}

/** A literal id that stands for any other one; what stands around it stays. */
function literalHole(segment: string, { text, name, value }: PathLiteral): Segment {
  const around = segment.split(text).map((part) => part.replace(/[{}]/g, ''))
  const hole = wildcard(around.join('{{}}'))
  return { text: segment, hole, name, ...(value !== undefined && { value }) }
}

/** What the collection fills a hole with; undefined for nothing that says something. */
function holeValue(name: string, url: UrlTemplate, scope: Scope): string | undefined {
  const own = url.variables.find(({ key }) => key === name)?.value
  const value = fill(String(own ?? `{{${name}}}`), scope).text
  return value === '' || /[{<]/.test(value) ? undefined : value
}

/** The value a saved segment had: of a path variable, or the text itself; `''` when it is still a variable. */
function concrete(segment: string, url: UrlTemplate, scope: Scope): string {
  const name = /^:(.+)/.exec(segment)?.[1]
  const value = name === undefined ? segment : url.variables.find(({ key }) => key === name)?.value
  const filled = fill(String(value ?? ''), scope).text
  return /[{<]/.test(filled) ? '' : decode(filled)
}

/** A slash at the end is not a segment. */
function trimmed(segments: string[]): string[] {
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments
}
