import type { JsonObject, JsonValue } from '../../model/json.js'
import type { Header } from '../wire-request.js'
import { findMember, moreFlag, saysNoMore, totalOf } from './paging-members.js'

const LIMIT_PARAMETERS = /^(limit|per_?page|page_?size|size|count|max_?results|\$top|top|rows)$/i
const OFFSET_PARAMETERS = /^(offset|skip|start|start_?at|\$skip|start_?index)$/i
const PAGE_PARAMETERS = /^(page|page_?(number|no|num|index)|p)$/i
/** Query parameters that set the size, the beginning or the number of a page. */
export const NUMBER_PARAMETERS = [LIMIT_PARAMETERS, OFFSET_PARAMETERS, PAGE_PARAMETERS]

/** Names of the member that has the number of the current page. The framework Spring uses `number`. */
const PAGES = [
  'page',
  'page_number',
  'pageNumber',
  'current_page',
  'currentPage',
  'page_index',
  'pageIndex',
  'number',
]

/**
 * Returns the argument for the next page: a page number or an offset. If the response has a flag for this, the flag
 * decides. If not, the total number of items decides. If there is no total either, a full page means that there is a
 * next page.
 */
export function nextByNumbers(
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
