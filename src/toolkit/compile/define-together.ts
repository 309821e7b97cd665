import { asObject } from '../collection/read-shape.js'
import { groupBy } from '../model/group-by.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { keepGetters, lazy } from '../model/lazy.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { Prerequisite, ToolDefinition } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { isIdName, nounBefore, singularOf } from '../semantics/id-names.js'
import { ID_WORDS } from '../semantics/placeholder-text.js'
import { readJsonBody, sendsBody } from '../semantics/request-body.js'
import { estimateTokens } from '../semantics/tokens.js'
import { wordsOf } from '../semantics/words.js'
import type { Derivation } from './derivation.js'
import type { KnownVariables } from './known-variables.js'
import {
  callFirst,
  type PrerequisiteFacts,
  type PrerequisiteIndex,
  prerequisitesAmong,
  withSources,
} from './prerequisites.js'

interface Together {
  /** Gives the ids of one resource the same type in all tools. Does nothing if it has already run. */
  align: () => void
  told: (derivation: Derivation) => string
  prerequisites: PrerequisiteIndex
  filled: KnownVariables
}

/** Defines the tools of a collection. Most members of a definition are made when they are first read. */
export function defineTogether(derivations: Derivation[], facts: PrerequisiteFacts): ToolDefinition[] {
  const together: Together = {
    align: lazy(() => alignIds(derivations)),
    told: toldApart(derivations),
    prerequisites: prerequisitesAmong(derivations, facts),
    filled: facts.filled,
  }
  return derivations.map((derivation) => defineOne(new DerivedTool(derivation, together)))
}

class DerivedTool {
  static {
    keepGetters(DerivedTool)
  }

  constructor(
    readonly own: Derivation,
    private readonly together: Together,
  ) {}

  get needs(): Prerequisite[] {
    return this.together.prerequisites(this.own)
  }

  get description(): string {
    const { own, needs, together } = this
    const { request } = own.endpoint
    const hint =
      needs.length > 0 ? callFirst(own.layout, { request, prerequisites: needs }, together.filled) : ''
    return `${together.told(own)}${hint}`
  }

  get parameters(): JsonSchema {
    const { own, needs, together } = this
    together.align()
    if (needs.length === 0) return own.parameters
    const { request } = own.endpoint
    return withSources(own.parameters, own.layout.bindings, { request, prerequisites: needs })
  }

  get tokens(): number {
    const { description, parameters } = this
    return estimateTokens(JSON.stringify({ name: this.own.name, description, parameters }))
  }
}

const DERIVED = Symbol('derived')

interface Derived {
  [DERIVED]: DerivedTool
}

/** A member that is computed when it is read. All definitions share the descriptors, which saves most of their memory. */
const member = (read: (tool: DerivedTool) => unknown) => ({
  get(this: Derived) {
    return read(this[DERIVED])
  },
  enumerable: true,
  configurable: true,
})

const DESCRIPTION = member((tool) => tool.description)
const PATH = member(({ own }) => own.path)
const DERIVED_MEMBERS = {
  parameters: member((tool) => tool.parameters),
  bindings: member(({ own }) => own.layout.bindings),
  provenance: member(({ own }) => own.layout.provenance),
  annotations: member(({ own }) => own.effect.annotations),
  settings: member(({ own }) => own.settings),
  request: member(({ own }) => own.endpoint.request),
  words: member(({ own }) => own.words),
  tokens: member((tool) => tool.tokens),
  output: member(({ own }) => own.output),
}
const PREREQUISITES = member((tool) => (tool.needs.length > 0 ? tool.needs : undefined))

function defineOne(tool: DerivedTool): ToolDefinition {
  const { name, title, item, folder, captures } = tool.own
  const definition = Object.defineProperty({} as ToolDefinition, DERIVED, { value: tool })
  definition.name = name
  Object.defineProperty(definition, 'description', DESCRIPTION)
  definition.title = title
  definition.method = item.request.method
  Object.defineProperty(definition, 'path', PATH)
  definition.folder = folder
  Object.defineProperties(definition, DERIVED_MEMBERS)
  if (captures.length > 0) definition.captures = captures
  return Object.defineProperty(definition, 'prerequisites', PREREQUISITES)
}

/** Gives the description of a tool. Where tools share title and description, the differences are added. */
function toldApart(derivations: readonly Derivation[]): (derivation: Derivation) => string {
  const groups = lazy(() => groupBy(derivations, ({ title }) => title))
  const told = new Map<Derivation, string>()
  return (derivation) => {
    const group = groups().get(derivation.title)!
    if (group.length === 1) return derivation.text
    if (!told.has(derivation)) {
      const described = group.map(describedOf)
      describeDifferences(described)
      for (const [index, one] of group.entries()) told.set(one, described[index]!.description)
    }
    return told.get(derivation)!
  }
}

const describedOf = (one: Derivation) => ({
  ...{ name: one.name, title: one.title, description: one.text },
  ...{ method: one.item.request.method, path: one.path, request: one.endpoint.request },
})

interface IdPlace {
  resource: string
  properties: Record<string, JsonSchema>
  name: string
  isText: boolean
}

/** Gives all ids of a resource one type: if examples are numbers and texts, both are accepted. JSON and texts are kept apart. */
function alignIds(tools: readonly Derivation[]): void {
  const ids = tools.flatMap(idsOf)
  for (const places of groupBy(ids, ({ resource }) => resource).values()) {
    alignAll(places.filter(({ isText }) => isText))
    alignAll(places.filter(({ isText }) => !isText))
  }
}

function alignAll(places: IdPlace[]): void {
  const types = new Set(places.flatMap(({ properties, name }) => typesOf(properties[name]!)))
  if (types.size < 2) return
  for (const { properties, name } of places) properties[name] = ofBoth(properties[name]!)
}

const typesOf = ({ type, anyOf }: JsonSchema): string[] =>
  anyOf ? anyOf.flatMap(typesOf) : type === 'integer' || type === 'string' ? [type] : []

function ofBoth(schema: JsonSchema): JsonSchema {
  const isOne = schema.type === 'integer' || (schema.type === 'string' && !schema.enum)
  if (!isOne) return schema
  const { type: _, format: _format, ...rest } = schema
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], ...rest }
}

function idsOf(tool: Derivation): IdPlace[] {
  const { bindings, provenance } = tool.layout
  const { path } = tool.endpoint.request.url
  const properties = tool.parameters.properties ?? {}
  const isJson = bindings.some((one) => one.in === 'body' && one.body.kind === 'json')
  const inBody = properties.body?.properties ?? {}
  const groups = [
    { properties, pointer: '/properties', isText: true },
    { properties: inBody, pointer: '/properties/body/properties', isText: !isJson },
  ]
  const ids: IdPlace[] = []
  for (const { properties: group, pointer, isText } of groups) {
    for (const name of Object.keys(group)) {
      if (!isIdName(name) || provenance[`${pointer}/${escapeKey(name)}`] !== 'example') continue
      ids.push({ resource: resourceOf(name, path), properties: group, name, isText })
    }
  }
  return ids
}

function resourceOf(name: string, path: string[]): string {
  const own = wordsOf(name).filter((word) => !ID_WORDS.has(word))
  const noun = own.length > 0 ? own : nounBefore(path, path.length)
  return [...noun.slice(0, -1), singularOf(noun.at(-1) ?? '')].join('_')
}

const MAX_FIELDS = 3
const MAX_VALUE = 40
const MAX_DEPTH = 6

type Described = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'method' | 'path' | 'request'>

/** Tells tools apart by method and path, else by fields of their requests; the description says so if all are equal. */
function describeDifferences(definitions: Described[]): void {
  const alike = groupBy(definitions, ({ title, description }) => `${title}\n${description}`)
  for (const group of alike.values()) {
    const byAddress = [...groupBy(group, ({ method, path }) => `${method} ${path}`).values()]
    if (byAddress.length > 1)
      for (const one of group) {
        const address = `(${one.method} ${one.path})`
        if (!one.description.includes(address)) one.description += ` ${address}`
      }
    for (const same of byAddress) if (same.length > 1) describeFields(same)
  }
}

function describeFields(group: Described[]): void {
  const ordered = group.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const fields = ordered.map(({ request }) => fieldsOf(request))
  const names = [...new Set(fields.flatMap((own) => [...own.keys()]))]
  const different = names.filter((name) => new Set(fields.map((own) => own.get(name))).size > 1)
  const told = new Map<string, string>()
  for (const [index, one] of ordered.entries()) {
    const own = different.slice(0, MAX_FIELDS).map((name) => fieldText(name, fields[index]!.get(name)))
    const text = own.length > 0 ? ` Its example has ${own.join(', ')}.` : ''
    const same = told.get(text)
    one.description += same === undefined ? text : `${text} The same as ${same}.`
    told.set(text, same ?? one.name)
  }
}

function fieldsOf(request: RequestTemplate): Map<string, string> {
  const { url } = request
  const body = sendsBody(request) ? request.body : undefined
  const fields = new Map<string, string>()
  const add = (name: string, value: JsonValue | undefined) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
    fields.set(name, text)
  }
  for (const { key, value, disabled } of url.query) if (key && !disabled) add(key, value)
  if (body?.mode === 'urlencoded' || body?.mode === 'formdata') {
    for (const { key, value, disabled } of body.entries) if (key && !disabled) add(key, value)
  } else if (body) {
    const document = body.mode === 'raw' ? readJsonBody(request) : undefined
    if (document === undefined) add('the body', JSON.stringify(body))
    else leavesOf(document, [], add)
  }
  return fields
}

function leavesOf(value: JsonValue, path: string[], add: (name: string, value: JsonValue) => void): void {
  const members = Array.isArray(value) ? undefined : asObject(value)
  if (!members || path.length === MAX_DEPTH) add(path.join('.') || 'the body', value)
  else for (const [key, member] of Object.entries(members)) leavesOf(member, [...path, key], add)
}

/** A field as text: `type "card"`; `no type` without one; `another type` if its value is long, secret or structured. */
function fieldText(path: string, text: string | undefined): string {
  const name = path.split('.').slice(-2).join('.')
  if (text === undefined) return `no ${name}`
  const last = name.split('.').at(-1)!
  const isShown = text !== '' && text.length <= MAX_VALUE && !/[{[\n]/.test(text) && !isCredentialLike(last)
  return isShown ? `${name} "${text}"` : `another ${name}`
}
