import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { SearchLanguage } from '../../../languages/search-language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { readPath } from '../../../toolkit/search/resource.js'
import { wordList } from '../../../toolkit/semantics/word-list.js'
import type { ModelTool } from '../../model/language-model.js'
import { accepts, isFor } from './kinds.js'

/** A parameter of a tool, or a member inside a parameter, that can have one value. */
export interface Slot {
  /** The path of the value in the arguments of the tool. `*` stands for the first item of a list. */
  route: string[]
  /** The route as text, the key of the slot's value. */
  key: string
  /** The name of the parameter or member: the last step of the route. */
  name: string
  /** The words of the name: "due" and "date" for `dueDate`. */
  words: string[]
  /** The words in English, if the name is in another language that the user speaks: `description` for `descripción`. */
  english?: string[]
  schema: JsonSchema
  required: boolean
  /** Whether the value is a part of the URL path. */
  inPath: boolean
  /** If the slot identifies a record: the words for the kind of this record, such as "invoice" for `invoiceId`. */
  thing?: string[]
  /** The only possible values, from the schema or its description. Empty if any value is possible. */
  choices: JsonValue[]
}

/** The values of slots, by the key of the slot. */
export type Values = Map<string, JsonValue>

/** The singular noun for the record that a slot identifies: "invoice" for `invoiceId`. Undefined if there is none. */
export function thingOfSlot({ thing }: Slot, language: Language): string | undefined {
  return thing?.length ? [...thing.slice(0, -1), language.singular(thing.at(-1)!)].join(' ') : undefined
}

const maxDepth = 7
/** Maximum number of slots of one tool. Further ones are left out. */
const maxSlots = 300

/** The slots of a tool, those in the path first. `subject` has the words of the record that the tool is about. */
export function slotsOf(
  tool: ModelTool,
  { subject, isVerb }: { subject: string[]; isVerb: (word: string) => boolean },
): Slot[] {
  const path = readPath(tool.definition?.path ?? '')
  const target = path.target.some(isVerb) ? subject : path.target
  const title = cutWords(tool.definition?.title ?? tool.name)
  const owners = new Map(path.parameters.map(({ name, owner }) => [name, owner]))
  const leaves = collect(tool.parameters, { route: [], required: true })
  const names = new Set(leaves.map(({ name }) => name))
  const isRpc = leaves.some(({ key }) => key === 'body/jsonrpc')
  return leaves
    .filter(({ key }) => !(isRpc && key === 'body/id'))
    .map((leaf) => {
      const thing = thingOf(leaf, { owner: owners.get(leaf.key), title, subject, target })?.filter(Boolean)
      const choices = choicesOf(leaf.schema).filter((value) => !names.has(String(value)))
      return { ...leaf, choices, inPath: owners.has(leaf.key), ...(thing?.length && { thing }) }
    })
    .sort((a, b) => Number(b.inPath) - Number(a.inPath))
    .slice(0, maxSlots)
}

type Leaf = Omit<Slot, 'inPath' | 'thing' | 'choices'>
interface Place {
  route: string[]
  required: boolean
}

function collect(schema: JsonSchema, at: Place): Leaf[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    leavesAt(name, property, {
      route: [...at.route, name],
      required: at.required && (schema.required ?? []).includes(name),
    }),
  )
}

/** The slots inside a member that is an object or a list of objects. Any other member is one slot. */
function leavesAt(name: string, schema: JsonSchema, at: Place): Leaf[] {
  const inner = at.route.length < maxDepth
  if (schema.properties && inner) return collect(schema, at)
  const { items } = schema
  if (items && inner && accepts(schema, 'array') && (items.properties || items.items))
    return leavesAt(name, items, { ...at, route: [...at.route, '*'] })
  return [{ ...at, key: at.route.join('/'), name, words: slotWords(name), schema }]
}

/** Words that end with "id" or "name" but are no ids or names, so `slotWords` does not split them. */
const wholeWords =
  /^(paid|valid|invalid|grid|void|avoid|android|solid|rapid|fluid|hybrid|prepaid|unpaid|uuid|guid|rename|surname|nickname)$/

/** The words of a name. A final "id" or "name" is split off: `courseid` gives "course id". */
function slotWords(name: string): string[] {
  return cutWords(name).flatMap((word) => {
    const [, head, end] = /^(\p{L}{2,})(id|name)$/u.exec(word) ?? []
    return head !== undefined && end !== undefined && !wholeWords.test(word) ? [head, end] : [word]
  })
}

/** Names of members that only group other members. Such a name does not show what the other members are about. */
export const wrappers = /^(value|body|data|attributes|params|req|request|fields|item|items|input|payload|\*)$/

const idEnding = /^(ids?|uuid|guid|key|ref|reference|number|no|nr|code|token)$/

/**
 * The kind of record that an id identifies:
 * - `invoiceId`, `{id}` in `/invoices/{id}`, and `id` in the query of `/invoice` identify an invoice.
 * - An inner `id` identifies the record of the member around it: `body.users.*.id` identifies a user.
 * - An `id` directly in the body identifies the subject of the tool.
 */
function thingOf(
  slot: Leaf,
  about: { owner: string[] | undefined } & Record<'title' | 'subject' | 'target', string[]>,
): string[] | undefined {
  const { owner, title, subject, target } = about
  if (
    !isFor({ ...slot, choices: [] }, 'id') &&
    !(idEnding.test(slot.words.at(-1) ?? '') && owner !== undefined)
  )
    return owner && isNameOf(slot.words, owner) ? owner : undefined
  const own = slot.words.slice(0, -1)
  // Digits in the name of a placeholder are just a number: `TR3` in `/testruns/{TR3_ID}` names no record, and
  // `{course2Id}` is the id of a course.
  if (own.length > 0 && !(owner && own.every((word) => /\d/.test(word))))
    return own.map((word) => trimEndOf(word, '0123456789') || word)
  // In `/…/do/update/id/{id}`, the segment before the id does not name the record. The tool's subject names it.
  if (owner?.every((word) => idEnding.test(word))) return subject
  if (owner) return owner
  if (slot.route[0] !== 'body') return slot.route.length === 1 && target.length > 0 ? target : undefined
  const around = slot.route.slice(1, -1).findLast((step) => !wrappers.test(step))
  if (around !== undefined) return cutWords(around)
  return slot.route.length > 2 ? title : subject
}

/**
 * Whether the value of a path parameter is the name of a record: after `/repos/`, `{repo}` and `{name}` take the name
 * of a repo, but `{username}` does not.
 */
function isNameOf(words: string[], owner: string[]): boolean {
  const [own, thing] = [words.join(''), owner.join('')]
  return /^(name|slug|value|title)$/.test(own) || words.some((word) => thing.startsWith(word)) || own === ''
}

/** Placeholders that stand for any value of a type. */
const typeNames = /^(string|integer|number|boolean|object|array|null)$/

/**
 * The fixed values of a slot: its enum. If it has no enum, the quoted words in its description. If it also has
 * examples, one of these must be a quoted word; otherwise the quoted words do not count.
 */
function choicesOf(schema: JsonSchema): JsonValue[] {
  const listed = schema.enum ?? (schema.type === 'array' ? schema.items?.enum : undefined)
  if (listed) return listed.filter((value) => value !== null && !typeNames.test(String(value)))
  if (schema.format !== undefined || !accepts(schema, 'string')) return []
  const marks = (schema.description ?? '').matchAll(/[`"']([\p{L}][\p{L}\p{N}_-]*)[`"']/gu)
  const marked = [...new Set([...marks].map((match) => match[1]!))].filter((text) => !typeNames.test(text))
  const { examples = [], default: usual } = schema
  const shown = [...examples, ...(usual === undefined ? [] : [usual])].map(String)
  const isShown = shown.length === 0 || shown.some((text) => marked.includes(text))
  return marked.length > 1 && isShown ? marked : []
}

/**
 * The slots, each with an English translation of its words. Used for a sentence in a language that the agent
 * understands but does not speak.
 */
export function withEnglish(slots: Slot[], { translations, matchesBeginnings }: SearchLanguage): Slot[] {
  if (!matchesBeginnings || !translations) return slots
  const inEnglish = (word: string) => (Object.hasOwn(translations, word) ? translations[word]! : word)
  return slots.map((slot) =>
    slot.words.some((word) => Object.hasOwn(translations, word))
      ? { ...slot, english: slot.words.map(inEnglish) }
      : slot,
  )
}

const pagingNames = wordList('pagingParameters')
/** Names of slots that set the form of a response, and not which records it contains. */
const formNames = wordList('formParameters')

/**
 * The value of a slot that the user does not mention: the constant or the default of the schema. For a required slot
 * that sets the page or, in a read, the form of the response, it can also be the example or the first enum value.
 */
export function usualValue({ schema, words, required }: Slot, reads: boolean): JsonValue | undefined {
  const name = words.join('')
  const isUsual = required && (pagingNames.has(name) || (reads && formNames.has(name)))
  const shown = isUsual && !accepts(schema, 'object') ? (schema.examples?.[0] ?? schema.enum?.[0]) : undefined
  return schema.const ?? schema.default ?? shown ?? undefined
}

/** An id in the type that a slot takes. */
export const idFor = ({ schema }: Slot, id: string | number): string | number =>
  accepts(schema, typeof id) || (typeof id === 'number' && accepts(schema, 'integer')) ? id : String(id)
