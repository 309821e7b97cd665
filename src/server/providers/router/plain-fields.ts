import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { oncePer } from '../../../toolkit/model/lazy.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { isEcho, isSayable, labelOf } from './labels.js'
import { amountOf, namesMoney, withMoney } from './money.js'

type Field = [name: string, value: JsonValue]

/**
 * The record with only fields that can be read out. An object inside the record is replaced by its name, its amount of
 * money, or its fields. A value that only repeats the name of its field, as in generated examples, is left out.
 */
export const plainFields = oncePer(readFields)

function readFields(thing: JsonObject): JsonObject {
  const members = Object.entries(withOneName(thing)).filter(
    ([name, value]) => isIdName(name) || !isEcho(name, value),
  )
  const fields = members.map(([name, value]): Field => [name, momentOf(name, summaryOf(value) ?? value)])
  const told = fields.filter(
    ([name, value]) => typeof value !== 'object' && !isIdName(name) && isSayable(value),
  )
  const inner = members
    .flatMap(([name, value]) => innerFields(name, value))
    .filter(([name]) => told.length === 0 || namesMoney(name))
  const label = told.length === 1 ? nameIn(thing[told[0]![0]]) : undefined
  // If the only field that can be read out is the name of an inner object, this name becomes the name of the record:
  // "Blue" in `{ "id": 4, "room": { "name": "Blue" } }`.
  const own = fields.map(
    ([name, value]): Field => [label !== undefined && value === label ? 'name' : name, value],
  )
  return withMoney(Object.fromEntries([...own, ...inner]))
}

/** The name of an object; undefined for an object without a name and for other values. */
const nameIn = (value: JsonValue | undefined) => (isObject(value) ? labelOf(withOneName(value)) : undefined)

/**
 * Replaces an object, or a list with one object, by the object's name. If the object has no name, its amount of money
 * is used. Undefined for other values.
 */
function summaryOf(value: JsonValue): JsonValue | undefined {
  const one = loneOf(value)
  return isObject(one) ? (nameIn(one) ?? amountOf(one)) : undefined
}

/** The scalar fields of an inner object, as fields of the record: `owner: { age: 5 }` gives `owner_age: 5`. */
function innerFields(name: string, value: JsonValue): Field[] {
  const one = loneOf(value)
  if (!isObject(one)) return []
  const summary = summaryOf(one)
  if (one === value && summary !== undefined) return []
  return Object.entries(one).flatMap(([own, part]): Field[] =>
    typeof part === 'object' || isIdName(own) || isEcho(own, part) || part === summary
      ? []
      : [[isValueName.test(own) ? name : `${name}_${own}`, momentOf(own, part)]],
  )
}

const isValueName = /^(value|amount)$/i

/** The only item of a list; any other value is returned unchanged. */
const loneOf = (value: JsonValue) => (Array.isArray(value) && value.length === 1 ? value[0]! : value)

/** Words that end the name of a field whose value is a time: "at" in `created_at`. */
const momentWords = new Set('at on time date timestamp dt created updated modified expires until'.split(' '))

/** Converts a Unix time in seconds or milliseconds to an ISO 8601 text. Any other value stays unchanged. */
function momentOf(name: string, value: JsonValue): JsonValue {
  if (typeof value !== 'number') return value
  const digits = String(value)
  if (!/^1\d{9}(\d{3})?$/.test(digits) || !momentWords.has(wordsOf(name).at(-1) ?? '')) return value
  return new Date(Number(digits) * (digits.length === 10 ? 1000 : 1)).toISOString()
}

const firstName = /^((first|given|fore)_?name|first|given|nombres?|vorname|prenom|imie)$/i
const lastName = /^((last|family|sur)_?name|last|family|apellidos?|sobrenome|nachname|nom|nazwisko)$/i

/**
 * The record with a single text as its name: `first_name` and `last_name` become `name`. If `name` is an object, for
 * example with a name for each language, its member `name` or its first value becomes the name.
 */
function withOneName(thing: JsonObject): JsonObject {
  if (isObject(thing.name)) {
    const { name = Object.values(thing.name)[0] } = withOneName(thing.name)
    return { ...thing, name: name ?? null }
  }
  const names = Object.keys(thing)
  const [first, last] = [firstName, lastName].map((part) => names.find((name) => part.test(name)))
  if (!first || !last || 'name' in thing || !thing[first] || !thing[last]) return thing
  const name = [...new Set([thing[first], thing[last]])].join(' ')
  const { [first]: _, [last]: __, ...rest } = thing
  return { name, ...rest }
}
