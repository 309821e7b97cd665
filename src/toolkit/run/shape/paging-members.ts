import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { Header } from '../wire-request.js'

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

/**
 * The value of the first member that has one of the names and for which `passes` is true. Searches only the objects
 * that may describe the paging.
 */
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
