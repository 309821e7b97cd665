import type { SearchLanguage } from '../../../languages/search-language.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'

/** Names of parameters for the maximum number of results. */
export const limitNames =
  /^(limit|size|pagesize|count|top|max|maxresults|perpage|first|take|rows|numberofresults)$/
/** Names of parameters for a quantity. */
export const quantityNames = /^(quantity|qty|count|amount|units|copies|pieces|number)$/
/** Names of parameters for an amount of money. */
export const moneyNames = /^(amount|price|cost|value|total|sum|balance)$/

const lowerNames =
  /^(from|since|start|begin|min|minimum|after|gt|gte|greater|above|over|source|origins?|earliest|checkin)$/
const upperNames =
  /^(to|until|till|end|max|maximum|before|lt|lte|less|below|under|target|destinations?|dest|latest|checkout)$/
/**
 * Words in the names of parameters for a minimum or maximum, such as `minPrice`. Such a parameter gets a value only if
 * a word such as "over" comes before the value.
 */
const boundNames = /^(min|minimum|gt|gte|greater|above|over|max|maximum|lt|lte|less|below|under)$/
const timeNames = /^(date|time|created|updated|modified|at|timestamp|born)$/
/**
 * Names that say little about the value. For such a parameter, the name of the object around it also announces the
 * value: "country" for `country.code`.
 */
export const generalNames = /^(amount|currency|name|id|key|code|value|number|type|title|ref)$/
const personNames =
  /^(users?|login|account|owners?|members?|recipients?|to|from|cc|bcc|sender|receiver|assignees?|author|contacts?|customer|clients?|person|reviewers?|invitees?|attendees?|participants?|subscribers?|shopper|payer|payee)$/
const kindNames = /^(type|kind|mode|format|category|status|state|method)$/
const nameNames =
  /^(name|title|label|summary|subject|displayname|fullname|username|text|message|nombre|nome|nom|nama|titulo|titre|judul|bezeichnung)$/
const textNames =
  /^(text|message|description|note|notes|comment|comments|summary|title|subject|content|body|reason|details|remark|markdown|question|prompt)$/
const queryNames = /^(q|query|search|keyword|keywords|term|filter|searchterm|searchtext|input|searchquery)$/

const hasWord = ({ words, english = [] }: Slot, names: RegExp) =>
  [...words, ...english].some((word) => names.test(word))

/** Whether the pattern `names` matches the name of a parameter or the last word of this name. */
export function isCalled({ words, english }: Slot, names: RegExp): boolean {
  const is = (said: readonly string[]) => names.test(said.join('')) || names.test(said.at(-1) ?? '')
  // In "preço de custo" and "fecha nacimiento", the first word says what the value is. So the first word counts too.
  return is(words) || (english !== undefined && (is(english) || names.test(english[0]!)))
}

/**
 * The parameters, each with an English translation of its words. Used for a sentence in a language that the agent
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

/** Whether a parameter is for the lower end of a range, or the start of a journey or transfer. */
export const isLower = (slot: Slot) => hasWord(slot, lowerNames)

/** Whether a parameter is for the upper end of a range, or the end of a journey or transfer. */
export const isUpper = (slot: Slot) => hasWord(slot, upperNames)

/** Whether a parameter is a minimum or maximum, such as `minPrice`. The start of a period, such as `from`, is none. */
export const isBound = (slot: Slot) => hasWord(slot, boundNames) && !limitNames.test(slot.words.join(''))

/** Whether a parameter is for a date or a time. */
export const isMoment = (slot: Slot) => hasWord(slot, timeNames)

/** Whether the name of a parameter has the word "currency". */
export const holdsCurrency = ({ words }: Slot) => words.includes('currency')

/**
 * Whether a parameter takes a kind or a state, such as `type` or `status`. A code such as "W61" is rarely its value.
 */
export const isKind = (slot: Slot) => isCalled(slot, kindNames)

/** Whether a parameter is for an IP address. */
export const holdsIp = ({ words, schema }: Slot) =>
  /^ip(v[46])?$/.test(schema.format ?? '') ||
  /^ip(v[46])?(address(es)?|addr)?$/.test(words.slice(-2).join('')) ||
  /^ips?$/.test(words.at(-1) ?? '')

const phoneNames = /^(phone|mobile|cell|tel|telephone|msisdn|whatsapp|(phone|mobile)n(o|umber))$/

/** Whether a parameter is for a phone number. */
export const holdsPhone = (slot: Slot) => isCalled(slot, phoneNames)

/**
 * Whether a value has the form that a parameter needs:
 * - It must have a digit if the parameter is for a phone number or has only numbers as examples.
 * - It must be an IP address if the parameter is for an IP address.
 * - It must begin with a letter if the parameter is for the code of a currency.
 */
export function hasForm(slot: Slot, value: JsonValue): boolean {
  const text = String(value)
  const { examples = [] } = slot.schema
  const isFree = isNameLike(slot) || isTextLike(slot)
  const isNumeric =
    !isFree && examples.length > 0 && examples.every((one) => /^\d[\d .-]*$/.test(String(one)))
  const isCurrency = slot.words.at(-1) === 'currency' && accepts(slot.schema, 'string') && !isNumeric
  if (isCurrency && /^\d/.test(text)) return false
  return (!(holdsPhone(slot) || isNumeric) || /\d/.test(text)) && (!holdsIp(slot) || isIp(text))
}

/** Whether a text has the form of an IP address or of a range of addresses. */
export const isIp = (text: string) => /^\d+\.\d+\.\d+\.\d+(\/\d+)?$|^[\da-f]*(:[\da-f]*){2,7}$/i.test(text)

/** Whether a parameter takes only mail addresses. */
export const holdsMail = ({ words, english = words }: Slot) => /^e?mails?$/.test(english.at(-1) ?? '')

/** Whether the format, name or example of a parameter shows that it takes a mail address. */
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

/** Whether a parameter identifies a person. */
export const namesPerson = (slot: Slot) => hasWord(slot, personNames)

/**
 * Whether a mail address may be the value of a parameter: the parameter asks for one, identifies a person, or is for
 * free text.
 */
export function takesMail(slot: Slot): boolean {
  return (
    asksForMail(slot) ||
    namesPerson(slot) ||
    [isNameLike, isTextLike, isQueryLike].some((takes) => takes(slot))
  )
}

/** Whether the value of a parameter can be any text: it is no id and has neither a format nor fixed values. */
export function isPlainText({ thing, schema, choices }: Slot): boolean {
  return !thing && !schema.format && choices.length === 0 && accepts(schema, 'string')
}

const isTextCalled = (slot: Slot, names: RegExp) =>
  !slot.thing && accepts(slot.schema, 'string') && isCalled(slot, names)

/** Whether a parameter is for the name of a record. */
export const isNameLike = (slot: Slot) => isTextCalled(slot, nameNames)

/** Whether a parameter is for whole sentences, such as a description. */
export const isTextLike = (slot: Slot) => isTextCalled(slot, textNames)

/** Whether a parameter is for a search text. */
export const isQueryLike = (slot: Slot) => isTextCalled(slot, queryNames)

const pagingNames = /^(limit|offset|page|pagesize|pagenumber|perpage|start|skip|startat|maxresults)$/

/** Names of parameters that set the form of a response, and not which records it contains. */
const formNames = /^(fields?|select|include|expand|embed|format|output|inputtype|view|sort|sortby|sorting)$/

/**
 * The value of a parameter that the user does not mention: the constant or the default of the schema. For a required
 * parameter, it can also be the example or the first enum value. This applies to paging and, in a read, to parameters
 * that set the form of the response. Undefined if there is no such value.
 */
export function usualValue({ schema, words, required }: Slot, reads: boolean): JsonValue | undefined {
  const name = words.join('')
  const isUsual = required && (pagingNames.test(name) || (reads && formNames.test(name)))
  const shown = isUsual && !accepts(schema, 'object') ? (schema.examples?.[0] ?? schema.enum?.[0]) : undefined
  return schema.const ?? schema.default ?? shown ?? undefined
}
