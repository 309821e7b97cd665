import { parseVariables } from '../../collection/parse-environment.js'
import { asText } from '../../collection/read-shape.js'
import type { Variable } from '../../model/collection.js'
import type { JsonObject } from '../../model/json.js'
import type { Entry, UrlTemplate } from '../../model/request-template.js'
import { fill } from '../../template/fill.js'
import { createScope } from '../../template/scope.js'
import type { Args } from '../finding.js'
import { quoted } from './wording.js'

/** The port that counts when none is written. */
const PORTS: Readonly<Record<string, string>> = { https: '443', http: '80' }

/** What disagreements have in common: a query that is missing in every `raw` has one cause, whatever stands in it. */
export function disagreement({ part, raw, parts }: Args): string {
  return part === 'query' && raw === '' ? 'query' : [part, raw, parts].join(' ')
}

/** The sentence about several addresses with the same disagreement. */
export function disagreements(args: Args): string {
  const { together, part, raw, parts } = args
  if (disagreement(args) === 'query')
    return `The query stands in the parts of ${together} addresses and is missing in "raw".`
  return `"raw" and the parts of ${together} addresses disagree about the ${part}: ${quoted(raw)} and ${quoted(parts)}.`
}

/** Fills the variables to which the file or its environment gives a value, so that only addresses that lead elsewhere differ. */
export function resolver(collection: JsonObject, given: readonly Variable[]): (text: string) => string {
  const scope = createScope([[...given], parseVariables(collection.variable)])
  return (text) => (text.includes('{{') ? fill(text, scope).text : text)
}

/** What differs between an address as one text and its parts; undefined when both lead to the same place. */
export function firstDifference(
  raw: UrlTemplate,
  parts: UrlTemplate,
  resolve: (text: string) => string,
): { part: string; raw: string; parts: string } | undefined {
  const views: [string, (url: UrlTemplate) => string][] = [
    ['host', (url) => url.host.join('.')],
    ['port', (url) => url.port || (PORTS[raw.protocol ?? parts.protocol ?? ''] ?? '')],
    ['path', (url) => url.path.filter((segment) => segment !== '').join('/')],
    ['query', (url) => queryText(url.query)],
  ]
  for (const [part, view] of views) {
    const [one, other] = [view(raw), view(parts)]
    if (plain(one) !== plain(other) && !isSameSpelling(resolve(one), resolve(other)))
      return { part, raw: one, parts: other }
  }
  return undefined
}

/** Whether two texts are the same after their variables were filled; a value may bring a scheme and a slash of its own. */
function isSameSpelling(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    plain(text)
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  )
  return left === right
}

/** The query as it is written, without what is switched off. */
export function queryText(query: Entry[]): string {
  const enabled = query.filter((entry) => !entry.disabled && (entry.key || entry.value))
  return enabled.map(({ key, value }) => `${key ?? ''}=${asText(value) ?? ''}`).join('&')
}

/** Encoded and plain spellings are the same address. */
function plain(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced).trim()
  } catch {
    return spaced.trim()
  }
}
