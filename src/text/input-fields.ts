import { isObject } from '../protocol/is-object.js'

/** One value of an input, at any depth. */
export interface InputField {
  path: readonly string[]
  /** A text, number, boolean, null or list, or an object that is empty or nested too deeply. */
  value: unknown
}

/** Maximum number of listed fields; further ones are only counted. */
const MAX_FIELDS = 1_000
const MAX_DEPTH = 8

/** The first fields of an input, and the number of all. `{ "a": { "b": 1 } }` has one field, with the path `a`, `b`. */
export function inputFields(input: unknown): { fields: InputField[]; count: number } {
  const fields: InputField[] = []
  let count = 0
  const visit = (value: unknown, path: readonly string[]): void => {
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
