import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { SearchLanguage } from '../../../languages/search-language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'

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
  if (!holdsId(slot) && !(idEnding.test(slot.words.at(-1) ?? '') && owner !== undefined))
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

/** Whether the name of a slot ends with a word such as "id". The name of a record is no value for such a slot. */
export function holdsId({ words }: Pick<Slot, 'words'>): boolean {
  return /^(ids?|uuid|guid)$/.test(words.at(-1) ?? '')
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

/** Whether the schema allows values of a JSON Schema type, such as `string`. */
export function accepts(schema: JsonSchema, type: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => accepts(choice, type))
  if (schema.type === undefined) return true
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type
}

/** Whether the schema takes a list, and no single text in its place. */
export const takesList = (schema: JsonSchema) => accepts(schema, 'array') && !accepts(schema, 'string')

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

/** What the name of a slot says about its value. The pattern matches the whole name or its last word. */
const names = {
  limit: /^(limit|size|pagesize|count|top|max|maxresults|perpage|first|take|rows|numberofresults)$/,
  page: /^(page|pagenumber|pageindex|pageno)$/,
  quantity: /^(quantity|qty|count|amount|units|copies|pieces|number)$/,
  money: /^(amount|price|cost|value|total|sum|balance)$/,
  amount: /^(amount|quantity|qty|value|sum|total)$/,
  general: /^(amount|currency|name|id|key|code|value|number|type|title|ref)$/,
  kind: /^(type|kind|mode|format|category|status|state|method)$/,
  name: /^(name|title|label|summary|subject|displayname|fullname|username|text|message|nombre|nome|nom|nama|titulo|titre|judul|bezeichnung)$/,
  text: /^(text|message|description|note|notes|comment|comments|summary|title|subject|content|body|reason|details|remark|markdown|question|prompt)$/,
  query: /^(q|query|search|keyword|keywords|term|filter|searchterm|searchtext|input|searchquery)$/,
  phone: /^(phone|mobile|cell|tel|telephone|msisdn|whatsapp|(phone|mobile)n(o|umber))$/,
  url: /^(ur[il]|link|website)$/,
  time: /^(time|hour|uhrzeit)$/,
  date: /^(date|day|on|since|until)$/,
  point: /^(locations?|coordinates?|latlng|latlong|point|points|position|center|geo)$/,
  file: /^(path|file|filename)$/,
  coin: /^(coin|asset|token)$/,
  symbol: /^(symbols?|ticker|asset|coin|pair)$/,
  given: /^(firstname|givenname|forename|first|vorname|prenom|nombre|nome)$/,
  family: /^(lastname|familyname|surname|last|nachname|apellido|sobrenome)$/,
  fullname: /^(full|display)?name$/,
} as const

/** Whether the name of a slot, or the last word of this name, says that its value is of a kind. */
export function isCalled({ words, english }: Slot, kind: keyof typeof names): boolean {
  const pattern = names[kind]
  const is = (said: readonly string[]) => pattern.test(said.join('')) || pattern.test(said.at(-1) ?? '')
  // In "preço de custo" and "fecha nacimiento", the first word says what the value is. So the first word counts too.
  return is(words) || (english !== undefined && (is(english) || pattern.test(english[0]!)))
}

/** Whether the whole name of a slot says that its value is of a kind. */
export const isNamed = ({ words }: Slot, kind: keyof typeof names) => names[kind].test(words.join(''))

const hasWord = ({ words, english = [] }: Slot, pattern: RegExp) =>
  [...words, ...english].some((word) => pattern.test(word))

const lowerNames =
  /^(from|since|start|begin|min|minimum|after|gt|gte|greater|above|over|source|origins?|earliest|checkin)$/
const upperNames =
  /^(to|until|till|end|max|maximum|before|lt|lte|less|below|under|target|destinations?|dest|latest|checkout)$/
const boundNames = /^(min|minimum|gt|gte|greater|above|over|max|maximum|lt|lte|less|below|under)$/

/** Whether a slot is for the lower end of a range, or the start of a journey or transfer. */
export const isLower = (slot: Slot) => hasWord(slot, lowerNames)

/** Whether a slot is for the upper end of a range, or the end of a journey or transfer. */
export const isUpper = (slot: Slot) => hasWord(slot, upperNames)

/** Whether a slot is a minimum or maximum, such as `minPrice`. It takes a value only behind a word such as "over". */
export const isBound = (slot: Slot) => hasWord(slot, boundNames) && !names.limit.test(slot.words.join(''))

/** Whether a slot is for a date or a time. */
export const isMoment = (slot: Slot) =>
  hasWord(slot, /^(date|time|created|updated|modified|at|timestamp|born)$/) ||
  /^date/.test(slot.schema.format ?? '')

/** Whether the name of a slot has the word "currency". */
export const holdsCurrency = ({ words }: Slot) => words.includes('currency')

/** Whether a slot is for an IP address. */
export const holdsIp = ({ words, schema }: Slot) =>
  /^ip(v[46])?$/.test(schema.format ?? '') ||
  /^ip(v[46])?(address(es)?|addr)?$/.test(words.slice(-2).join('')) ||
  /^ips?$/.test(words.at(-1) ?? '')

/** Whether a text is an IP address or a range of addresses. */
export const isIp = (text: string) => /^\d+\.\d+\.\d+\.\d+(\/\d+)?$|^[\da-f]*(:[\da-f]*){2,7}$/i.test(text)

const personNames =
  /^(users?|login|account|owners?|members?|recipients?|to|from|cc|bcc|sender|receiver|assignees?|author|contacts?|customer|clients?|person|reviewers?|invitees?|attendees?|participants?|subscribers?|shopper|payer|payee)$/

/** Whether a slot identifies a person. */
export const namesPerson = (slot: Slot) => hasWord(slot, personNames)

/** Whether a slot takes only mail addresses. */
export const holdsMail = ({ words, english = words }: Slot) => /^e?mails?$/.test(english.at(-1) ?? '')

/** Whether the format, name or example of a slot shows that it takes a mail address. */
export function asksForMail(slot: Slot): boolean {
  const { format, examples = [], items } = slot.schema
  const shown = [...examples, ...(items?.examples ?? [])].flat()
  return (
    format === 'email' ||
    slot.words.includes('email') ||
    holdsMail(slot) ||
    shown.some((example) => String(example).includes('@'))
  )
}

/** Whether the value of a slot is a secret, which is never taken from a sentence by a guess. */
export const holdsSecret = (slot: Slot) => hasWord(slot, /^(password|passwort|pwd|secret|token|pin|apikey)$/)

/** Whether the value of a slot can be any text: it is no id and has neither a format nor fixed values. */
export function isPlainText({ thing, schema, choices }: Slot): boolean {
  return !thing && !schema.format && choices.length === 0 && accepts(schema, 'string')
}

const isText = (slot: Slot, kind: 'name' | 'text' | 'query') =>
  !slot.thing && accepts(slot.schema, 'string') && isCalled(slot, kind)

/** Whether a slot is for the name of a record. */
export const isNameLike = (slot: Slot) => isText(slot, 'name')

/** Whether a slot is for whole sentences, such as a description. */
export const isTextLike = (slot: Slot) => isText(slot, 'text')

/** Whether a slot is for a search text. */
export const isQueryLike = (slot: Slot) => isText(slot, 'query')

const pagingNames = /^(limit|offset|page|pagesize|pagenumber|perpage|start|skip|startat|maxresults)$/
/** Names of slots that set the form of a response, and not which records it contains. */
const formNames = /^(fields?|select|include|expand|embed|format|output|inputtype|view|sort|sortby|sorting)$/

/**
 * The value of a slot that the user does not mention: the constant or the default of the schema. For a required slot
 * that sets the page or, in a read, the form of the response, it can also be the example or the first enum value.
 */
export function usualValue({ schema, words, required }: Slot, reads: boolean): JsonValue | undefined {
  const name = words.join('')
  const isUsual = required && (pagingNames.test(name) || (reads && formNames.test(name)))
  const shown = isUsual && !accepts(schema, 'object') ? (schema.examples?.[0] ?? schema.enum?.[0]) : undefined
  return schema.const ?? schema.default ?? shown ?? undefined
}

/** An id in the type that a slot takes. */
export const idFor = ({ schema }: Slot, id: string | number): string | number =>
  accepts(schema, typeof id) || (typeof id === 'number' && accepts(schema, 'integer')) ? id : String(id)
