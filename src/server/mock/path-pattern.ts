import { decodeUri } from '../../text/decode-uri.js'
import type { UrlTemplate } from '../../toolkit/model/request-template.js'
import { pathOf } from '../../toolkit/semantics/address.js'
import { literalsInPath, type PathLiteral } from '../../toolkit/semantics/path-literals.js'
import { fill } from '../../toolkit/template/fill.js'
import type { Scope } from '../../toolkit/template/scope.js'
import { compareText, wildcard } from './match-score.js'

/** A segment of a saved path: a fixed text, or a parameter that fits any value. `value` is the value of the parameter in the collection. */
export type Segment =
  | { text: string }
  | { matches: (sent: string) => boolean; text: string; name: string; value?: string }

/** The pattern of a saved path, which paths of requests are compared with. */
export interface PathPattern {
  /** The path as it is written in the collection, with a leading slash. */
  text: string
  segments: Segment[]
}

/** The result of a match: the number of segments that are equal to the saved ones, and the values of the parameters. */
export interface PathMatch {
  literals: number
  values: string[]
}

/**
 * The pattern of a URL. Segments such as `:id`, `{id}` and `{{id}}` are parameters; with a title, so are literal ids
 * such as `50` in `/users/50`.
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
  const path = pathOf(url).flatMap((segment) => {
    const filled = fill(segment, scope).text
    return filled.includes('/') ? filled.split('/').filter(Boolean) : [segment]
  })
  const context = {
    method,
    title: title ?? '',
    conventions: { style: 'snake' as const, namesAfter: new Map<string, string>(), records },
  }
  const literals = title === undefined ? [] : literalsInPath(trimmed(path), context)
  const segments = trimmed(path).map((text, index) => {
    const literal = literals.find((one) => one.index === index && !text.includes('{'))
    return literal
      ? literalParameter(text, literal)
      : segmentOf(text, (name) => parameterValue(name, url, scope))
  })
  return { text: `/${path.join('/')}`, segments }
}

/** The values of a URL for the parameters of a pattern; `''` for a parameter without a value. */
export function valuesAt(pattern: PathPattern, url: UrlTemplate, scope: Scope): string[] {
  const path = trimmed(pathOf(url))
  return pattern.segments.flatMap((segment, index) =>
    'matches' in segment ? [concrete(path[index] ?? '', url, scope)] : [],
  )
}

/** Compares the segments of a path with a pattern; `undefined` if they do not match. */
export function matchPath(pattern: PathPattern, segments: string[]): PathMatch | undefined {
  const sent = trimmed(segments)
  if (sent.length !== pattern.segments.length) return undefined
  const values: string[] = []
  for (const [index, segment] of pattern.segments.entries()) {
    const text = sent[index]!
    if (!fits(segment, text)) return undefined
    if ('matches' in segment) values.push(text)
  }
  const same = pattern.segments.filter((segment, at) => 'matches' in segment && segment.value === sent[at])
  return { literals: sent.length - values.length + same.length, values }
}

export function fits(segment: Segment | undefined, sent: string | undefined): boolean {
  if (segment === undefined || sent === undefined) return segment === sent
  return 'matches' in segment ? segment.matches(sent) : compareText(segment.text, sent) === 'same'
}

export function segmentsOf(pathname: string): string[] {
  return pathname.replace(/^\//, '').split('/').map(decodeUri)
}

function segmentOf(text: string, valueFor: (name: string) => string | undefined): Segment {
  const name = /^:(.+)/.exec(text)?.[1] ?? /\{\{?([^{}]*)\}/.exec(text)?.[1]?.trim()
  if (name === undefined && !text.includes('{')) return { text: decodeUri(text) }
  const value = valueFor(name ?? '')
  const matches = /^:./.test(text) ? () => true : wildcard(text, { braces: true })
  return { text, matches, name: name ?? '', value }
}

/** The parameter for a segment with a literal id. Text around the id stays fixed. */
function literalParameter(segment: string, { text, name, value }: PathLiteral): Segment {
  const around = segment.split(text).map((part) => part.replace(/[{}]/g, ''))
  const matches = wildcard(around.join('{{}}'))
  return { text: segment, matches, name, value }
}

/** The value of a parameter in the collection; `undefined` if it is a placeholder. */
function parameterValue(name: string, url: UrlTemplate, scope: Scope): string | undefined {
  const own = url.variables.find(({ key }) => key === name)?.value
  const value = fill(String(own ?? `{{${name}}}`), scope).text
  return value === '' || /[{<]/.test(value) ? undefined : value
}

/** The value of a saved segment: the value of its path variable, or its text. `''` if it still contains a variable. */
function concrete(segment: string, url: UrlTemplate, scope: Scope): string {
  const name = /^:(.+)/.exec(segment)?.[1]
  const value = name === undefined ? segment : url.variables.find(({ key }) => key === name)?.value
  const filled = fill(String(value ?? ''), scope).text
  return /[{<]/.test(filled) ? '' : decodeUri(filled)
}

/** The segments without the empty one after a slash at the end. */
function trimmed(segments: string[]): string[] {
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments
}
