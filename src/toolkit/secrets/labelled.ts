import type { JsonObject } from '../model/json.js'

const LABELS = [
  'key',
  'name',
  'Key',
  'Name',
  'field',
  'header',
  'param',
  'parameter',
  'attribute',
  'property',
]

/** What says the meaning of a member: its key, or for the value in `{"name": "pin", "value": "1234"}` the label beside it. */
export function nameOfMember(object: JsonObject, key: string): string {
  if (!/^val(?:ue)?$/i.test(key)) return key
  const label = LABELS.find((name) => typeof object[name] === 'string')
  return label === undefined ? key : String(object[label])
}
