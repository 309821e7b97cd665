import { parseJson } from '../../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { isObject, isSayable, plainFields, plainText } from './records.js'

/** The result of a tool call, as parsed from the history. */
export interface CallResult {
  tool: string
  input: JsonObject
  isError: boolean
  status?: number
  reason?: string
  /** Whether the call failed because settings are missing that only the operator of the agent can give. */
  lacksSettings?: boolean
  content: JsonValue
  truncated?: { total: number; kept: number }
  /** The number of records of the whole list, and of those on this page, if the content is one page of a list. */
  page?: { total?: number; items?: number }
  /** The arguments of the call that gets the next page. */
  next?: JsonObject
  /** Whether the result answers a later question, so that the call itself is no news. */
  isRecalled?: boolean
  /** The field of the record that such an answer told. "Make it 19" then changes this field. */
  field?: string
  /** Values that the user said and that the call did not use. */
  unplaced?: string[]
}

/** Parses the output of a tool from the history: a `ToolResult` as JSON, only its content as JSON, or plain text. */
export function readResult(
  output: string,
  call: { tool: string; input: JsonObject; isError: boolean },
): CallResult {
  const value = parseSomewhere(output)
  const isWhole =
    isObject(value) && 'content' in value && ('isError' in value || 'requestMs' in value || 'status' in value)
  if (!isWhole) return { ...call, isError: call.isError || isNotRun(value), content: value }
  const { content = null, status, reason, truncated, next, partial, missingSettings } = value
  const isMarkup =
    typeof content === 'string' && /^\s*<(p|div|h[1-6]|span|ul|ol|b|strong|em)\b/i.test(content)
  const isFailure = value.isError === true || reason === 'approval-needed' || tellsFailure(content)
  return {
    ...call,
    isError: call.isError || isFailure,
    ...(typeof status === 'number' && { status }),
    ...(typeof reason === 'string' && { reason }),
    lacksSettings: Array.isArray(missingSettings),
    ...(isObject(truncated) && { truncated: truncated as { total: number; kept: number } }),
    ...(isObject(partial) && { page: partial }),
    ...(isObject(next) && { next }),
    content: isMarkup ? plainText(content) : content,
  }
}

/** The JSON value in a text, which may have words before and after the JSON. If there is no JSON, the text itself. */
function parseSomewhere(output: string): JsonValue {
  const start = output.search(/[[{]/)
  const end = Math.max(output.lastIndexOf(']'), output.lastIndexOf('}')) + 1
  for (const text of [output, start < 0 ? '' : output.slice(start, end)]) {
    try {
      return parseJson(text) as JsonValue
    } catch {
      // Not JSON: the part between the brackets may be, or the output is plain words.
    }
  }
  return output.trim()
}

/** Whether a tool's output in the history is the note about a call that waits for the user or was not approved. */
const isNotRun = (content: JsonValue) =>
  typeof content === 'string' && /^(?:Not run\. |Waiting for the user, )/.test(content)

/** Whether the user declined the call or has not agreed to it yet, so that it did not run. */
export const wasDeclined = ({ content, reason }: CallResult) =>
  reason === 'declined' || reason === 'approval-needed' || isNotRun(content)

const listNames = /^(data|items|results|entries|records|values|content|list|rows)$/i
/** Names of lists that do not contain the records of a result, but links to other pages, warnings and the like. */
const asideNames = /^_?(links|embedded|included|errors|warnings|meta|pagination|paging)$/i
const totalNames = /^(total|count|total_?count|total_?items|total_?results|items_?total|size)$/i
const stateNames = /^(status|success|ok|code|status_?code)$/i
const boxNames = /^(data|result|response|item|payload|body|_embedded)$/i

export interface Items {
  items: JsonValue[]
  total?: number
}

/** The records of a result that is a list or contains one, such as `{ "data": [...] }`. Undefined for a single record. */
export function itemsOf(content: JsonValue): Items | undefined {
  if (Array.isArray(content)) return { items: content.map(withoutBox) }
  if (!isObject(content)) return undefined
  if ('jsonrpc' in content) return itemsOf(content.result ?? null)
  const lists = Object.entries(content).filter(
    (entry): entry is [string, JsonValue[]] =>
      Array.isArray(entry[1]) && (!asideNames.test(entry[0]) || isAllThereIs(content, entry[0])),
  )
  const wraps = lists.filter(
    ([name, list]) => listNames.test(name) || (list.length > 0 && list.every(isObject) && !isRecord(content)),
  )
  const isOwn = 'id' in content || (isNamed(content) && !wraps.some(([name]) => listNames.test(name)))
  if (wraps.length === 0 || isOwn) {
    const box = boxOf(content) ?? pageOf(content)
    return (box && itemsOf(box)) ?? plainListOf(content)
  }
  const byName = (name: string) => Number(listNames.test(name))
  const [, items] = wraps.sort((a, b) => byName(b[0]) - byName(a[0]) || b[1].length - a[1].length)[0]!
  const total = totalIn(content)
  const things = items.flatMap(rowsOf).map(withoutBox)
  return total !== undefined && total >= items.length ? { items: things, total } : { items: things }
}

/** The number of records of the whole list that a page tells, beside its list or in a member such as `meta`. */
function totalIn(content: JsonObject): number | undefined {
  const around = Object.entries(content).flatMap(([name, value]) =>
    asideNames.test(name) && isObject(value) ? Object.entries(value) : [],
  )
  const found = [...Object.entries(content), ...around].find(
    ([name, value]) => totalNames.test(name) && Number.isInteger(value),
  )
  return found?.[1] as number | undefined
}

/** The items of an object that has only a list or a count, and perhaps a status. Undefined for any other object. */
function plainListOf(content: JsonObject): Items | undefined {
  const [[name, value] = ['', null], ...others] = Object.entries(content).filter(
    ([own]) => !stateNames.test(own),
  )
  if (others.length > 0) return undefined
  if (Array.isArray(value)) return { items: value }
  return totalNames.test(name) && typeof value === 'number' ? { items: [], total: value } : undefined
}

/** Whether an object with a list is itself a record: it has an id and at least three other texts or objects. */
function isRecord(content: JsonObject): boolean {
  const told = Object.entries(content).filter(
    ([name, value]) =>
      ![isIdName, (own: string) => stateNames.test(own) || asideNames.test(own)].some((is) => is(name)) &&
      (typeof value === 'string' ? isSayable(value) : isObject(value)),
  )
  return told.length > 2 && Object.keys(content).some((name) => isIdName(name) && !isObject(content[name]))
}

/** Whether an object has a name or a title. It is then a record, and a list in it is only a part of the record. */
const isNamed = (content: JsonObject) =>
  Object.entries(content).some(
    ([name, value]) => /^(title|(\w+_?)?name)$/i.test(name) && typeof value === 'string',
  )

/** Whether an object is a page without any result. The list may be absent: `{ "page": 1, "totalCount": 0 }`. */
export const isPagingOfNone = (content: JsonObject) =>
  Object.keys(content).some((name) => /^page/i.test(name)) && totalIn(content) === 0

/** The objects in an item whose only member is a list of objects, such as `{ "elements": [...] }`; or the item itself. */
function rowsOf(item: JsonValue): JsonValue[] {
  const [only, ...others] = isObject(item) ? Object.values(item) : []
  return others.length === 0 && Array.isArray(only) && only.every(isObject) ? only : [item]
}

/** Whether all members of an object are numbers or booleans, except the list whose key is `name`. */
const isAllThereIs = (content: JsonObject, name: string) =>
  Object.entries(content).every(
    ([other, value]) => other === name || typeof value === 'number' || typeof value === 'boolean',
  )

/** The only inner object that is a page of results, with only a list and numbers. Undefined if several are. */
function pageOf(content: JsonObject): JsonObject | undefined {
  const pages = Object.values(content).filter(
    (value): value is JsonObject =>
      isObject(value) &&
      Object.entries(value).some(
        ([name, list]) => Array.isArray(list) && list.every(isObject) && isAllThereIs(value, name),
      ),
  )
  return pages.length === 1 && !('id' in content) && !isNamed(content) ? pages[0] : undefined
}

/** The inner object with the content of a response: the only member, or a member such as `data` beside a status. */
function boxOf(content: JsonObject): JsonObject | undefined {
  const members = Object.entries(content)
  const boxes = members.filter(([name, value]) => boxNames.test(name) && isObject(value))
  const [only, ...others] = boxes.length === 1 && !('id' in content) ? boxes : members
  return only && others.length === 0 && isObject(only[1]) ? only[1] : undefined
}

/** The record, with the fields that JSON:API puts into an inner object beside the id. */
function withoutBox(thing: JsonValue): JsonValue {
  if (!isObject(thing)) return thing
  const box = boxOf(thing) ?? thing
  const members = Object.entries(box)
  const isPart = ([name, value]: [string, JsonValue]) =>
    /^(attributes|fields|properties)$/i.test(name) && isObject(value)
  const parts = members.filter(isPart).map(([, part]) => part)
  if (parts.length === 0) return plainFields(box)
  // A `type` beside `attributes` is the name of a class, which is of no use to the user.
  const own = members.filter((one) => !isPart(one) && one[0] !== 'type')
  return plainFields(Object.assign(Object.fromEntries(own), ...parts))
}

/** The single record of a result, without wrappers such as `{ "data": ... }`. Undefined if the result is no object. */
export function thingOf(content: JsonValue): JsonObject | undefined {
  if (!isObject(content)) return undefined
  // The `id` beside a result of JSON-RPC is the number of the request, not the id of a record.
  const box = 'jsonrpc' in content ? (content.result ?? {}) : boxOf(content)
  return box === undefined ? (withoutBox(content) as JsonObject) : thingOf(box)
}

/** Names of the members that a response has if it only reports an error. */
const errorNames =
  /^(data|errors?|error_\w+|message|detail|status|status_?code|code|type|path|timestamp|extensions)$/i

/** Whether a response with a 2xx status reports a failure: `{ "success": false }`, or errors in place of data. */
function tellsFailure(content: JsonValue): boolean {
  if (!isObject(content)) return false
  const { success, ok, errors, error = errors } = content
  const hasError = (typeof error === 'string' && error !== '') || (Array.isArray(error) && error.length > 0)
  const isOnlyError = Object.entries(content).every(
    ([name, value]) => errorNames.test(name) && (name !== 'data' || value === null),
  )
  return success === false || ok === false || (hasError && isOnlyError)
}
