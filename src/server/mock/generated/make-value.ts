import { createHash } from 'node:crypto'
import data from '../../../../templates/mock-values.json'
import { MAX_FILE_NESTING } from '../../../protocol/nesting.js'
import { parseJson } from '../../../protocol/parse-json.js'
import { capitalize } from '../../../text/capitalize.js'
import { fillText } from '../../../text/fill-text.js'
import { memoized } from '../../../text/memoized.js'
import { trimEndOf } from '../../../text/trim.js'
import { schemaOfPlaceholder } from '../../../toolkit/compile/placeholders.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { mapMembers } from '../../../toolkit/model/map-members.js'
import { encodeStrictly } from '../../../toolkit/run/request/encode.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { isPlaceholderText } from '../../../toolkit/semantics/placeholder-text.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'

interface Place {
  name: string
  index: number
  noun: string
}

interface ValueContext extends Place {
  samples: readonly JsonValue[]
}

/** A value of the collection or a variation of it, else one that fits the name. */
export function makeValue(place: ValueContext): JsonValue {
  const samples = place.samples.filter((sample) => !isEmptySample(sample))
  const { index } = place
  if (samples.length === 0) return valueByName(place)
  const sample = samples[index % samples.length]!
  return index < samples.length ? cleaned(sample, place) : varied(sample, place)
}

/** Whether a value in the collection is empty or only shows a type: `string`, `<name>`, `{{email}}`. */
export function isEmptySample(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'string') return false
  return (
    /^(string|text|str|varchar|number|integer|int|date|datetime|boolean|bool|todo|n\/a)$/i.test(value) ||
    /\{\{|^\[object /.test(value) ||
    isPlaceholderText(value)
  )
}

const MAX_DEPTH = 5

function cleaned(sample: JsonValue, place: ValueContext, depth = 0): JsonValue {
  if (isEmptySample(sample)) return valueByName(place)
  if (typeof sample !== 'object' || sample === null || depth === MAX_DEPTH) return sample
  if (Array.isArray(sample)) return sample.slice(0, 5).map((one) => cleaned(one, place, depth + 1))
  return mapMembers(sample, (value, name) => cleaned(value, { ...place, name }, depth + 1))
}

/** Varies a value for a record beyond those of the collection. */
function varied(sample: JsonValue, place: ValueContext): JsonValue {
  const { name, index } = place
  if (typeof sample === 'boolean') return index % 2 === 0 ? sample : !sample
  if (typeof sample === 'number') return isIdName(name) ? index + 1 : variedNumber(sample, index)
  if (typeof sample !== 'string') return cleaned(sample, place)
  if (/^-?\d{1,15}([.,]\d+)?$/.test(sample) && sample.length < 7) {
    const number = variedNumber(Number(sample.replace(',', '.')), index)
    return isIdName(name) ? String(index + 1) : String(number)
  }
  return variedText(sample, place)
}

/** A number similar to another one, with the same decimals: `999.99` becomes `1099.99`, `12` becomes `13`. */
function variedNumber(sample: number, index: number): number {
  const whole = Math.trunc(sample)
  const step = Math.max(1, Math.round(Math.abs(whole) * 0.1))
  const isScore = whole >= 1 && whole <= 5
  const next = isScore ? ((whole - 1 + index) % 5) + 1 : whole + step * (1 + (index % 9))
  return Number((next + (sample - whole)).toFixed(decimalsOf(sample)))
}

const decimalsOf = (number: number) => /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0

function variedText(sample: string, { name, index }: ValueContext): string {
  const count = index + 1
  const date = shiftedDate(sample, index)
  if (date !== undefined) return date
  const [, user = '', host = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(sample) ?? []
  if (host) return `${trimEndOf(user, DIGITS) || user[0]}${count}@${host}`
  if (/^https?:\/\//.test(sample)) return sample
  if (/^\+?[\d\s().-]{7,}$/.test(sample)) return withLastDigits(sample, count)
  if (isName(name) && sample.length <= 60) return `${withoutNumber(sample)} ${count}`
  return isIdName(name) && /\d$/.test(sample) ? withLastDigits(sample, count) : sample
}

const DIGITS = '0123456789'

/** Removes the number at the end of a name if a space comes before it: `Lamp 12` gives `Lamp`, `A4` stays. */
function withoutNumber(name: string): string {
  const head = trimEndOf(name, DIGITS)
  return head.length < name.length && /\s$/.test(head) ? head.trimEnd() : name
}

function shiftedDate(sample: string, days: number): string | undefined {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(sample) ?? []
  if (date === undefined) return undefined
  const shifted = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + (days % 300)))
  return Number.isNaN(shifted.getTime())
    ? undefined
    : shifted.toISOString().slice(0, 10) + sample.slice(date.length)
}

/** Replaces the last digits in a text; other characters stay: `0812-0001` becomes `0812-0005`. */
function withLastDigits(sample: string, count: number): string {
  const digits = String(count % 1000)
  let left = digits.length
  const characters = [...sample].reverse().map((character) => {
    if (!/\d/.test(character) || left === 0) return character
    left -= 1
    return digits[left]!
  })
  return characters.reverse().join('')
}

/** How a value is made: chosen from a list, as a text with `{placeholders}`, or as a number of a row. */
type Recipe = readonly JsonValue[] | string | { from: number; step: number; count: number }

/** Parts of names, one after the other. `_` is the border of a word; `._` and `_.` are the beginning and the end of the name. */
const partsIn = (parts: string | string[]): readonly string[] => [parts].flat().join(' ').split(' ')

const says = (name: string, parts: readonly string[]): boolean => {
  const said = `._${wordsOf(name).join('_')}_.`
  return parts.some((part) => said.includes(part))
}

const RECIPES = data.members.map(({ names, value }) => ({ parts: partsIn(names), recipe: value as Recipe }))
const USUAL_MEMBERS = data.usualMembers.map(({ kinds, member }) => ({ parts: partsIn(kinds), member }))
const TITLES = partsIn(data.titles)
const PERSONS = partsIn(data.persons)
const PARTS_OF_NAMES = partsIn(data.partsOfNames)

const isName = memoized((name) => says(name, TITLES))
const recipeFor = memoized((name) => RECIPES.find(({ parts }) => says(name, parts))?.recipe)

export const usualMembersOf = (kind: string): string[] => [
  'name',
  ...USUAL_MEMBERS.flatMap(({ parts, member }) => (says(kind, parts) ? [member] : [])),
]

function valueByName(place: Place): JsonValue {
  const { name, index, noun } = place
  if (isIdName(name)) return index + 1
  if (isName(name) && says(`${noun} ${name}`, PERSONS) && !says(name, PARTS_OF_NAMES))
    return made('{person}', place)
  const recipe = recipeFor(name)
  if (recipe !== undefined) return made(recipe, place)
  const title = isName(name) ? noun : wordsOf(name).join(' ')
  return `${capitalize(title || 'record')} ${index + 1}`
}

function made(recipe: Recipe, { name, index, noun }: Place): JsonValue {
  if (typeof recipe === 'string') {
    const person = data.people[index % data.people.length]!
    const [first = '', last = ''] = person.split(' ')
    return fillText(recipe, {
      ...{ person, first, last, noun, login: first.toLowerCase(), number: index + 1 },
      again: index < data.people.length ? '' : index + 1,
      day: String(1 + (index % 28)).padStart(2, '0'),
      serial: String(index % 1000).padStart(3, '0'),
      slug: wordsOf(noun).join('-') || 'record',
      name: encodeStrictly(name),
    })
  }
  if (!('from' in recipe)) return recipe[index % recipe.length]!
  return Number((recipe.from + recipe.step * (index % recipe.count)).toFixed(2))
}

const MAX_LENGTH = 200_000

/** Fills placeholders such as `<integer>` of a body, always alike; `undefined` without any. */
export function fillPlaceholders(body: string, noun: string): string | undefined {
  if (body.length > MAX_LENGTH || !/"<\w+>"/.test(body)) return undefined
  try {
    return JSON.stringify(
      filled(parseJson(body, MAX_FILE_NESTING) as JsonValue, { name: noun, noun, index: 0 }),
      null,
      2,
    )
  } catch {
    return undefined
  }
}

function filled(value: JsonValue, place: Place): JsonValue {
  if (Array.isArray(value)) return value.map((one, index) => filled(one, { ...place, index }))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([name, one]) => [name, filled(one, { ...place, name })]))
  }
  return typeof value === 'string' && /^<\w+>$/.test(value) ? valueFor(value, place) : value
}

function valueFor(placeholder: string, place: Place): JsonValue {
  const { type, format } = schemaOfPlaceholder(placeholder) ?? {}
  const named = valueByName(place)
  if (type === 'boolean') return true
  if (type === 'integer') return Math.trunc(typeof named === 'number' ? named : place.index + 1)
  if (type === 'number') return typeof named === 'number' ? named : place.index + 1
  const { name, index } = place
  if (format === 'uuid') return uuidOf(index === 0 ? name : `${name} ${index}`)
  const recipe = Object.entries(data.formats).find(([one]) => one === format)?.[1]
  return recipe === undefined ? String(named) : made(recipe, place)
}

export function uuidOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
