import { asArray, asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject } from '../../model/json.js'
import type { UrlTemplate } from '../../model/request-template.js'
import { isCredentialLike } from '../../secrets/credential-name.js'
import { isAmbiguousKey } from '../../secrets/machine-key.js'
import { annotationsOf } from '../../semantics/effect.js'
import { findVariables } from '../../template/variables.js'
import { decidedRequests } from '../decided.js'
import type { FileFacts, ItemFacts } from '../file-facts.js'
import { findFileSecrets } from '../file-secrets.js'
import { below, pathPointer } from '../raw-diagnostic.js'
import { eachRequest, type RuleCheck } from '../rule.js'
import { inline, label } from './wording.js'

/** Rules for risks: secrets, requests that do more than their names say, missing auth. */
export const safetyRules: RuleCheck[] = [
  {
    code: 'secret-in-file',
    message: (args) => `This looks like ${args.what} in plain text.`,
    hint: () => 'Put a variable here and its value into an environment that is not shared.',
    check(facts, report) {
      for (const { path, what, offset } of findFileSecrets(facts))
        report(path, { what }, offset === undefined ? {} : { offset })
    },
  },
  {
    code: 'unsafe-get',
    message: (args) =>
      `${label('Request', args)} is a ${args.method}, and its name or its address says that it changes something.`,
    check(facts, report) {
      for (const { facts: item, decided } of decidedRequests(facts)) {
        const { name, method, url, requestPath, request } = item
        const isRead = decided.effect().annotations.readOnlyHint
        if ((method !== 'GET' && method !== 'HEAD') || isRead) continue
        if (!annotationsOf(name, { method, url, headers: [], profile: {} }).readOnlyHint)
          report(request.method === undefined ? requestPath : below(requestPath, 'method'), { name, method })
      }
    },
  },
  {
    code: 'auth-missing',
    message: () => 'Nothing in the collection sends credentials.',
    hint: () => 'Set "auth" on the collection; where the API is open, set it to "noauth".',
    check(facts, report) {
      if (facts.items.length > 0 && !hasAnyAuth(facts)) report(facts.path)
    },
  },
  {
    code: 'method-missing',
    message: (args) => `${label('Request', args)} has no method; it is sent as GET.`,
    check: eachRequest(({ name, request, item, requestPath }, report) => {
      if (request === item.request && (asText(request.method) ?? '').trim() === '')
        report(requestPath, { name })
    }),
  },
  {
    code: 'method-odd',
    message: (args) => `"${args.method}" is no HTTP method.`,
    check: eachRequest(({ request, method, requestPath }, report) => {
      if (asText(request.method)?.trim() && !/^[A-Z][A-Z-]*$/.test(method))
        report(below(requestPath, 'method'), { method })
    }),
  },
  {
    code: 'duplicate-request',
    message: (args) => `${label('Request', args)} has the same method and address as ${args.first}.`,
    together: {
      cause: (args) => String(args.first),
      message: (args) => `${args.together} more requests have the same method and address as ${args.first}.`,
    },
    check(all, report) {
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
            first: `${inline('request', { name: first.name })} (${pathPointer(first.path)})`,
          })
      }
    },
  },
]

/** A key that is the same for two requests with the same operation. */
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
