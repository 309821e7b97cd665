import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { AskedFor } from './labels.js'
import { isObject } from './results.js'

/** For each kind of value, such as a price: a pattern for the names of fields with such values. */
export const fieldsOfKind = {
  price: /price|cost|amount|total|fee|fare/i,
  date: /^(?!.*[Zz]one).*([Dd]ate|[Tt]ime|[Dd]ay|[Bb]orn|[Cc]reated|_at$|At$)/,
  place: /^(?!.*ids?$).*(address|city|place|location|country|street|town)/i,
  person:
    /^(?!.*ids?$).*(owner|author|creator|user|customer|person|assignee|counterparty|recipient|_by$)|[a-z]By$/i,
  age: /^age$|birth|^dob$/i,
  any: /./,
}

/**
 * Finds the record of a list for which the user asks with a superlative such as "which one is the cheapest?". Returns
 * the record and the field by which the records were compared.
 */
export function extremeOf(
  items: readonly JsonValue[],
  { language, asked, text }: { language: Language; asked: AskedFor; text: string },
): { item: JsonObject; field: string } | undefined {
  const words = cutWords(text)
  const { isPlural } = language.search
  // "newest first" and "the newest items" ask for the list, not for one record.
  const isOne = (at: number) => {
    const next = words[at + 1] ?? ''
    return at >= 0 && !isPlural(next) && language.ordinals[next] === undefined
  }
  // "at least 3" is a bound.
  const isBound = (at: number) =>
    /^\d/.test(words[at + 1] ?? '') || language.numbers.valueOf(words[at + 1] ?? '') !== undefined
  const superlative = language.superlatives.find((one) =>
    one.words.some((word) => {
      const at = words.indexOf(word)
      return at >= 0 && !isBound(at) && (one.needsField || isOne(at))
    }),
  )
  const things = items.filter(isObject)
  if (!superlative || things.length < 2) return undefined
  const isSize = superlative.of === 'any'
  const named = Object.keys(things[0]!).filter(
    (name) =>
      fieldsOfKind[superlative.of].test(name) &&
      !isIdName(name) &&
      // Only dates that the user names have a size: "the highest due date".
      (!isSize || asked(name) || !things.some((one) => isDate(one[name]))) &&
      things.every((one) => !Number.isNaN(rankOf(one[name]))) &&
      new Set(things.map((one) => currencyOf(one[name]))).size === 1,
  )
  const lone = !superlative.needsField && (!isSize || named.length === 1) ? named[0] : undefined
  const field = named.find(asked) ?? lone
  if (field === undefined) return undefined
  const sign = superlative.most ? -1 : 1
  const [item] = [...things].sort((a, b) => sign * (rankOf(a[field]) - rankOf(b[field])))
  return { item: item!, field }
}

const isDate = (value: JsonValue | undefined) => /^\d{4}-\d{2}-\d{2}/.test(String(value))

/** The currency of an amount such as `10.99 USD`. */
const currencyOf = (value: JsonValue | undefined) => /^\d+(?:\.\d+)? ([A-Z]{3})$/.exec(String(value))?.[1]

/**
 * Converts a value to a number for comparison, a date to milliseconds. NaN if it is neither a number, a date nor an
 * amount of money. Also NaN for a negative amount: users may call a large payment the highest or the lowest one.
 */
function rankOf(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\d/.test(value)) return Number.NaN
  return isDate(value) ? Date.parse(value) : Number(currencyOf(value) ? value.slice(0, -4) : value)
}
