import type { JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import type { RequestTemplate } from '../model/request-template.js'
import { isIdName, isPlural, nounWords } from './id-names.js'
import type { LiteralConventions } from './path-conventions.js'
import { literalsInPath, recordKey } from './path-literals.js'
import { bodyMembers } from './request-body.js'

export interface NamedRequest {
  request: RequestTemplate
  title: string
}

const UNKNOWN: LiteralConventions = { style: 'snake', namesAfter: new Map() }

/** The paths that end with the name of a record, as a title ("Get product by id") or the body of a POST shows. */
export function recordPaths(requests: readonly NamedRequest[]): ReadonlySet<string> {
  const created = lazy(() => createdNames(requests))
  const found = new Set<string>()
  for (const { request, title } of requests) {
    const path = request.url.path.filter((segment) => segment !== '')
    const last = path.at(-1)
    if (last === undefined || /[:{]/.test(last) || !isPlural(nounWords(path.at(-2) ?? '').at(-1) ?? ''))
      continue
    const context = { method: request.method, title, conventions: UNKNOWN }
    const isRead = literalsInPath(path, context).some(({ index }) => index === path.length - 1)
    if (
      isRead ||
      created()
        .get(recordKey(path.slice(0, -1)))
        ?.has(last)
    )
      found.add(recordKey(path))
  }
  return found
}

/** The names in the bodies of POST requests, by path, from the first level only. */
function createdNames(requests: readonly NamedRequest[]): ReadonlyMap<string, ReadonlySet<string>> {
  const created = new Map<string, Set<string>>()
  for (const { request } of requests) {
    if (request.method !== 'POST') continue
    const key = recordKey(request.url.path.filter((segment) => segment !== ''))
    const names = created.get(key) ?? new Set<string>()
    for (const [member, value] of bodyMembers(request) ?? [])
      if (isNameOrId(member) && isName(value)) names.add(value)
    created.set(key, names)
  }
  return created
}

/** Whether the value of a key identifies a record. That of `state` does not, also if a path ends with it. */
const isNameOrId = (key: string) =>
  isIdName(key) || /^(?:name|nombre|nome|nom|username|user|slug|code|codigo|key|sku|isbn)$/i.test(key)

const isName = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^[\p{L}\d][\p{L}\d._-]{2,60}$/u.test(value)
