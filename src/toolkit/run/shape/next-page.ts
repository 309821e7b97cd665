import data from '../../../../templates/paging-names.json'
import { isObject } from '../../../protocol/is-object.js'
import { decodeFormText } from '../../../text/decode-uri.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { oncePer } from '../../model/lazy.js'
import { mapMembers } from '../../model/map-members.js'
import type { ToolDefinition } from '../../model/tool.js'
import { parseQueryText } from '../../semantics/parse-address.js'
import { wordsOf } from '../../semantics/words.js'
import type { Header } from '../wire-request.js'
import { largestList } from './truncate-json.js'

export interface Page {
  next: JsonObject
  items?: number
  total?: number
}

interface Answered {
  definition: ToolDefinition
  input: JsonObject
  headers: Header[]
  value: JsonValue
}

/** Names of parameters and members, in lower case and without separators, so that they have only one spelling. */
const NAMES = mapMembers<string, string[]>(data, (names) => names.split(' ')) as Record<
  keyof typeof data,
  string[]
>

const plain = (name: string) => wordsOf(name).join('')

/** Maximum length of an address or a cursor. Longer ones would fill the model's context. */
const MAX_CHARACTERS = 8_192

export function findNextPage(answered: Answered): Page | undefined {
  const parameters = pagingParameters(answered.definition)
  if (parameters.size === 0) return undefined
  const items = largestList(answered.value)?.items.length
  const paging = new PagingMembers(answered.value)
  const total = totalOf(answered.headers, { paging, items })
  const next =
    fromAddress(linkNext(answered.headers) ?? paging.nextAddress(), parameters) ??
    fromCursor(paging, parameters) ??
    nextByNumbers(answered.input, { parameters, paging, items, total })
  if (!next) return undefined
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
  const kinds = ['cursorParameters', 'limitParameters', 'offsetParameters', 'pageParameters'] as const
  return kinds.some((kind) => parameterNamed(kind, all) !== undefined) ? all : new Map()
})

function parameterNamed(kind: keyof typeof data, parameters: Map<string, string>): string | undefined {
  return [...parameters].find(([key]) => NAMES[kind].includes(plain(key)))?.[1]
}

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

/** Maximum number of members of an object among which paging is looked for. */
const MOST_MEMBERS = 100

/** The members of a response that may describe its paging: its own, and those of objects such as `meta` and `paging`. */
class PagingMembers {
  readonly #objects: Map<string, JsonValue>[]

  constructor(value: JsonValue) {
    const own = membersOf(value)
    const inner = NAMES.places.map((name) => membersOf(own.get(name)))
    this.#objects = [own, ...inner, ...inner.map((one) => membersOf(one.get('cursors')))]
  }

  /** The first member of a kind that passes. */
  find<T extends JsonValue>(
    kind: keyof typeof data,
    passes: (member: JsonValue, name: string) => member is T,
  ): T | undefined {
    for (const object of this.#objects)
      for (const name of NAMES[kind]) {
        const member = object.get(name)
        if (member !== undefined && passes(member, name)) return member
      }
    return undefined
  }

  /** The address of the next page, as a text or in an object such as `{ "href": "/users?page=2" }`. */
  nextAddress(): string | undefined {
    const addressIn = (member: JsonValue | undefined): string | undefined => {
      if (isObject(member)) return addressIn(member.href) ?? addressIn(member.link)
      const isAddress = typeof member === 'string' && member.length <= MAX_CHARACTERS && /[/?]/.test(member)
      return isAddress ? member : undefined
    }
    const isNext = (member: JsonValue): member is JsonValue => addressIn(member) !== undefined
    return addressIn(this.find('nextAddresses', isNext))
  }

  hasMore(): boolean | undefined {
    return this.find('more', (member): member is boolean => typeof member === 'boolean')
  }

  /** Whether a member of a kind is this number: the first page is page 0, or the first item is item 1 (SCIM, RFC 7644). */
  counts(kind: 'pages' | 'firstItems', from: number): boolean {
    return this.find(kind, (member): member is number => member === from) !== undefined
  }
}

function membersOf(value: JsonValue | undefined): Map<string, JsonValue> {
  const members = isObject(value) ? Object.entries(value).slice(0, MOST_MEMBERS) : []
  return new Map(members.map(([name, member]) => [plain(name), member]))
}

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

function fromCursor(paging: PagingMembers, parameters: Map<string, string>): JsonObject | undefined {
  const parameter = parameterNamed('cursorParameters', parameters)
  if (parameter === undefined || paging.hasMore() === false) return undefined
  const cursor = paging.find(
    'cursors',
    (member, name): member is string | number =>
      (typeof member === 'string' && member !== '' && member.length <= MAX_CHARACTERS) ||
      (typeof member === 'number' && name !== 'offset'),
  )
  return cursor === undefined ? undefined : { [parameter]: cursor }
}

interface PageFacts {
  parameters: Map<string, string>
  paging: PagingMembers
  items: number | undefined
  total: number | undefined
}

/** The argument for the next page: by a flag, else by the total number of items, else by whether this page is full. */
function nextByNumbers(
  input: JsonObject,
  { parameters, paging, items, total }: PageFacts,
): JsonObject | undefined {
  const flag = paging.hasMore()
  if (!items || flag === false) return undefined
  const asked = (parameter: string | undefined) =>
    parameter === undefined ? undefined : numberOf(input[parameter])
  const limit = asked(parameterNamed('limitParameters', parameters))
  const isMore = (seen: number) =>
    flag ?? (total === undefined ? limit !== undefined && items >= limit : total > seen)
  const offset = parameterNamed('offsetParameters', parameters)
  if (offset !== undefined) {
    const first = paging.counts('firstItems', 1) ? 1 : 0
    const next = (asked(offset) ?? first) + items
    return isMore(next - first) ? { [offset]: next } : undefined
  }
  const page = parameterNamed('pageParameters', parameters)
  if (page === undefined) return undefined
  const given = asked(page)
  const first = given === 0 || (given === undefined && paging.counts('pages', 0)) ? 0 : 1
  const current = given ?? first
  return isMore((current - first) * (limit ?? items) + items) ? { [page]: current + 1 } : undefined
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** The number of items on all pages. `count` counts last, and only above this page's: it may be the size of the page. */
function totalOf(
  headers: Header[],
  { paging, items }: Pick<PageFacts, 'paging' | 'items'>,
): number | undefined {
  const header = headers.find(({ key }) => /^x-total(-count)?$/.test(key))?.value
  if (header && /^\d+$/.test(header)) return Number(header)
  const total = paging.find('totals', (member): member is number => typeof member === 'number')
  if (total !== undefined || items === undefined) return total
  return paging.find('counts', (member): member is number => typeof member === 'number' && member > items)
}
