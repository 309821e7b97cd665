import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'

/** One value a tool takes, wherever it sits in the input. */
export interface Slot {
  /** Where it goes in the input: `['invoiceId']`, `['body', 'address', 'city']`. */
  route: string[]
  /** Its own name, the last step of the route. */
  name: string
  /** Words of the name: "due date". */
  words: string[]
  schema: JsonSchema
  required: boolean
  /** The thing it identifies, in words, when it holds an id. */
  thing?: string[]
  /** The values it can have, from the schema or its description. */
  choices: JsonValue[]
}

const maxDepth = 3

/** All values a tool takes, ids of the path first, then in the sequence of the schema. */
export function slotsOf(tool: ModelTool): Slot[] {
  const path = readPath(tool.definition?.path ?? '')
  const owners = new Map(path.holes.map((hole) => [hole.name, hole.owner]))
  const slots = collect(tool.parameters, { route: [], required: true }).map((slot) => {
    const thing = thingOf(slot, owners.get(slot.route.join('.')))
    return thing ? { ...slot, thing } : slot
  })
  const rank = (slot: Slot) => (owners.has(slot.route.join('.')) ? 0 : 1)
  return slots.sort((a, b) => rank(a) - rank(b))
}

function collect(schema: JsonSchema, at: { route: string[]; required: boolean }): Slot[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const route = [...at.route, name]
    const required = at.required && (schema.required ?? []).includes(name)
    if (property.properties && route.length < maxDepth) return collect(property, { route, required })
    return [{ route, name, words: wordsOf(name), schema: property, required, choices: choicesOf(property) }]
  })
}

const idEnding = new Set([
  'id',
  'ids',
  'uuid',
  'guid',
  'key',
  'ref',
  'reference',
  'number',
  'no',
  'nr',
  'code',
])

/** `invoiceId` and the `{id}` of `/invoices/{id}` both identify an invoice. */
function thingOf(slot: Slot, owner: string[] | undefined): string[] | undefined {
  const last = slot.words.at(-1) ?? ''
  const isId = idEnding.has(last) && (owner !== undefined || /^(id|ids|uuid|guid)$/.test(last))
  if (!isId) return owner
  const own = slot.words.slice(0, -1)
  return own.length > 0 ? own : owner
}

const announcesList = /\b(?:one of|either|values?|allowed|possible)\b/gi
/** Words between the announcement and its colon: "allowed values for this are:". */
const longestLead = 30
/** A longer list is none that somebody chooses from. */
const longestList = 500

/** The values a parameter can have: its enum, else those that its description lists. */
function choicesOf(schema: JsonSchema): JsonValue[] {
  if (schema.enum) return schema.enum.filter((value) => value !== null)
  if (schema.type === 'array' && schema.items?.enum) return schema.items.enum
  if (schema.format !== undefined || !accepts(schema, 'string')) return []
  const text = schema.description ?? ''
  const marked = [...text.matchAll(/[`"']([\p{L}][\p{L}\p{N}_-]*)[`"']/gu)].map((match) => match[1]!)
  if (marked.length > 1) return [...new Set(marked)]
  return listedValues(text) ?? alternatives(text) ?? []
}

/** The values behind the words that announce a list, as far as each is one word. */
function listedValues(text: string): string[] | undefined {
  for (const { 0: head, index } of text.matchAll(announcesList)) {
    const behind = text.slice(index + head.length, index + head.length + longestList)
    const colon = behind.slice(0, longestLead).indexOf(':')
    const values = leadingValues(behind.slice(colon + 1).replace(/^\s*are\b/i, ''))
    if (values.length > 1) return values
  }
  return undefined
}

function leadingValues(list: string): string[] {
  const values: string[] = []
  for (const piece of list.split(/[,|/]|\b(?:or|and)\b/i)) {
    const bare = piece.trim()
    if (bare === '') continue
    const [value] = /^[\w"'`-]+/.exec(bare) ?? []
    if (value === undefined) break
    values.push(value.replace(/["'`]/g, ''))
    if (value.length < bare.length) break
  }
  return values.filter((value) => value !== '')
}

/** The words of a description that is nothing but alternatives: "asc or desc". */
function alternatives(text: string): string[] | undefined {
  if (text.length > longestList) return undefined
  const values = text.split(/[,|/]|\bor\b/i).map((value) => value.replace(/^\W+|\W$/g, '').trim())
  const said = values.filter((value) => value !== '')
  return said.length > 1 && said.every((value) => /^[\w-]+$/.test(value)) ? said : undefined
}

/** Whether the value can be one of several JSON types, by name. */
export function accepts(schema: JsonSchema, type: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => accepts(choice, type))
  if (schema.type === undefined) return true
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type
}
