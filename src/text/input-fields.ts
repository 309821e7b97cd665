import { isObject } from '../protocol/is-object.js'

export interface InputField {
  path: readonly string[]
  /** A string, number, boolean, null or list, or an object that is empty or nested too deeply. */
  value: unknown
}

const MAX_FIELDS = 1_000
const MAX_DEPTH = 8

/** The first fields of an input, and their number. Members of objects are fields: `{ "a": { "b": 1 } }` has `a.b`. */
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
