import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { humanize } from './spoken-values.js'

/** Names of the fields in which services put an error message. The field that usually says most comes first. */
const messageFields = [
  'message',
  'msg',
  'detail',
  'error_description',
  'errorMessage',
  'description',
  'title',
  'error',
  'errors',
  'reason',
  'content',
  'fault',
  'faultstring',
]

/**
 * The message in an error response: `{ "errors": { "name": ["is too long"] } }` gives "name is too long". Empty if
 * there is none.
 */
export function errorWords(content: JsonValue, field = ''): string {
  if (typeof content === 'string')
    return /^[a-z][a-z' ]+$/.test(content) ? `${field} ${content}`.trim() : content
  if (Array.isArray(content)) return content.length > 0 ? errorWords(content[0]!, field) : ''
  if (!isObject(content)) return ''
  const at = Array.isArray(content.loc) ? content.loc.at(-1) : content.field
  const about = typeof at === 'string' ? humanize(at) : field
  for (const name of messageFields) {
    const value = content[name] ?? null
    const words = (isObject(value) && fieldErrors(value)) || errorWords(value, about)
    if (words !== '') return words
  }
  return ''
}

/**
 * The message about the first wrong field, if the object has one member for each wrong field: `{ "name": ["is too
 * long"] }`. Empty if a member such as `message` shows that the members are not fields.
 */
function fieldErrors(errors: JsonObject): string {
  const [[field, first] = [], ...others] = Object.entries(errors)
  if (field === undefined || first === undefined) return ''
  const isOfField = ([name, value]: [string, JsonValue]) =>
    Array.isArray(value) || !messageFields.includes(name)
  return isOfField([field, first]) && others.every(isOfField) ? errorWords(first, humanize(field)) : ''
}

/** Names of the members that a response has if it only reports an error. */
const errorNames =
  /^(data|errors?|error_\w+|message|detail|status|status_?code|code|type|path|timestamp|extensions)$/i

/** Whether a response with a 2xx status reports a failure: `{ "success": false }`, or errors in place of data. */
export function tellsFailure(content: JsonValue): boolean {
  if (!isObject(content)) return false
  const { success, ok, errors, error = errors } = content
  const hasError = (typeof error === 'string' && error !== '') || (Array.isArray(error) && error.length > 0)
  const isOnlyError = Object.entries(content).every(
    ([name, value]) => errorNames.test(name) && (name !== 'data' || value === null),
  )
  return success === false || ok === false || (hasError && isOnlyError)
}
