import type { JsonObject } from '../model/json.js'

/** Names of members whose text says what the value beside them is, the usual ones first. */
const LABELS = ['key', 'name', 'field', 'header', 'param', 'parameter', 'attribute', 'property']

/** Whether a member of this name says what the value beside it is: `name` in `{"name": "pin", "value": "1234"}`. */
export const isLabel = (name: string): boolean => LABELS.includes(name.toLowerCase())

/** Whether a member has the value that a label beside it names. */
export const isLabelledValue = (name: string): boolean => /^val(?:ue)?$/i.test(name)

/** What says the meaning of a member: its key, or the label beside it. */
export function nameOfMember(object: JsonObject, key: string): string {
  if (!isLabelledValue(key)) return key
  const names = Object.keys(object).filter((name) => typeof object[name] === 'string')
  const label = LABELS.map((one) => names.find((name) => name.toLowerCase() === one)).find(Boolean)
  return label === undefined ? key : String(object[label])
}
