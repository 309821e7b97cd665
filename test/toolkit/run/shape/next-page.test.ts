import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import { findNextPage } from '../../../../src/toolkit/run/shape/next-page.js'
import { sketchTool } from '../../../support/tool.js'

/** A tool whose query has these entries; each is the parameter of the same name, or of the name after `=`. */
function paged(...names: string[]) {
  const query = names.map((name) => ({ key: name.split('=')[0]!, value: '' }))
  const bindings = names.map((name, index) => ({
    parameter: name.split('=').at(-1)!,
    in: 'query' as const,
    index,
  }))
  return sketchTool({ request: { method: 'GET', url: { host: ['h'], path: ['x'], query } }, bindings })
}
interface Asked {
  names: string[]
  value?: JsonValue
  headers?: Record<string, string>
  input?: JsonObject
}
const find = ({ names, value = items(10), headers = {}, input = {} }: Asked) =>
  findNextPage({
    ...{ definition: paged(...names), input, value },
    headers: Object.entries(headers).map(([key, text]) => ({ key, value: text })),
  })
const items = (count: number): JsonValue[] => Array.from({ length: count }, (_, id) => ({ id }))

describe('a Link header', () => {
  it.each<[link: string, next: JsonObject | undefined]>([
    ['<https://h/x?page=2>; rel="next"', { page: '2' }],
    ['<https://h/x?page=2>;rel=next', { page: '2' }],
    ['<https://h/x?page=9>; rel="last", <https://h/x?page=2>; title="x"; REL="Next archives"', { page: '2' }],
    ['<https://h/x?page=2#page=3>; rel="next"', { page: '2' }],
    ['<https://h/x?page=a+b%2Fc>; rel="next"', { page: 'a b/c' }],
    ['<https://h/x?page=%zz>; rel="next"', { page: '%zz' }],
    ['<https://h/x?page=2>; rel="prev"', undefined],
    ['<https://h/x?page=2>; rel="nextish"', undefined],
    ['<https://h/x?page=2>; title="next"', undefined],
    ['<https://h/x>; rel="next"', undefined],
    ['<https://h/x?other=2>; rel="next"', undefined],
    ['<https://h/x?page>; rel="next"', undefined],
  ])('%s leads to %j', (link, next) => {
    expect(find({ names: ['page'], headers: { link } })?.next).toEqual(next)
  })

  it('keeps the input beside it, under the names of the parameters', () => {
    const headers = { link: '<https://h/x?page=2&per_page=5&q=b>; rel="next"' }
    expect(
      find({ names: ['page=query_page', 'per_page', 'q'], headers, input: { q: 'a', id: 7 } })?.next,
    ).toEqual({
      ...{ query_page: '2', per_page: '5', q: 'b', id: 7 },
    })
  })
})

describe('a next address in the body', () => {
  it.each<JsonObject>([
    { next: '/x?page=2' },
    { next_url: 'https://h/x?page=2' },
    { paging: { next: { after: '2', link: 'https://h/x?page=2' } } },
    { links: { next: '?page=2' } },
    { links: { next: { href: '/x?page=2' } } },
    { _links: { next: { href: '/x?page=2' } } },
    { paging: { next: '/x?page=2' } },
    { pagination: { next_url: '/x?page=2' } },
    { meta: { next: '/x?page=2' } },
    { '@odata.nextLink': 'https://h/x?page=2' },
    { info: { next: '/x?page=2' } },
  ])('%j', (value) => {
    expect(find({ names: ['page'], value: { ...value, data: items(10) } })?.next).toEqual({ page: '2' })
  })

  it.each<JsonObject>([{ next: 'page=2' }, { next: 2 }, { next: null }, { previous: '/x?page=2' }])(
    '%j is none',
    (value) => expect(find({ names: ['page'], value: { ...value, data: items(10) } })).toBeUndefined(),
  )
})

describe('a cursor', () => {
  it.each<[name: string, body: JsonObject, cursor: JsonValue]>([
    ['cursor', { next_cursor: 'c2' }, 'c2'],
    ['page_token', { nextPageToken: 'c2' }, 'c2'],
    ['pageToken', { meta: { next_token: 'c2' } }, 'c2'],
    ['after', { page_info: { endCursor: 'c2' } }, 'c2'],
    ['starting_after', { cursors: { continuation: 'c2' } }, 'c2'],
    ['after', { paging: { cursors: { marker: 'c2' } } }, 'c2'],
    ['marker', { marker: 'c2' }, 'c2'],
    ['cursor', { next: 77 }, 77],
    ['offset', { offset: 'itr/rec' }, 'itr/rec'],
    ['CURSOR', { next_cursor: '', cursor: 'c2' }, 'c2'],
    ['cursor', { has_more: true, next_cursor: 'c2' }, 'c2'],
  ])('for %s in %j is %j', (name, body, cursor) => {
    expect(find({ names: [name, 'limit'], value: { ...body, data: items(3) } })?.next).toEqual({
      [name]: cursor,
    })
  })

  it.each<[name: string, body: JsonObject]>([
    ['cursor', { next_cursor: '' }],
    ['cursor', { next_cursor: null }],
    ['cursor', { next_cursor: 'c2', has_more: false }],
    ['cursor', { next_cursor: 'c2', meta: { hasNextPage: false } }],
    ['cursor', { deep: { next_cursor: 'c2' } }],
    ['cursor', { offset: 20 }],
    ['status', { next_cursor: 'c2' }],
    ['my_cursor', { next_cursor: 'c2' }],
    ['cursor_x', { next_cursor: 'c2' }],
  ])('for %s in %j is none', (name, body) => {
    expect(find({ names: [name], value: { ...body, data: items(3) } })).toBeUndefined()
  })
})

describe('page and offset parameters', () => {
  it.each<[name: string, asked: Asked, next: JsonObject | undefined]>([
    ['a full page', { names: ['page', 'limit'], input: { limit: 10 } }, { page: 2, limit: 10 }],
    ['a page that is not full', { names: ['page', 'limit'], input: { limit: 11 } }, undefined],
    ['a page without a limit', { names: ['page'] }, undefined],
    ['the third page', { names: ['p', 'size'], input: { p: '3', size: '10' } }, { p: 4, size: '10' }],
    [
      'an offset',
      { names: ['offset', 'limit'], input: { offset: 20, limit: 10 } },
      { offset: 30, limit: 10 },
    ],
    ['no offset yet', { names: ['skip', 'top'], input: { top: 10 } }, { skip: 10, top: 10 }],
    [
      'an offset before a page',
      { names: ['page', '$skip', '$top'], input: { $top: 10 } },
      { $skip: 10, $top: 10 },
    ],
    ['a total that is not reached', { names: ['page'], value: { total: 11, data: items(10) } }, { page: 2 }],
    ['a total that is reached', { names: ['page'], value: { total: 10, data: items(10) } }, undefined],
    [
      'a total that the last page reaches',
      { names: ['page', 'limit'], value: { total: 25, data: items(5) }, input: { page: 3, limit: 10 } },
      undefined,
    ],
    [
      'a total that the second page does not reach',
      { names: ['page', 'limit'], value: { total: 21, data: items(10) }, input: { page: 2, limit: 10 } },
      { page: 3, limit: 10 },
    ],
    ['a flag that says more', { names: ['page'], value: { more: true, data: items(3) } }, { page: 2 }],
    [
      'a flag before a total',
      { names: ['page'], value: { has_more: true, total: 3, data: items(3) } },
      { page: 2 },
    ],
    [
      'a flag that says no more',
      { names: ['page', 'limit'], value: { has_more: false, data: items(3) }, input: { limit: 3 } },
      undefined,
    ],
    [
      'pages that are counted from 0',
      {
        names: ['page', 'size'],
        value: { number: 0, totalElements: 21, content: items(10) },
        input: { size: 10 },
      },
      { page: 1, size: 10 },
    ],
    [
      'a total that the last page reaches, counted from 0',
      { names: ['page'], value: { page: 0, total: 10, data: items(10) } },
      undefined,
    ],
    [
      'page 0 as an argument',
      { names: ['page', 'size'], value: { total: 20, data: items(10) }, input: { page: 0, size: 10 } },
      { page: 1, size: 10 },
    ],
    [
      'items that are counted from 1',
      { names: ['startIndex', 'count'], value: { startIndex: 1, totalResults: 20, Resources: items(10) } },
      { startIndex: 11 },
    ],
    ['a count that is the total', { names: ['page'], value: { count: 11, results: items(10) } }, { page: 2 }],
    [
      'a count that is the size of the page',
      { names: ['page', 'limit'], value: { count: 10, data: items(10) }, input: { limit: 10 } },
      { page: 2, limit: 10 },
    ],
    ['no items', { names: ['page', 'limit'], value: [], input: { limit: 0 } }, undefined],
    ['no list', { names: ['page', 'limit'], value: { a: 1 }, input: { limit: 1 } }, undefined],
    ['another parameter', { names: ['status', 'pages'], value: { total: 99, data: items(3) } }, undefined],
  ])('%s', (_name, asked, next) => expect(find(asked)?.next).toEqual(next))
})

describe('a next page that takes too many characters', () => {
  const long = 'x'.repeat(8_193)
  it.each<[name: string, asked: Asked]>([
    ['a header', { names: ['page'], headers: { link: `<https://h/x?page=${long}>; rel="next"` } }],
    ['an address', { names: ['page'], value: { next: `/x?page=${long}` } }],
    ['a cursor', { names: ['cursor'], value: { next_cursor: long } }],
  ])('in %s is left out', (_name, asked) => expect(find(asked)).toBeUndefined())
})

describe('how many there are', () => {
  const numbers = (value: JsonValue, headers: Record<string, string> = {}) => {
    const { items: here, total } = find({ names: ['cursor'], value, headers }) ?? {}
    return [here, total]
  }
  it.each<[value: JsonValue, headers: Record<string, string>, want: (number | undefined)[]]>([
    [{ next: 'c', data: items(3) }, {}, [3, undefined]],
    [{ next: 'c', data: items(3), total: 9 }, {}, [3, 9]],
    [{ next: 'c', data: items(3), meta: { totalCount: 9 } }, {}, [3, 9]],
    [{ next: 'c', data: items(3), total: '9' }, {}, [3, undefined]],
    [{ next: 'c', data: items(3), total: 9 }, { 'x-total-count': '7' }, [3, 7]],
    [{ next: 'c', data: items(3) }, { 'x-total': '7' }, [3, 7]],
    [{ next: 'c', data: items(3) }, { 'x-total-count': 'many' }, [3, undefined]],
    [{ next: 'c', data: items(3) }, { 'x-total-pages': '7' }, [3, undefined]],
    [{ next: 'c' }, {}, [undefined, undefined]],
  ])('%j with %j', (value, headers, want) => expect(numbers(value, headers)).toEqual(want))
})
