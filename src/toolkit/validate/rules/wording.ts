import { maskInPlace } from '../../secrets/credential-spans.js'
import type { Args } from '../raw-diagnostic.js'
import type { Wording } from '../rule.js'

/** A value in a text of a rule, such as `{count}`, and how it is written: `{found:quoted}`. */
const PLACEHOLDER = /\{([a-zA-Z]+)(?::(\w+))?\}/g

/** Fills the first of these texts for which `args` has all values; undefined if there is none. */
export function worded(wording: Wording | undefined, args: Args): string | undefined {
  const isComplete = (text: string) =>
    Array.from(text.matchAll(PLACEHOLDER)).every(([, name]) => args[name!] !== undefined)
  return [wording ?? []]
    .flat()
    .find(isComplete)
    ?.replace(PLACEHOLDER, (_, name: string, format?: string) => {
      const value = args[name]
      if (format === undefined) return String(value)
      return FORMATS[format]?.(value, args) ?? named(format, value)
    })
}

type ArgValue = Args[string]

/** How a value is written. A format that is none of these is the kind of an object whose name is the value. */
const FORMATS: Readonly<Record<string, (value: ArgValue, args: Args) => string>> = {
  quoted,
  times: (count) => (count === 1 ? 'once' : `${count} times`),
  list: (names) => {
    const all = listed(names)
    return all.slice(0, MAX_NAMES).map(quoted).join(', ') + (all.length > MAX_NAMES ? ' and others' : '')
  },
  either: (names) =>
    listed(names)
      .map((name) => `"${name}"`)
      .join(' or '),
  choices: (values) =>
    listed(values).length > 1 ? `one of ${listed(values).join(', ')}` : String(listed(values)[0]),
  types: (types) => {
    const all = listed(types).map((type) => TYPE_NAMES[type] ?? type)
    return all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : (all[0] ?? 'something else')
  },
  type: (found, { expected }) => {
    if (found === 'number' && listed(expected).includes('integer')) return 'a fraction'
    return found === 'integer' ? 'a number' : (TYPE_NAMES[String(found)] ?? String(found))
  },
  owner,
  holder: (kind, { key }) => (typeof key === 'string' && key !== kind ? `"${key}"` : owner(kind)),
  subject: (_, { key }) => {
    if (typeof key === 'string') return `"${key}"`
    return typeof key === 'number' ? `Entry ${key + 1} of this list` : 'The document'
  },
}

const MAX_NAMES = 10

const OWNERS: Readonly<Record<string, string>> = {
  info: '"info"',
  response: 'The example',
  'voice-config': 'The configuration',
}

function owner(kind: ArgValue): string {
  return OWNERS[String(kind)] ?? `The ${kind === 'url' ? 'URL' : kind}`
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}

function listed(value: ArgValue): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}

/** Names a request, folder or example: `request "Get pet"`, or `the request` if it has no name. */
export function named(kind: string, name: ArgValue): string {
  const text = String(name).trim()
  if (text !== '') return `${kind} ${quoted(text)}`
  return `${/^[A-Z]/.test(kind) ? 'The' : 'the'} ${kind.toLowerCase()}`
}

/** Writes a value in quotes for a message, with its secrets masked. Cuts the value after 80 characters. */
export function quoted(value: ArgValue): string {
  const text = maskInPlace(String(value))
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`
}
