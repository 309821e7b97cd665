import { decodeFormText } from '../../../text/decode-uri.js'
import { parseVariables } from '../../collection/parse-environment.js'
import { asText } from '../../collection/read-shape.js'
import type { Variable } from '../../model/collection.js'
import type { JsonObject } from '../../model/json.js'
import type { Entry, UrlTemplate } from '../../model/request-template.js'
import { fill } from '../../template/fill.js'
import { createScope } from '../../template/scope.js'
import type { Args } from '../raw-diagnostic.js'
import { quoted } from './wording.js'

const PORTS: Readonly<Record<string, string>> = { https: '443', http: '80' }

/**
 * Returns a key for the way in which the text of an address (`raw`) disagrees with its parts (host, path, query).
 * Diagnostics with the same key are merged. All addresses whose `raw` lacks the query have the same key.
 */
export function disagreement({ part, raw, parts }: Args): string {
  return part === 'query' && raw === '' ? 'query' : [part, raw, parts].join(' ')
}

/** The message for several addresses that disagree in the same way. */
export function disagreements(args: Args): string {
  const { together, part, raw, parts } = args
  if (disagreement(args) === 'query')
    return `The query stands in the parts of ${together} addresses and is missing in "raw".`
  return `"raw" and the parts of ${together} addresses disagree about the ${part}: ${quoted(raw)} and ${quoted(parts)}.`
}

/**
 * Returns a function that replaces variables by their values in the file or its environment. After that, two addresses
 * with the same destination have the same text.
 */
export function resolver(collection: JsonObject, given: readonly Variable[]): (text: string) => string {
  const scope = createScope([[...given], parseVariables(collection.variable)])
  return (text) => (text.includes('{{') ? fill(text, scope).text : text)
}

/**
 * Compares the text of an address (`raw`) with its parts. Returns the first difference, which is in the host, the port,
 * the path or the query.
 */
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

/**
 * Whether two texts are equal except for a scheme at the start and a slash at the end. Variables in the texts are
 * already replaced, and their values may have added the scheme or the slash.
 */
function isSameSpelling(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    plain(text)
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  )
  return left === right
}

export function queryText(query: Entry[]): string {
  const enabled = query.filter((entry) => !entry.disabled && (entry.key || entry.value))
  return enabled.map(({ key, value }) => `${key ?? ''}=${asText(value) ?? ''}`).join('&')
}

/** Decodes the percent escapes of a text, because an escaped and a plain spelling are the same address. */
const plain = (text: string) => decodeFormText(text).trim()
