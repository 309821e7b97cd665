import { decodeUri } from '../../text/decode-uri.js'
import { isMadeOfParts } from '../../text/parts.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { UrlTemplate } from '../../toolkit/model/request-template.js'
import { pathOf, pathVariableOf } from '../../toolkit/semantics/address.js'
import { literalsInPath, type PathLiteral } from '../../toolkit/semantics/path-literals.js'
import { fill } from '../../toolkit/template/fill.js'
import type { Scope } from '../../toolkit/template/scope.js'
import { hasVariable } from '../../toolkit/template/variables.js'

/** A segment of a saved path: a fixed text, or a parameter that fits any value. */
type Segment = { text: string } | Parameter

interface Parameter {
  text: string
  name: string
  value?: string
  matches: (sent: string) => boolean
  /** The fixed text before and after the value: `.json` in `:id.json`. */
  around: [before: string, after: string]
}

export interface PathPattern {
  text: string
  segments: Segment[]
}

export interface PathMatch {
  literals: number
  values: string[]
}

/** The pattern of a URL, with parameters for `:id`, `{id}`, `{{id}}`; with a `title`, also for literal ids. */
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

export function valuesAt(pattern: PathPattern, url: UrlTemplate, scope: Scope): string[] {
  const path = partsOf(url, scope)
  return pattern.segments.flatMap((segment, index) =>
    'matches' in segment ? [valueIn(segment, concrete(path[index] ?? '', url, scope))] : [],
  )
}

function partsOf(url: UrlTemplate, scope: Scope): string[] {
  const path = pathOf(url).flatMap((segment) => {
    const filled = fill(segment, scope).text
    return filled.includes('/') ? filled.split('/') : [segment]
  })
  return withoutEmpty(path)
}

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

function aroundBraces(text: string): [before: string, after: string] {
  const parts = text.split(/\{\{[^{}]*\}\}|\{[^{}]*\}/)
  return parts.length === 2 ? [parts[0]!, parts[1]!] : ['', '']
}

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

function parameterValue(name: string, url: UrlTemplate, scope: Scope): string | undefined {
  const own = url.variables.find(({ key }) => key === name)?.value
  const value = fill(String(own ?? `{{${name}}}`), scope).text
  return value === '' || /[{<]/.test(value) ? undefined : value
}

/** A saved segment with its variables filled; `''` if one remains. */
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

/** `score`: -1 (all differs) to 1 (all equal). `exact`: equal values without variables. */
export interface MatchScore {
  score: number
  exact: boolean
}

export const NOTHING: MatchScore = { score: 0, exact: true }

/** A value in the path says most about what is asked for, a field of the body least. */
const WEIGHTS = { path: 4, query: 2, body: 1 } as const

export function totalScore(parts: Partial<Record<keyof typeof WEIGHTS, MatchScore>>): number {
  const { path, query, body } = parts
  const weighted = (score: MatchScore | undefined, weight: number) => (score?.score ?? 0) * weight
  return weighted(path, WEIGHTS.path) + weighted(query, WEIGHTS.query) + weighted(body, WEIGHTS.body)
}

/** How a sent text compares with a saved one. `open`: the saved text is a variable or placeholder, which fits any value. */
type Agreement = 'same' | 'open' | 'different'

export function compareText(saved: string, sent: string): Agreement {
  if (saved === sent) return 'same'
  if (saved === '' || isPlaceholder(saved)) return 'open'
  if (!hasVariable(saved)) return 'different'
  return wildcard(saved)(sent) ? 'open' : 'different'
}

/** Whether a text matches a saved one, in which each `{{variable}}`, and with `braces` each `{name}`, matches any text. */
export function wildcard(saved: string, { braces = false } = {}): (sent: string) => boolean {
  const parts = saved.split(braces ? /\{\{[^{}]*\}\}|\{[^{}]*\}/ : /\{\{[^{}]*\}\}/)
  return (sent) => isMadeOfParts(sent, parts)
}

/** Compares values of the same name. Further ones lower the score a little. */
export function compareEntries(saved: [string, string][], sent: [string, string][]): MatchScore {
  if (saved.length === 0 && sent.length === 0) return NOTHING
  const values = new Map<string, string[]>()
  for (const [name, value] of sent) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  let rest = sent.length
  let [points, exact] = [0, true]
  for (const [name, value] of saved) {
    const { agreement, index } = bestOf(value, values.get(name) ?? [])
    if (index >= 0) {
      values.get(name)!.splice(index, 1)
      rest--
    }
    points += agreement === 'same' ? 1 : agreement === 'open' ? 0.5 : -1
    exact &&= agreement === 'same'
  }
  points -= rest / 2
  return { score: points / (saved.length + rest), exact: exact && rest === 0 }
}

function bestOf(saved: string, sent: string[]): { agreement: Agreement; index: number } {
  let best: { agreement: Agreement; index: number } = { agreement: 'different', index: -1 }
  for (const [index, sentValue] of sent.entries()) {
    const agreement = compareText(saved, sentValue)
    if (agreement === 'same') return { agreement, index }
    if (best.index < 0 || agreement === 'open') best = { agreement, index }
  }
  return best
}

export function compareJson(saved: JsonValue, sent: JsonValue): MatchScore {
  return compareEntries(leavesOf(saved), leavesOf(sent))
}

/** All leaves of a JSON value with their paths. A value that is nested too deeply counts as one leaf. */
function leavesOf(value: JsonValue, place = '', depth = 0): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[place, String(value)]]
  const entries = Object.entries(value)
  if (entries.length === 0 || depth === 20) return [[place, JSON.stringify(value)]]
  return entries.flatMap(([key, member]) => leavesOf(member, `${place}/${key}`, depth + 1))
}

/** Whether a text is a placeholder that converters write: `<string>`, `<long>`, `<uuid>`. */
function isPlaceholder(text: string): boolean {
  return /^<[^<>]*>$/.test(text)
}
