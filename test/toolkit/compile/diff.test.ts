import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { diffTools, type ToolChange } from '../../../src/toolkit/compile/diff.js'
import { filterTools } from '../../../src/toolkit/compile/filter.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

const compile = (...item: JsonValue[]) =>
  compileCollection(parseCollection({ info: { name: 'x' }, item })).definitions
const get = (name: string, url: string) => ({ name, request: { url } })
const post = (raw: string) => ({
  name: 'Add',
  request: { method: 'POST', url: 'x.com/a', body: { mode: 'raw', raw } },
})
const query = (description: string) => ({
  name: 'List',
  request: { url: { host: 'x', query: [{ key: 'q', value: '', description }] } },
})

describe('diffTools', () => {
  const cases: [name: string, before: JsonValue, after: JsonValue, want: Partial<ToolChange>[]][] = [
    ['nothing', get('A', 'x.com/a'), get('A', 'x.com/a'), []],
    [
      'a removed tool',
      get('A', 'x.com/a'),
      get('B', 'x.com/b'),
      [
        { tool: 'a', code: 'tool-removed', breaking: true },
        { tool: 'b', code: 'tool-added', breaking: false },
      ],
    ],
    [
      'a renamed tool',
      get('A', 'x.com/a'),
      get('B', 'x.com/a'),
      [{ tool: 'a', code: 'tool-renamed', breaking: true, after: 'b' }, { code: 'description-changed' }],
    ],
    [
      'another path',
      get('A', 'x.com/a'),
      get('A', 'x.com/b'),
      [
        { code: 'request-changed', breaking: false, before: 'GET /a', after: 'GET /b' },
        { code: 'description-changed' },
      ],
    ],
    [
      'a member gone',
      post('{"a":1,"b":1}'),
      post('{"a":1}'),
      [{ code: 'parameter-removed', breaking: true, parameter: 'body.b' }],
    ],
    [
      'a member more',
      post('{"a":1}'),
      post('{"a":1,"pet_id":1}'),
      [{ code: 'parameter-required', breaking: true, parameter: 'body.pet_id' }],
    ],
    ['a wider type', post('{"a":1}'), post('{"a":1.5}'), [{ code: 'type-changed', breaking: false }]],
    [
      'one type more',
      post('{"a":["x"]}'),
      post('{"a":["x",1,null]}'),
      [{ code: 'type-changed', breaking: false, before: 'string', after: 'string or integer or null' }],
    ],
    ['types in another order', post('{"a":["x",1]}'), post('{"a":[1,"x"]}'), []],
    [
      'one type less',
      post('{"a":["x",1]}'),
      post('{"a":["x"]}'),
      [{ code: 'type-changed', breaking: true, before: 'string or integer', after: 'string' }],
    ],
    [
      'another type',
      post('{"a":[{"b":1}]}'),
      post('{"a":[{"b":"x"}]}'),
      [
        {
          code: 'type-changed',
          breaking: true,
          parameter: 'body.a.[].b',
          before: 'integer',
          after: 'string',
        },
      ],
    ],
    [
      'now required',
      query(''),
      query('(Required) '),
      [{ code: 'parameter-required', breaking: true, parameter: 'q' }],
    ],
    [
      'fewer values',
      query('One of `a`, `b`, `c`'),
      query('One of `a`, `b`, `d`'),
      [
        { code: 'values-removed', breaking: true, before: 'c' },
        { code: 'values-added', breaking: false, after: 'd' },
      ],
    ],
  ]
  it.each(cases)('%s', (_name, before, after, want) => {
    const changes = diffTools(compile(before), compile(after))
    expect(changes).toHaveLength(want.length)
    expect(changes).toMatchObject(want)
  })
})

describe('filterTools', () => {
  const definitions = compile(
    {
      name: 'Pets',
      item: [
        get('List pets', 'x.com/pets'),
        { name: 'Delete pet', request: { method: 'DELETE', url: 'x.com/pets/:id' } },
      ],
    },
    { name: 'Orders', item: [{ name: 'Open', item: [get('List orders', 'x.com/orders')] }] },
  )
  const cases: [filter: { allow?: string[]; deny?: string[] }, want: string[]][] = [
    [{}, ['list_pets', 'delete_pet', 'list_orders']],
    [{ allow: ['Pets'] }, ['list_pets', 'delete_pet']],
    [{ allow: ['pets'], deny: ['DELETE'] }, ['list_pets']],
    [{ allow: ['list_*'] }, ['list_pets', 'list_orders']],
    [{ allow: ['Orders/Open'] }, ['list_orders']],
    [{ allow: ['/pets/**'] }, ['delete_pet']],
    [{ allow: ['GET /*'] }, ['list_pets', 'list_orders']],
    [{ deny: ['*'] }, []],
    [{ allow: ['List pets', 'nothing.*'] }, ['list_pets']],
  ]
  it.each(cases)('%j', (filter, want) => {
    expect(filterTools(definitions, filter).map(({ name }) => name)).toEqual(want)
  })
})
