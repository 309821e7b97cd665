import type { JsonObject, JsonValue } from '../../model/json.js'
import { SCHEMA, urlOf } from '../upgrade.js'
import { madeOf } from './origins.js'
import type { Part } from './part.js'

/** What requests have from the folders around them. */
interface Scope {
  headers: JsonObject[]
  variables: ReadonlyMap<string, string>
  hasAuth: boolean
}

/**
 * Makes a collection v2.1 of the tree of its parts. v2.1 has headers only in requests, so headers of folders are added
 * to each request inside. It has variables only in the collection: a variable of a folder or a request becomes one of
 * the collection if it has the same value everywhere. Else its value is put into the requests.
 */
export function assemble(root: Part): JsonObject {
  const values = new Map<string, Set<string>>()
  collectValues(root, values)
  const isShared = (name: string) => values.get(name)?.size === 1
  const hoisted = new Map<string, JsonObject>()
  const item = itemsOf(root, { headers: [], variables: new Map(), hasAuth: false }, { isShared, hoisted })
  const variable = [...(root.variables ?? [])]
  const own = new Set(variable.map(({ key }) => key))
  for (const [key, one] of hoisted) if (!own.has(key)) variable.push(one)
  return madeOf(
    {
      info: madeOf({ name: root.name, schema: SCHEMA, ...describe(root) }, root.source),
      item,
      ...(root.auth && { auth: root.auth }),
      ...(variable.length > 0 && { variable }),
      ...events(root),
    },
    root.source,
  )
}

interface Hoisting {
  isShared(name: string): boolean
  hoisted: Map<string, JsonObject>
}

function collectValues({ variables = [], parts = [] }: Part, values: Map<string, Set<string>>): void {
  for (const { key, value } of variables)
    values.set(String(key), (values.get(String(key)) ?? new Set()).add(String(value)))
  for (const part of parts) collectValues(part, values)
}

function itemsOf(folder: Part, outer: Scope, hoisting: Hoisting): JsonObject[] {
  const scope = within(folder, outer, hoisting)
  return (folder.parts ?? []).map((part) => {
    if (!part.parts) return itemOf(part, scope, hoisting)
    const inner = itemsOf(part, scope, hoisting)
    const item = { name: part.name, item: inner, ...describe(part), ...authIn(part, scope), ...events(part) }
    return madeOf<JsonObject>(item, part.source)
  })
}

function within(part: Part, outer: Scope, { isShared, hoisted }: Hoisting): Scope {
  const variables = new Map(outer.variables)
  for (const one of part.variables ?? []) {
    const name = String(one.key)
    if (one.disabled === true) continue
    if (isShared(name)) hoisted.set(name, one)
    else variables.set(name, String(one.value))
  }
  return {
    headers: [...outer.headers, ...(part.headers ?? [])],
    variables,
    hasAuth: part.auth ? part.auth.type !== 'noauth' : outer.hasAuth,
  }
}

function itemOf(part: Part, outer: Scope, hoisting: Hoisting): JsonObject {
  const { headers, variables } = within({ ...part, headers: [] }, outer, hoisting)
  const written = (part.request?.header ?? []) as JsonObject[]
  const own = new Set(written.map(({ key }) => String(key).toLowerCase()))
  const added = new Map(
    headers
      .filter(({ key, disabled }) => disabled !== true && !own.has(String(key).toLowerCase()))
      .map((header) => [String(header.key), header]),
  )
  const copies = [...added.values()].map((header) => madeOf({ ...header }, header))
  const parts: JsonObject = {
    ...part.request,
    header: [...written, ...copies],
    ...authIn(part, outer),
    ...describe(part),
  }
  const request = madeOf(parts, part.request!)
  if (variables.size > 0) {
    rewriteTexts(request, (text) => inlined(text, variables))
    const { raw, query, ...parts } = urlOf(String((request.url as JsonObject).raw))
    Object.assign(request.url as JsonObject, parts)
  }
  return madeOf({ name: part.name, request, response: part.examples ?? [], ...events(part) }, part.source)
}

/** The auth of a part; none for "no auth" where there is none to stop. */
const authIn = ({ auth }: Part, { hasAuth }: Scope): JsonObject =>
  auth && (auth.type !== 'noauth' || hasAuth) ? { auth } : {}
const describe = ({ description }: Part): JsonObject => (description ? { description } : {})
const events = ({ events = [] }: Part): JsonObject => (events.length > 0 ? { event: events } : {})

function inlined(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (whole, name: string) => variables.get(name.trim()) ?? whole)
}

/** Replaces each text inside an object or list, but for the code of scripts and the names of members. */
export function rewriteTexts(value: JsonValue, rewrite: (text: string) => string): void {
  if (typeof value !== 'object' || value === null) return
  const nest = value as JsonObject
  for (const [key, member] of Object.entries(nest)) {
    if (typeof member === 'string') nest[key] = rewrite(member)
    else if (key !== 'exec') rewriteTexts(member, rewrite)
  }
}
