import { isObject } from '../protocol/is-object.js'
import { freeName } from '../text/free-name.js'
import { objectsIn } from '../toolkit/collection/read-shape.js'
import { distinctBy } from '../toolkit/model/group-by.js'
import type { JsonObject } from '../toolkit/model/json.js'
import { endpointName } from './endpoints.js'

/**
 * Joins the collections of several parts of one API. Folders of the same name are merged, repeated endpoints are
 * dropped, and names stay unique.
 */
export function mergeCollections(collections: JsonObject[]): JsonObject {
  const [first = {}] = collections
  const auth = collections.find((collection) => collection.auth !== undefined)?.auth
  const variable = distinctBy(
    collections.flatMap(({ variable }) => objectsIn(variable)),
    ({ key }) => String(key),
  )
  return {
    ...first,
    item: mergeItems(
      collections.flatMap(({ item }) => objectsIn(item)),
      new Set(),
    ),
    ...(auth === undefined ? {} : { auth }),
    ...(variable.length > 0 ? { variable } : {}),
  }
}

/**
 * Merges the items of one folder. `seen` holds the endpoints that are in the result already. It is shared by all
 * folders, because a part may repeat an endpoint in a folder with another name.
 */
function mergeItems(items: JsonObject[], seen: Set<string>): JsonObject[] {
  const merged: JsonObject[] = []
  for (const item of items) {
    if (!isFolder(item)) {
      const endpoint = endpointOf(item)
      if (endpoint !== undefined && seen.has(endpoint)) continue
      if (endpoint !== undefined) seen.add(endpoint)
      merged.push({ ...item, name: uniqueName(item, merged) })
      continue
    }
    const same = merged.find((other) => isFolder(other) && nameOf(other) === nameOf(item))
    if (same) same.item = [...objectsIn(same.item), ...objectsIn(item.item)]
    else merged.push({ ...item })
  }
  const whole = merged.map((item) =>
    isFolder(item) ? { ...item, item: mergeItems(objectsIn(item.item), seen) } : item,
  )
  return whole.filter((item) => !isFolder(item) || objectsIn(item.item).length > 0)
}

function uniqueName(item: JsonObject, others: JsonObject[]): string {
  const name = String(item.name ?? '')
  const taken = new Set(others.filter((other) => !isFolder(other)).map(nameOf))
  return freeName(name, (candidate) => !taken.has(candidate.trim().toLowerCase()), ' ')
}

/**
 * A key that only equal endpoints share: method, path and the names of the query parameters; for GraphQL also the body.
 * Undefined if the request has no URL object.
 */
function endpointOf({ request }: JsonObject): string | undefined {
  if (!isObject(request) || !isObject(request.url)) return undefined
  const { path, query } = request.url
  const segments = Array.isArray(path) ? path.map(String) : []
  const body = isObject(request.body) && request.body.mode === 'graphql' ? JSON.stringify(request.body) : ''
  const names = objectsIn(query)
    .map(({ key }) => String(key))
    .sort()
  return [
    endpointName(String(request.method ?? 'GET'), `/${segments.join('/')}`),
    names.join('&'),
    body,
  ].join(' ')
}

function isFolder(item: JsonObject): boolean {
  return Array.isArray(item.item)
}

function nameOf({ name }: JsonObject): string {
  return String(name ?? '')
    .trim()
    .toLowerCase()
}
