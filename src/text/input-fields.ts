import { isObject } from '../protocol/is-object.js'

export interface InputField {
  path: readonly string[]
  /** A string, number, boolean, null or list, or an object that is empty or nested too deeply. */
  value: unknown
}

const MAX_FIELDS = 1_000
const MAX_DEPTH = 8

/**
 * The first fields of an input, and their number. Members of objects are fields: `{ "a": { "b": 1 } }` has `a.b`. A file is
 * one field with its name and its size: `scan.pdf (12KB)`.
 */
export function inputFields(input: unknown): { fields: InputField[]; count: number } {
  const fields: InputField[] = []
  let count = 0
  const visit = (given: unknown, path: readonly string[]): void => {
    const value = fileText(given) ?? given
    const members = path.length < MAX_DEPTH ? membersOf(value) : []
    if (members.length > 0) {
      for (const [name, member] of members) visit(member, [...path, name])
    } else if (path.length > 0 || !isObject(value)) {
      count++
      if (count <= MAX_FIELDS) fields.push({ path, value })
    }
  }
  visit(input, [])
  return { fields, count }
}

const membersOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value).filter(([, member]) => member !== undefined) : []

const BYTES = { style: 'unit', unit: 'byte', unitDisplay: 'narrow' } as const
const SIZE = new Intl.NumberFormat('en', { ...BYTES, notation: 'compact' })

/** The name and the size of a file that an input has as `{ base64, name }`; undefined for every other value. */
export function fileText(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const { base64, name = '', ...others } = value
  const isFile = typeof base64 === 'string' && typeof name === 'string' && Object.keys(others).length === 0
  if (!isFile || !/^[\w+/-]+={0,2}$/.test(base64)) return undefined
  const size = SIZE.format(Math.floor((base64.replaceAll('=', '').length * 3) / 4))
  return name === '' ? size : `${name} (${size})`
}
