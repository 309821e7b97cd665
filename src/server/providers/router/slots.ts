import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'

/**
 * A parameter of a tool, or a member inside a parameter, that can have one value. Other comments call both a parameter.
 */
export interface Slot {
  /**
   * The path of the value in the arguments of the tool, such as `['body', 'address', 'city']`. `*` stands for the first
   * item of a list.
   */
  route: string[]
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
  /** If the parameter identifies a record: the words for the kind of this record, such as "invoice" for `invoiceId`. */
  thing?: string[]
  /** The only possible values, from the schema or its description. Empty if any value is possible. */
  choices: JsonValue[]
}

/**
 * The singular noun for the record that a parameter identifies: "invoice" for `invoiceId`. Undefined if there is none.
 */
export function thingOfSlot({ thing }: Slot, language: Language): string | undefined {
  return thing?.length ? [...thing.slice(0, -1), language.singular(thing.at(-1)!)].join(' ') : undefined
}

const maxDepth = 7
/** Maximum number of parameters of one tool. Further parameters are left out. */
const maxSlots = 300

/**
 * The parameters of a tool: those of the path first, then the others in the sequence of the schema. `subject` is the
 * result of `subjectOf`. `isVerb` recognizes verbs in the path, such as `delete` in `/rooms/delete?id=`.
 */
export function slotsOf(
  tool: ModelTool,
  { subject, isVerb }: { subject: string[]; isVerb: (word: string) => boolean },
): Slot[] {
  const path = readPath(tool.definition?.path ?? '')
  const target = path.target.some(isVerb) ? subject : path.target
  const title = cutWords(tool.definition?.title ?? tool.name)
  const owners = new Map(path.parameters.map((parameter) => [parameter.name, parameter.owner]))
  const leaves = collect(tool.parameters, { route: [], required: true })
  const names = new Set(leaves.map(({ name }) => name))
  const slots = leaves.map((leaf): Slot => {
    const key = leaf.route.join('.')
    const thing = thingOf(leaf, { owner: owners.get(key), title, subject, target })?.filter(Boolean)
    const choices = choicesOf(leaf.schema).filter((value) => !names.has(String(value)))
    return { ...leaf, choices, inPath: owners.has(key), ...(thing?.length && { thing }) }
  })
  const isRpc = slots.some(({ route }) => route.join('.') === 'body.jsonrpc')
  return slots
    .filter(({ route }) => !(isRpc && route.join('.') === 'body.id'))
    .sort((a, b) => Number(b.inPath) - Number(a.inPath))
    .slice(0, maxSlots)
}

type Leaf = Omit<Slot, 'inPath' | 'thing' | 'choices'>

function collect(schema: JsonSchema, at: { route: string[]; required: boolean }): Leaf[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    slotsAt(name, property, {
      route: [...at.route, name],
      required: at.required && (schema.required ?? []).includes(name),
    }),
  )
}

/** The parameters inside a member that is an object or a list of objects. Any other member is one parameter. */
function slotsAt(name: string, schema: JsonSchema, at: { route: string[]; required: boolean }): Leaf[] {
  const inner = at.route.length < maxDepth
  if (schema.properties && inner) return collect(schema, at)
  const { items } = schema
  if (items && inner && accepts(schema, 'array') && (items.properties || items.items))
    return slotsAt(name, items, { ...at, route: [...at.route, '*'] })
  return [{ ...at, name, words: slotWords(name), schema }]
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
  'token',
])

/**
 * The kind of record that an id identifies:
 * - `invoiceId`, `{id}` in `/invoices/{id}`, and `id` in the query of `/invoice` identify an invoice.
 * - An inner `id` identifies the record of the member around it: `body.users.*.id` identifies a user.
 * - An `id` directly in the body identifies the subject of the tool.
 *
 * The `id` in the body of JSON-RPC is the number of the request. `slotsOf` leaves it out.
 */
function thingOf(
  slot: Leaf,
  {
    owner,
    title,
    subject,
    target,
  }: { owner: string[] | undefined } & Record<'title' | 'subject' | 'target', string[]>,
): string[] | undefined {
  const last = slot.words.at(-1) ?? ''
  if (!holdsId(slot) && !(idEnding.has(last) && owner !== undefined))
    return owner && isNameOf(slot.words, owner) ? owner : undefined
  const own = slot.words.slice(0, -1)
  // Digits in the name of a placeholder are just a number: `TR3` in `/testruns/{TR3_ID}` names no record, and
  // `{course2Id}` is the id of a course.
  if (own.length > 0 && !(owner && own.every((word) => /\d/.test(word))))
    return own.map((word) => trimEndOf(word, '0123456789') || word)
  // In `/…/do/update/id/{id}`, the segment before the id does not name the record. The tool's subject names it.
  if (owner?.every((word) => idEnding.has(word))) return subject
  if (owner) return owner
  if (slot.route[0] !== 'body') return slot.route.length === 1 && target.length > 0 ? target : undefined
  const around = slot.route.slice(1, -1).findLast((step) => !wrappers.test(step))
  if (around !== undefined) return cutWords(around)
  return slot.route.length > 2 ? title : subject
}

/**
 * Whether the name of a parameter ends with a word such as "id". The name of a record is no value for such a parameter.
 */
export function holdsId({ words }: Pick<Slot, 'words'>): boolean {
  return /^(ids?|uuid|guid)$/.test(words.at(-1) ?? '')
}

/**
 * Whether the value of a path parameter is the name of a record. The path names the kind of this record before the
 * parameter: after `/repos/`, `{repo}` and `{name}` take the name of a repo, but `{username}` does not.
 */
function isNameOf(words: string[], owner: string[]): boolean {
  const [own, thing] = [words.join(''), owner.join('')]
  return /^(name|slug|value|title)$/.test(own) || words.some((word) => thing.startsWith(word)) || own === ''
}

/** Placeholders that stand for any value of a type. */
const typeNames = /^(string|integer|number|boolean|object|array|null)$/

/**
 * The fixed values of a parameter: its enum. If it has no enum, the quoted words in its description. If it also has
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

/** Whether the schema allows values of a JSON Schema type, such as `string`. */
export function accepts(schema: JsonSchema, type: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => accepts(choice, type))
  if (schema.type === undefined) return true
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type
}
