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
  const superlative = language.superlatives.find((one) =>
    one.words.some((word) => isOne(words.indexOf(word))),
  )
  const things = items.filter(isObject)
  if (!superlative || things.length < 2) return undefined
  const named = Object.keys(things[0]!).filter(
    (name) =>
      fieldsOfKind[superlative.of].test(name) &&
      !isIdName(name) &&
      things.every((one) => !Number.isNaN(rankOf(one[name]))),
  )
  const field = named.find(asked) ?? (superlative.of !== 'any' || named.length === 1 ? named[0] : undefined)
  if (field === undefined) return undefined
  const sign = superlative.most ? -1 : 1
  const [item] = [...things].sort((a, b) => sign * (rankOf(a[field]) - rankOf(b[field])))
  return { item: item!, field }
}

/** Converts a value to a number for comparison, a date to milliseconds. NaN if it is neither a number nor a date. */
function rankOf(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\d/.test(value)) return Number.NaN
  return /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number(value)
}
