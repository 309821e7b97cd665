import { VoiceError } from '../../errors.js'
import type { Schema } from '../../toolkit/validate/schema-node.js'
import { collect, oneOf, wholeNumber } from '../output.js'

/** What a setting accepts: a JSON Schema for the configuration, a parser for the flag. */
export interface Kind<out T = unknown> {
  schema: Schema
  /** The parser of a flag's value; absent if it takes none. */
  parser?: (flag: string) => (text: string, before: never) => T
  /** What is wrong with a value that fits the schema, to follow the setting's name. */
  problem?: (value: unknown) => string | undefined
  /** Help texts that say how to give several values: `flag` for the flag, `member` for the configuration. */
  several?: { flag: string; member?: string }
  members?: SettingsTable
  /** The kind of the entries of a list, or of the values of an object whose names the user chooses. */
  each?: Kind
  /** The name of a definition in the JSON Schema, to which each use of this kind refers with `$ref`. */
  name?: string
}

/** One setting. Its description is the help of its flag, the text of the schema and the row in docs/config.md. */
export interface Setting<out T = unknown> {
  kind: Kind<T>
  /** A description in lower case and without a full stop. */
  about: string
  /** The accepted values with their meanings. If absent, those of the kind are listed. */
  values?: string
  /** The flag with its placeholder, such as `--port <port>`; absent for a setting of the configuration only. */
  flag?: string
  /** The default value. If it is a number with a unit, the unit is in the name of the setting: `toolTimeoutMs`. */
  default?: string | number | boolean
  otherwise?: string
  /** Text that only docs/config.md adds, such as a link. */
  more?: string
  required?: true
}

export function aboutWithValues({ about, kind, values }: Setting): string {
  const words = kind.schema.enum as string[] | undefined
  const listed = values ?? words?.join(', ')
  return listed === undefined ? about : `${about}: ${listed}`
}

export type SettingsTable = Readonly<Record<string, Setting>>

type ValueOf<S> = S extends { kind: Kind<infer T> } ? T : never
type Marked<G, Mark> = { [K in keyof G]: G[K] extends Mark ? K : never }[keyof G]

/** An object of the configuration that has these settings. */
export type ConfigValues<G> = {
  -readonly [K in Exclude<keyof G, Marked<G, { required: true }>>]?: ValueOf<G[K]>
} & { -readonly [K in Marked<G, { required: true }>]: ValueOf<G[K]> }

export type Flags<G> = {
  -readonly [K in Marked<G, { flag: string }>]?: ValueOf<G[K]>
}

/** Parsed flags that are not in the configuration, with defaults. */
export type OwnFlags<G> = Flags<G> & {
  -readonly [K in Marked<G, { default: unknown }>]: ValueOf<G[K]>
}

export const text: Kind<string> = { schema: { type: 'string' }, parser: () => (given) => given }

/** On or off; its flag takes no value. */
export const onOff: Kind<boolean> = { schema: { type: 'boolean' } }

/** A whole number from `min`; the flag also refuses more than `max`. */
export const whole = (min: number, max?: number): Kind<number> => ({
  schema: { type: 'integer', minimum: min },
  parser: (flag) => wholeNumber(flag, { min, max }),
})

export const atLeast = (min: number): Kind<number> => ({ schema: { type: 'number', minimum: min } })

export const choice = <const T extends string>(words: readonly T[]): Kind<T> => ({
  schema: { type: 'string', enum: words },
  parser: (flag) => oneOf(flag, words),
})

/** Which calls ask the user first. */
export const approvals = choice(['none', 'writes', 'destructive'])

/** Texts with a rule of their own: `takes` says what fits. */
export function textThat(fits: (text: string) => boolean, takes: string): Required<RuledText> {
  const problem = (value: unknown) =>
    fits(String(value)) ? undefined : `takes ${takes}; "${String(value)}" is none.`
  return {
    schema: text.schema,
    problem,
    parser: (flag) => (given) => checked(given, { flag, problem: problem(given) }),
  }
}

function checked(given: string, { flag, problem }: { flag: string; problem: string | undefined }): string {
  if (problem === undefined) return given
  throw new VoiceError('wrong-usage', `${flag} ${problem}`)
}

type RuledText = Pick<Kind<string>, 'schema' | 'problem' | 'parser'>

/** A list of texts of one kind. The flag of such a setting may be repeated. */
export const severalOf = (each: Kind<string>): Kind<string[]> => ({
  schema: { type: 'array' },
  each,
  several: { flag: 'may be repeated' },
  parser: (flag) => (given, before) => {
    const wrong = each.problem?.(given)
    const areSeveral = /[,\s]/.test(given)
    const problem = wrong && areSeveral ? `${wrong} For several, repeat ${flag}.` : wrong
    return collect(checked(given, { flag, problem }), before)
  },
})

export const texts = severalOf(text)

/** The value is one text, or a list of texts that are tried in order. */
export const names: Kind<string | string[]> = {
  schema: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  several: { flag: 'several with commas, tried in order', member: 'a list is tried in order' },
  problem: (value) =>
    [value].flat().every((one) => String(one).trim() !== '') && String(value) !== ''
      ? undefined
      : 'names nothing; leave it out, or name a provider.',
  parser: (flag) => (given) => namesOf(flag, given),
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `500ms`, `90s`, `10m`, `2h` or `0`; undefined for any other text, such as a number without a unit. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0
  const [, count, unit] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS]
}

export const duration = textThat(
  (given) => durationMs(given) !== undefined,
  'a duration with its unit, such as 90s, 10m or 2h',
)

export const list = <T>(each: Kind<T>): Kind<T[]> => ({ schema: { type: 'array' }, each })

/** Values of one kind, under names that the user chooses. */
export const byName = <T>(each: Kind<T>): Kind<Record<string, T>> => ({ schema: { type: 'object' }, each })

/** An object with these members. If it has a name, the schema defines the object once, and each use refers to it. */
export const object = <const G extends SettingsTable>(members: G, name?: string): Kind<ConfigValues<G>> => ({
  schema: { type: 'object' },
  members,
  name,
})

function namesOf(flag: string, given: string): string[] {
  const found = given.split(',').map((name) => name.trim())
  if (found.every((name) => name !== '')) return found
  throw new VoiceError(
    'wrong-usage',
    `${flag} takes names with commas between them; "${given}" has an empty one.`,
  )
}
