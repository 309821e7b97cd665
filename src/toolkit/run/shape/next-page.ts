import { isObject } from '../../../protocol/is-object.js'
import { decodeFormText } from '../../../text/decode-uri.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { getAt } from '../../model/json-pointer.js'
import { oncePer } from '../../model/lazy.js'
import type { ToolDefinition } from '../../model/tool.js'
import { parseQueryText } from '../../semantics/parse-address.js'
import type { Header } from '../wire-request.js'
import { largestList } from './truncate-json.js'

/** The facts about paging in a response. */
export interface Page {
  next: JsonObject
  items?: number
  /** The number of items on all pages, if the API says it. */
  total?: number
}

interface Answered {
  definition: ToolDefinition
  input: JsonObject
  headers: Header[]
  value: JsonValue
}

/** Maximum length of an address or a cursor. Longer ones would fill the model's context. */
const MAX_CHARACTERS = 8_192

export function findNextPage(answered: Answered): Page | undefined {
  const parameters = pagingParameters(answered.definition)
  if (parameters.size === 0) return undefined
  const items = largestList(answered.value)?.items.length
  const next =
    fromAddress(linkNext(answered.headers) ?? bodyNext(answered.value), parameters) ??
    fromCursor(answered.value, parameters) ??
    nextByNumbers(answered, { parameters, items })
  if (!next) return undefined
  const total = totalOf(answered, items)
  return {
    next: { ...answered.input, ...next },
    ...(items === undefined ? {} : { items }),
    ...(total === undefined ? {} : { total }),
  }
}

const pagingParameters = oncePer((definition: ToolDefinition): Map<string, string> => {
  const all = new Map(
    definition.bindings.flatMap((binding): [string, string][] => {
      const key = binding.in === 'query' ? definition.request.url.query[binding.index]?.key : undefined
      return key ? [[key, binding.parameter]] : []
    }),
  )
  const pages = [...all.keys()].some((key) =>
    [CURSOR_PARAMETERS, ...NUMBER_PARAMETERS].some((pattern) => pattern.test(key)),
  )
  return pages ? all : new Map()
})

/** The address with `rel="next"` in `Link` headers (RFC 8288). */
function linkNext(headers: Header[]): string | undefined {
  const links = headers
    .filter(({ key }) => key === 'link')
    .flatMap(({ value }) => [...value.matchAll(/<([^<>]*)>([^<]*)/g)])
  return links.find(([, , parameters = '']) => parameters.split(';').some(isNextRelation))?.[1]
}

function isNextRelation(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=')
  return name.trim().toLowerCase() === 'rel' && /\bnext\b/i.test(value)
}

const NEXT_ADDRESSES =
  `/next /next_url /nextUrl /links/next /links/next/href /_links/next/href /_links/next /paging/next
  /paging/next/link /pagination/next /pagination/next_url /meta/next /@odata.nextLink /next_page_url
  /nextPageUrl /info/next`.split(/\s+/)

function bodyNext(value: JsonValue): string | undefined {
  return NEXT_ADDRESSES.map((pointer) => getAt(value, pointer)).find(
    (found): found is string =>
      typeof found === 'string' && found.length <= MAX_CHARACTERS && /[/?]/.test(found),
  )
}

/** The arguments for the next page, from the query of the next page's address. */
function fromAddress(address: string | undefined, parameters: Map<string, string>): JsonObject | undefined {
  if (address === undefined || address.length > MAX_CHARACTERS) return undefined
  const query = address.split('#')[0]?.split('?')[1]
  if (!query) return undefined
  const entries = parseQueryText(query).flatMap(({ key, value }): [string, JsonValue][] => {
    const parameter = parameters.get(decodeFormText(key ?? ''))
    return parameter && typeof value === 'string' ? [[parameter, decodeFormText(value)]] : []
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

const CURSOR_PARAMETERS =
  /^(cursor|page_?token|next_?token|next_?cursor|continuation(_?token)?|starting_?after|after|start_?cursor|scroll_?id|marker|offset)$/i
const CURSORS = `next_cursor nextCursor next_page_token nextPageToken next_token nextToken continuation
  continuation_token continuationToken cursor end_cursor endCursor next offset marker`.split(/\s+/)
/** The argument for the next page: the cursor in the body. */
function fromCursor(value: JsonValue, parameters: Map<string, string>): JsonObject | undefined {
  const key = [...parameters.keys()].find((name) => CURSOR_PARAMETERS.test(name))
  if (key === undefined || saysNoMore(value)) return undefined
  const cursor = findMember(
    value,
    CURSORS,
    (member, name): member is string | number =>
      (typeof member === 'string' && member !== '' && member.length <= MAX_CHARACTERS) ||
      (typeof member === 'number' && name !== 'offset'),
  )
  return cursor === undefined ? undefined : { [parameters.get(key)!]: cursor }
}

const LIMIT_PARAMETERS = /^(limit|per_?page|page_?size|size|count|max_?results|\$top|top|rows)$/i
const OFFSET_PARAMETERS = /^(offset|skip|start|start_?at|\$skip|start_?index)$/i
const PAGE_PARAMETERS = /^(page|page_?(number|no|num|index)|p)$/i
/** Query parameters that set the size, the beginning or the number of a page. */
const NUMBER_PARAMETERS = [LIMIT_PARAMETERS, OFFSET_PARAMETERS, PAGE_PARAMETERS]

/** Names of the member that has the number of the current page. The framework Spring uses `number`. */
const PAGES = 'page page_number pageNumber current_page currentPage page_index pageIndex number'.split(' ')

/**
 * Returns the argument for the next page: a page number or an offset. If the response has a flag for this, the flag
 * decides. If not, the total number of items decides. If there is no total either, a full page means that there is a
 * next page.
 */
function nextByNumbers(
  answered: { input: JsonObject; headers: Header[]; value: JsonValue },
  { parameters, items }: { parameters: Map<string, string>; items: number | undefined },
): JsonObject | undefined {
  if (!items || saysNoMore(answered.value)) return undefined
  const named = (pattern: RegExp) => {
    const key = [...parameters.keys()].find((name) => pattern.test(name))
    return key === undefined ? undefined : parameters.get(key)
  }
  const number = (parameter: string | undefined) =>
    parameter === undefined ? undefined : numberOf(answered.input[parameter])
  const limit = number(named(LIMIT_PARAMETERS))
  const total = totalOf(answered, items)
  const offset = named(OFFSET_PARAMETERS)
  if (offset !== undefined) {
    const first = isStartOne(answered.value) ? 1 : 0
    const next = (number(offset) ?? first) + items
    return isMore({ seen: next - first, total, items, limit, flag: moreFlag(answered.value) })
      ? { [offset]: next }
      : undefined
  }
  const page = named(PAGE_PARAMETERS)
  if (page === undefined) return undefined
  const asked = number(page)
  const first = asked === 0 || (asked === undefined && isPageZero(answered.value)) ? 0 : 1
  const current = asked ?? first
  const seen = (current - first) * (limit ?? items) + items
  return isMore({ seen, total, items, limit, flag: moreFlag(answered.value) })
    ? { [page]: current + 1 }
    : undefined
}

/** Whether a response says that its first item is item 1, as in SCIM (RFC 7644). If so, the API counts items from 1. */
const isStartOne = (value: JsonValue) =>
  findMember(value, ['startIndex'], (member): member is number => member === 1) !== undefined

/** Whether a response says that it is page 0. If so, the API counts pages from 0. */
const isPageZero = (value: JsonValue) =>
  findMember(value, PAGES, (member): member is number => member === 0) !== undefined

interface Seen {
  seen: number
  total: number | undefined
  items: number
  limit: number | undefined
  flag: boolean | undefined
}

function isMore({ seen, total, items, limit, flag }: Seen): boolean {
  if (flag !== undefined) return flag
  if (total !== undefined) return total > seen
  return limit !== undefined && items >= limit
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** Names of the objects in a response that may describe its paging. */
const PLACES = 'meta paging pagination page response_metadata cursor cursors page_info pageInfo links'.split(
  ' ',
)

/** Returns the objects of a response in which paging members may be. The first one is the response itself. */
function pageObjects(value: JsonValue): JsonObject[] {
  if (!isObject(value)) return []
  const inner = PLACES.flatMap((name) =>
    Object.hasOwn(value, name) && isObject(value[name]) ? [value[name]] : [],
  )
  const cursors = isObject(value.paging) && isObject(value.paging.cursors) ? [value.paging.cursors] : []
  return [value, ...inner, ...cursors]
}

/** The first member with one of the names that passes, in the objects that may describe the paging. */
export function findMember<T extends JsonValue>(
  value: JsonValue,
  names: string[],
  passes: (member: JsonValue, name: string) => member is T,
): T | undefined {
  for (const object of pageObjects(value)) {
    for (const name of names) {
      const member = Object.hasOwn(object, name) ? object[name] : undefined
      if (member !== undefined && passes(member, name)) return member
    }
  }
  return undefined
}

export function saysNoMore(value: JsonValue): boolean {
  return moreFlag(value) === false
}

const MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage', 'more']

/** Reads the flag in a response that says whether there are more pages. */
export function moreFlag(value: JsonValue): boolean | undefined {
  return findMember(value, MORE, (member): member is boolean => typeof member === 'boolean')
}

const TOTALS =
  `total total_count totalCount total_items totalItems total_results totalResults totalElements`.split(/\s+/)

/**
 * The number of items on all pages. The member `count` is used only if there is no clearer member or header. It must be
 * higher than the number of items on this page, because in some APIs `count` is the size of the page.
 */
export function totalOf(
  { headers, value }: { headers: Header[]; value: JsonValue },
  items: number | undefined,
): number | undefined {
  const header = headers.find(({ key }) => /^x-total(-count)?$/.test(key))?.value
  if (header && /^\d+$/.test(header)) return Number(header)
  const total = findMember(value, TOTALS, isNumber)
  if (total !== undefined || items === undefined) return total
  return findMember(value, ['count'], (member): member is number => isNumber(member) && member > items)
}

const isNumber = (value: JsonValue): value is number => typeof value === 'number'
