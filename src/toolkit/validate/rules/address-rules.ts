import { decodeFormText } from '../../../text/decode-uri.js'
import { parseVariables } from '../../collection/parse-environment.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import type { Variable } from '../../model/collection.js'
import type { JsonObject } from '../../model/json.js'
import type { Entry, UrlTemplate } from '../../model/request-template.js'
import { isWebSocket } from '../../semantics/address.js'
import { parseAddress } from '../../semantics/parse-address.js'
import { fill } from '../../template/fill.js'
import { createScope } from '../../template/scope.js'
import { hasVariable } from '../../template/variables.js'
import type { ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import { eachRequest, type RuleChecks } from '../rule.js'

export function rawOf({ request }: ItemFacts): string | undefined {
  return asText(request.url) ?? asText(asObject(request.url)?.raw)
}

/** The path of an address's `raw`, else of the address, else of the request. */
export function rawPath(facts: ItemFacts): Path {
  const { request, requestPath, urlPath } = facts
  if (asObject(request.url)?.raw !== undefined) return below(urlPath, 'raw')
  return request.url === undefined ? requestPath : urlPath
}

export const addressRules: RuleChecks = {
  'url-missing': eachRequest((facts, report) => {
    if (facts.origin === '') report(rawPath(facts), { name: facts.name })
  }),
  'websocket-address': ({ items, collection }, report) => {
    const variables = parseVariables(collection.variable)
    const lookUp = (name: string) => variables.find(({ key }) => key === name)?.value
    for (const facts of items)
      if (isWebSocket(facts.origin, lookUp))
        report(rawPath(facts), { name: facts.name, origin: facts.origin })
  },
  'fixed-address'({ items }, report) {
    const origins = new Map<string, { first: ItemFacts; count: number }>()
    for (const facts of items) {
      const { origin } = facts
      if (origin === '' || hasVariable(origin) || /^wss?:/i.test(origin)) continue
      const known = origins.get(origin)
      if (known) known.count++
      else origins.set(origin, { first: facts, count: 1 })
    }
    for (const [origin, { first, count }] of origins) report(rawPath(first), { origin, count })
  },
  'base-url': eachRequest((facts, report) => {
    const raw = rawOf(facts) ?? ''
    if (facts.origin !== '' && !/^\{\{base_url\}\}(?:[/?#]|$)/.test(raw))
      report(rawPath(facts), { found: raw })
  }),
  'url-disagrees'({ items, collection, given }, report) {
    const resolve = resolver(collection, given)
    for (const facts of items) {
      const url = asObject(facts.request.url)
      const raw = asText(url?.raw)
      if (!url || !raw?.trim() || (url.host === undefined && url.path === undefined)) continue
      if (raw === textOf(facts)) continue
      const difference = firstDifference(parseAddress(raw), facts.url, resolve)
      const path = below(facts.urlPath, 'raw')
      // Some converters leave the query out of `raw`. This is harmless, because the request is built from the parts
      // of the address, which contain the query.
      if (difference?.part === 'query' && difference.raw === '')
        report(path, { absent: difference.parts }, { severity: 'info' })
      else if (difference) report(path, difference)
    }
  },
  'url-whitespace': eachRequest((facts, report) => {
    const raw = rawOf(facts)
    if (raw?.trim() && /^[^\S\ufeff]|[^\S\ufeff]$/.test(raw)) report(rawPath(facts))
  }),
  'single-brace': eachRequest((facts, report) => {
    const found = facts.url.path.map((segment) => /(?<!\{)\{([\w-]+)\}(?!\})/.exec(segment)).find(Boolean)
    if (found) report(rawPath(facts), { found: found[0], inner: found[1] })
  }),
  'path-variable-undeclared': eachRequest((facts, report) => {
    const segments = segmentsOf(facts.url)
    if (segments.length === 0) return
    const declared = declaredIn(facts)
    for (const variable of segments) {
      if (!declared.includes(variable)) report(rawPath(facts), { variable })
    }
  }),
  'path-variable-unused': eachRequest((facts, report) => {
    const path = facts.url.path.join('/')
    declaredIn(facts).forEach((variable, index) => {
      if (variable && !path.includes(`:${variable}`) && !path.includes(`{{${variable}}}`)) {
        report(below(facts.urlPath, 'variable', index), { variable })
      }
    })
  }),
  'path-variable-empty': eachRequest((facts, report) => {
    const used = segmentsOf(facts.url)
    if (used.length === 0) return
    asArray(asObject(facts.request.url)?.variable).forEach((entry, index) => {
      const variable = asObject(entry)
      const key = asText(variable?.key) ?? asText(variable?.id) ?? ''
      if (variable && used.includes(key) && (asText(variable.value) ?? '').trim() === '') {
        report(below(facts.urlPath, 'variable', index), { variable: key })
      }
    })
  }),
}

function segmentsOf(url: UrlTemplate): string[] {
  const names: string[] = []
  for (const segment of url.path) {
    const name = segment.startsWith(':') ? /^:([^.:{}]+)/.exec(segment)?.[1] : undefined
    if (name !== undefined) names.push(name)
  }
  return names
}

/** Names of the declared path variables, in the order of the file; `''` for a variable without a name. */
function declaredIn({ request }: ItemFacts): string[] {
  return asArray(asObject(request.url)?.variable).map((entry) => {
    const variable = asObject(entry)
    return asText(variable?.key) || asText(variable?.id) || ''
  })
}

/** The address as Postman composes it from its parts. In most files, the member `raw` is exactly this text. */
function textOf({ url, origin }: ItemFacts): string {
  const path = url.path.length > 0 ? `/${url.path.join('/')}` : ''
  const query = url.query.length > 0 ? `?${queryText(url.query)}` : ''
  return origin + path + query
}

const PORTS: Readonly<Record<string, string>> = { https: '443', http: '80' }

/** Replaces variables by their values, so that addresses with one destination are equal texts. */
function resolver(collection: JsonObject, given: readonly Variable[]): (text: string) => string {
  const scope = createScope([[...given], parseVariables(collection.variable)])
  return (text) => (hasVariable(text) ? fill(text, scope).text : text)
}

/** The first difference between `raw` and the parts of an address. */
function firstDifference(
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

/** Whether texts are equal except for a scheme and a last slash, which variables may have added. */
function isSameSpelling(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    plain(text)
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  )
  return left === right
}

function queryText(query: Entry[]): string {
  const enabled = query.filter((entry) => !entry.disabled && (entry.key || entry.value))
  return enabled.map(({ key, value }) => `${key ?? ''}=${asText(value) ?? ''}`).join('&')
}

/** Decodes the percent escapes of a text, because an escaped and a plain spelling are the same address. */
const plain = (text: string) => decodeFormText(text).trim()
