import { parseJson } from '../../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { tellsFailure } from './failure-words.js'
import { isSayable } from './labels.js'
import { plainFields } from './plain-fields.js'
import { plainText } from './spoken-values.js'

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
  hasNext: boolean
  /** Values that the user said and that the call did not use. */
  unplaced?: string[]
}

/** Parses the output of a tool from the history: a `ToolResult` as JSON, only its content as JSON, or plain text. */
export function readResult(
  output: string,
  call: { tool: string; input: JsonObject; isError: boolean },
): CallResult {
  const value = parseSomewhere(output)
  if (
    isObject(value) &&
    'content' in value &&
    ('isError' in value || 'requestMs' in value || 'status' in value)
  ) {
    return {
      ...call,
      isError:
        call.isError ||
        value.isError === true ||
        value.reason === 'approval-needed' ||
        tellsFailure(value.content ?? null),
      ...(typeof value.status === 'number' && { status: value.status }),
      ...(typeof value.reason === 'string' && { reason: value.reason }),
      lacksSettings: Array.isArray(value.missingSettings),
      ...readTruncated(value.truncated),
      content: withoutMarkup(value.content ?? null),
      hasNext: isObject(value.next),
    }
  }
  const isError = call.isError || isNotRun(value)
  return { ...call, isError, content: value, hasNext: false }
}

/** The text of an HTML fragment. A whole HTML page, XML and any other content is returned unchanged. */
function withoutMarkup(content: JsonValue): JsonValue {
  const isFragment =
    typeof content === 'string' && /^\s*<(p|div|h[1-6]|span|ul|ol|b|strong|em)\b/i.test(content)
  return isFragment ? plainText(content) : content
}

function readTruncated(value: JsonValue | undefined): Pick<CallResult, 'truncated'> {
  if (!isObject(value)) return {}
  const { total, kept } = value
  return typeof total === 'number' && typeof kept === 'number' ? { truncated: { total, kept } } : {}
}

/** The JSON value in a text, which may have words before and after the JSON. If there is no JSON, the text itself. */
function parseSomewhere(output: string): JsonValue {
  const start = output.search(/[[{]/)
  const end = Math.max(output.lastIndexOf(']'), output.lastIndexOf('}')) + 1
  for (const text of [output, start < 0 ? '' : output.slice(start, end)]) {
    try {
      return parseJson(text) as JsonValue
    } catch {
      // This text is not JSON. The loop tries the part between the brackets; if that fails too, the output is plain
      // words.
    }
  }
  return output.trim()
}

/**
 * The records of a result that is a list or contains one, such as `{ "data": [...] }`. Undefined if the result is a
 * single record.
 */
export function itemsOf(content: JsonValue): { items: JsonValue[]; total?: number } | undefined {
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
  if (
    wraps.length === 0 ||
    'id' in content ||
    (isNamed(content) && !wraps.some(([name]) => listNames.test(name)))
  )
    return unwrap(content) ?? plainListOf(content)
  const byName = (name: string) => (listNames.test(name) ? 1 : 0)
  const [, items] = wraps.sort((a, b) => byName(b[0]) - byName(a[0]) || b[1].length - a[1].length)[0]!
  const total = Object.entries(content).find(
    ([name, value]) => totalNames.test(name) && Number.isInteger(value),
  )?.[1]
  const things = items.flatMap(rowsOf).map(withoutBox)
  return typeof total === 'number' && total >= items.length ? { items: things, total } : { items: things }
}

/**
 * The items of an object that has only a list or a count, and perhaps a status: `{ "message": ["red"], "status":
 * "success" }` or `{ "count": 4 }`. Undefined for any other object.
 */
function plainListOf(content: JsonObject): ReturnType<typeof itemsOf> {
  const members = Object.entries(content)
  const [[name, value] = ['', null], ...others] = members.filter(([name]) => !stateNames.test(name))
  if (others.length > 0) return undefined
  if (Array.isArray(value)) return { items: value }
  return totalNames.test(name) && typeof value === 'number' ? { items: [], total: value } : undefined
}

/** Whether an object with a list is itself a record: it has an id and at least three other texts or objects. */
function isRecord(content: JsonObject): boolean {
  const told = Object.entries(content).filter(
    ([name, value]) =>
      !isIdName(name) &&
      !stateNames.test(name) &&
      !asideNames.test(name) &&
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
  Object.keys(content).some((name) => /^page/i.test(name)) &&
  Object.entries(content).some(([name, value]) => totalNames.test(name) && value === 0)

/**
 * If the only member of an item is a list of objects, such as `{ "elements": [...] }`, returns these objects. Otherwise
 * returns the item itself.
 */
function rowsOf(item: JsonValue): JsonValue[] {
  const [only, ...others] = isObject(item) ? Object.values(item) : []
  return others.length === 0 && Array.isArray(only) && only.every(isObject) ? only : [item]
}

/** Whether all members of an object are numbers or booleans, except the list whose key is `name`. */
function isAllThereIs(content: JsonObject, name: string): boolean {
  return Object.entries(content).every(
    ([other, value]) => other === name || typeof value === 'number' || typeof value === 'boolean',
  )
}

const listNames = /^(data|items|results|entries|records|values|content|list|rows)$/i
/** Names of lists that do not contain the records of a result, but links to other pages, warnings and the like. */
const asideNames = /^_?(links|embedded|included|errors|warnings|meta|pagination|paging)$/i
const totalNames = /^(total|count|total_?count|total_?items|total_?results|items_?total|size)$/i
/** Names of members that contain the status of a call. */
const stateNames = /^(status|success|ok|code|status_?code)$/i
const boxNames = /^(data|result|response|item|payload|body|_embedded)$/i

function unwrap(content: JsonObject): ReturnType<typeof itemsOf> {
  const box = boxOf(content) ?? pageOf(content)
  return box ? itemsOf(box) : undefined
}

/**
 * The only inner object that is a page of results. Such an object has only a list and numbers: `members` in `{ "team":
 * ..., "members": { "users": [...], "total": 9 } }`. Undefined if several inner objects are pages.
 */
function pageOf(content: JsonObject): JsonObject | undefined {
  const isPage = (value: JsonValue): value is JsonObject =>
    isObject(value) &&
    Object.entries(value).some(
      ([name, list]) => Array.isArray(list) && list.every(isObject) && isAllThereIs(value, name),
    )
  const pages = Object.values(content).filter(isPage)
  return pages.length === 1 && !('id' in content) && !isNamed(content) ? pages[0] : undefined
}

/** The inner object with the content of a response: the only member, or a member such as `data` beside a status. */
function boxOf(content: JsonObject): JsonObject | undefined {
  const boxes = Object.entries(content).filter(([name, value]) => boxNames.test(name) && isObject(value))
  const [only, ...others] = boxes.length === 1 && !('id' in content) ? boxes : Object.entries(content)
  return only && others.length === 0 && isObject(only[1]) ? only[1] : undefined
}

/** Names of members that contain the fields of a record, while its id and type are beside the member. */
const partNames = /^(attributes|fields|properties)$/i

/**
 * The record, with the fields that JSON:API puts into an inner object: `{ "id": 1, "attributes": { "name": "A" } }`
 * gives `{ "id": 1, "name": "A" }`.
 */
function withoutBox(thing: JsonValue): JsonValue {
  if (!isObject(thing)) return thing
  const box = boxOf(thing) ?? thing
  const members = Object.entries(box)
  const isPart = ([name, value]: [string, JsonValue]) => partNames.test(name) && isObject(value)
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
  if ('jsonrpc' in content) return thingOf(content.result ?? {})
  const box = boxOf(content)
  return box ? thingOf(box) : (withoutBox(content) as JsonObject)
}

/** Whether a tool's output in the history is the note about a call that waits for the user or was not approved. */
const isNotRun = (content: JsonValue) =>
  typeof content === 'string' && /^(?:Not run\. |Waiting for the user, )/.test(content)

/** Whether the user declined the call or has not agreed to it yet, so that it did not run. */
export function wasDeclined({ content, reason }: CallResult): boolean {
  return reason === 'declined' || reason === 'approval-needed' || isNotRun(content)
}

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
