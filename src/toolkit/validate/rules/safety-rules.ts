import { asArray, asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject } from '../../model/json.js'
import type { UrlTemplate } from '../../model/request-template.js'
import { authKind } from '../../secrets/auth-kinds.js'
import { isCredentialLike } from '../../secrets/credential-name.js'
import { isAmbiguousKey } from '../../secrets/machine-key.js'
import { annotationsOf } from '../../semantics/effect.js'
import { findVariables } from '../../template/variables.js'
import { decidedRequests } from '../decided.js'
import type { FileFacts, ItemFacts } from '../file-facts.js'
import { findFileSecrets } from '../file-secrets.js'
import { below, type Path, pathPointer } from '../raw-diagnostic.js'
import { eachRequest, type RuleChecks } from '../rule.js'
import { named } from './wording.js'

/** Rules for risks: secrets, requests that do more than their names say, missing auth. */
export const safetyRules: RuleChecks = {
  'secret-in-file'(facts, report) {
    for (const { path, what, offset } of findFileSecrets(facts))
      report(path, { what }, offset === undefined ? {} : { offset })
  },
  'unsafe-get'(facts, report) {
    for (const { facts: item, effect } of decidedRequests(facts)) {
      const { name, method, url, requestPath, request } = item
      const isRead = effect.annotations.readOnlyHint
      if ((method !== 'GET' && method !== 'HEAD') || isRead) continue
      if (!annotationsOf(name, { method, url, headers: [], profile: {} }).readOnlyHint)
        report(request.method === undefined ? requestPath : below(requestPath, 'method'), { name, method })
    }
  },
  'auth-missing'(facts, report) {
    if (facts.items.length > 0 && !hasAnyAuth(facts)) report(facts.path)
  },
  'auth-incomplete'({ collection, path, folders, items }, report) {
    const owners: [owner: JsonObject, path: Path][] = [
      [collection, path],
      ...folders.map(({ folder, path }): [JsonObject, Path] => [folder, path]),
      ...items.map(({ request, requestPath }): [JsonObject, Path] => [request, requestPath]),
    ]
    for (const [{ auth }, place] of owners) {
      const type = asText(asObject(auth)?.type) ?? ''
      const { needed = [] } = authKind(type)
      if (needed.length > 0 && asObject(auth)?.[type] === undefined)
        report(below(place, 'auth'), { type, needed: needed.join(' and ') })
    }
  },
  'method-missing': eachRequest(({ name, request, item, requestPath }, report) => {
    if (request === item.request && (asText(request.method) ?? '').trim() === '')
      report(requestPath, { name })
  }),
  'method-odd': eachRequest(({ request, method, requestPath }, report) => {
    if (asText(request.method)?.trim() && !/^[A-Z][A-Z-]*$/.test(method))
      report(below(requestPath, 'method'), { method })
  }),
  'duplicate-request'(all, report) {
    const seen = new Map<string, ItemFacts>()
    const tests = new Set(decidedRequests(all).flatMap(({ facts, scenario }) => (scenario ? [facts] : [])))
    for (const facts of all.items) {
      const key = tests.has(facts) ? undefined : addressKey(facts)
      if (key === undefined) continue
      const first = seen.get(key)
      if (!first) seen.set(key, facts)
      else
        report(facts.path, {
          name: facts.name,
          first: `${named('request', first.name)} (${pathPointer(first.path)})`,
        })
    }
  },
}

function addressKey({ method, url, request }: ItemFacts): string | undefined {
  const body = asObject(request.body)
  if (body && decidesOperation(body)) return undefined
  if (url.host.length === 0 && url.path.length === 0) return undefined
  const host = url.host.join('.')
  const path = url.path.join('/')
  return `${method} ${url.protocol ?? ''} ${host} ${url.port ?? ''} ${path} ${queryKey(url)}`
}

function decidesOperation({ mode, raw }: JsonObject): boolean {
  const text = asText(raw)?.trimStart() ?? ''
  return mode === 'graphql' || text.startsWith('<') || /"(?:jsonrpc|query)"\s*:/.test(text.slice(0, 200))
}

/** The enabled query parameters as text, in an order that does not depend on the file. */
function queryKey({ query }: UrlTemplate): string {
  const enabled = query.filter((entry) => !entry.disabled)
  return enabled
    .map(({ key, value }) => `${key}=${asText(value) ?? ''}`)
    .sort()
    .join('&')
}

function hasAnyAuth({ collection, folders, items }: FileFacts): boolean {
  const owners: JsonObject[] = [
    collection,
    ...folders.map(({ folder }) => folder),
    ...items.map(({ request }) => request),
  ]
  // "noauth" for the whole collection declares that the API is open.
  return owners.some(hasAuth) || asObject(collection.auth)?.type === 'noauth' || items.some(sendsCredential)
}

function hasAuth({ auth }: JsonObject): boolean {
  const type = asText(asObject(auth)?.type)
  return type !== undefined && type !== 'noauth'
}

function sendsCredential({ request, url }: ItemFacts): boolean {
  if (url.user) return true
  const headers = typeof request.header === 'string' ? [request.header.split(':')[0]] : []
  if (headers.some((key) => key !== undefined && isCredentialLike(key))) return true
  return [...asArray(request.header).map(asObject), ...url.query].some((entry) => {
    const key = asText(entry?.key ?? undefined) ?? ''
    const variables = findVariables(asText(entry?.value ?? undefined) ?? '')
    return [key, ...variables].some(isCredentialLike) || isAmbiguousKey(key, entry?.value)
  })
}
