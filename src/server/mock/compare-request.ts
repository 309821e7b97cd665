import { tryParseJson } from '../../protocol/parse-json.js'
import { decodeFormText } from '../../text/decode-uri.js'
import { multipartFields } from '../../text/multipart.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { BodyTemplate, Entry, FormEntry } from '../../toolkit/model/request-template.js'
import { fill } from '../../toolkit/template/fill.js'
import type { Scope } from '../../toolkit/template/scope.js'
import {
  compareEntries,
  compareJson,
  compareText,
  type MatchScore,
  NOTHING,
  valuesAt,
} from './path-pattern.js'
import type { ExampleCandidate } from './routes.js'

export interface MockRequest {
  method: string
  segments: string[]
  query: [string, string][]
  contentType: string
  body: string
}

export interface RequestFit {
  path: MatchScore
  query: MatchScore
  body: MatchScore
}

export function compareRequest(
  request: MockRequest,
  { saved, route, path }: Omit<ExampleCandidate, 'example'>,
): RequestFit {
  const values = valuesAt(route.pattern, saved.url, route.scope)
  return {
    path: comparePath(values, path.values),
    query: compareEntries(entriesOf(saved.url.query, route.scope), request.query),
    body: compareBody(saved.body, request, route.scope),
  }
}

function comparePath(saved: string[], sent: string[]): MatchScore {
  if (sent.length === 0) return NOTHING
  const agreements = sent.map((value, index) => compareText(saved[index] ?? '', value))
  const points = agreements.map((agreement) => ({ same: 1, open: 0, different: -1 })[agreement])
  const sum = points.reduce<number>((total, point) => total + point, 0)
  return { score: sum / sent.length, exact: agreements.every((agreement) => agreement === 'same') }
}

function compareBody(
  saved: BodyTemplate | undefined,
  { body, contentType }: MockRequest,
  scope: Scope,
): MatchScore {
  if (!saved || (saved.mode === 'raw' && saved.text === ''))
    return body === '' ? NOTHING : { score: -0.5, exact: false }
  if (body === '') return { score: -0.5, exact: false }
  switch (saved.mode) {
    case 'raw':
      return compareRaw(fill(saved.text, scope).text, body)
    case 'graphql':
      return compareGraphql(saved, body)
    case 'urlencoded':
      return compareEntries(fieldsOf(saved.entries, scope), [...new URLSearchParams(body)])
    case 'formdata':
      return compareForm(saved.entries, { body, contentType, scope })
    default:
      return { score: 0, exact: false }
  }
}

function compareRaw(saved: string, sent: string): MatchScore {
  const [left, right] = [tryParseJson(saved), tryParseJson(sent)]
  if (left !== undefined && right !== undefined) return compareJson(left, right)
  const agreement = compareText(saved.trim(), sent.trim())
  return { score: { same: 1, open: 0.5, different: -1 }[agreement], exact: agreement === 'same' }
}

/** -1 for another document; for the same, 0 to 1 by its variables. */
function compareGraphql(saved: BodyTemplate & { mode: 'graphql' }, body: string): MatchScore {
  const sent = tryParseJson(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { score: -1, exact: false }
  const squeeze = (text: unknown) =>
    String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
  if (squeeze(saved.query) !== squeeze(sent.query)) return { score: -1, exact: false }
  const variables = typeof saved.variables === 'string' ? tryParseJson(saved.variables) : saved.variables
  const fit = compareJson(variables ?? {}, sent.variables ?? {})
  return { score: 0.5 + fit.score / 2, exact: fit.exact }
}

export const MOST_FIELDS = 200

/** Compares multipart forms. Of files, only the names of the fields count, because the mock ignores their content. */
function compareForm(
  saved: FormEntry[],
  { scope, ...request }: { body: string; contentType: string; scope: Scope },
): MatchScore {
  const wanted = saved.flatMap((entry) => {
    const isFile = entry.type === 'file'
    return fieldsOf([entry], scope).map(([name, value]): [string, string] => [name, isFile ? '' : value])
  })
  const fields = multipartFields(request.body, request.contentType, MOST_FIELDS) ?? []
  const sent = fields.map(({ name, value, file }): [string, string] => [
    name,
    file === undefined ? value : '',
  ])
  return compareEntries(wanted, sent)
}

function entriesOf(entries: Entry[], scope: Scope): [string, string][] {
  return fieldsOf(entries, scope).map(([name, value]) => [decodeFormText(name), decodeFormText(value)])
}

function fieldsOf(entries: Entry[], scope: Scope): [string, string][] {
  return entries
    .filter(({ disabled, key }) => !disabled && key !== null)
    .map(({ key, value }) => [filledText(key, scope), filledText(value, scope)])
}

function filledText(value: JsonValue | undefined, scope: Scope): string {
  return fill(String(value ?? ''), scope).text
}
