import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { plainName } from '../../../src/toolkit/compile/input-modes.js'
import type { JsonSchema, JsonValue } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

interface Given {
  name?: string
  method?: string
  path?: string
  body: object | undefined
  description?: string
  examples?: object[]
}

const raw = (value: unknown) => ({
  mode: 'raw',
  raw: typeof value === 'string' ? value : JSON.stringify(value),
  options: { raw: { language: 'json' } },
})

const document = ({
  name = 'Do it',
  method = 'POST',
  path = 'pets',
  body,
  description,
  examples,
}: Given) => ({
  info: { name: 'x' },
  item: [
    {
      name,
      request: {
        method,
        url: `https://x.com/${path}`,
        ...(body === undefined ? {} : { body }),
        ...(description ? { description } : {}),
      },
      ...(examples ? { response: examples } : {}),
    },
  ],
})

const compile = (given: Given) => compileCollection(parseCollection(document(given))).definitions[0]!
const bodyOf = (given: Given): JsonSchema | undefined => compile(given).parameters.properties?.body
const isRequired = (given: Given) => compile(given).parameters.required?.includes('body') ?? false

describe('the members that a body needs', () => {
  const PET = { name: 'Rex', age: 3, vaccinated: true, note: 'shy', owner: '', id: 5 }
  const cases: [title: string, given: Given, required: string[] | undefined][] = [
    ['the name of a new record, and none of its other values', { body: raw(PET) }, ['name']],
    ['also where the noun is singular', { path: 'api/pet', body: raw(PET) }, ['name']],
    ['not in an update', { method: 'PUT', path: 'pets/:id', body: raw(PET) }, undefined],
    ['not in a PATCH', { method: 'PATCH', path: 'pets/:id', body: raw(PET) }, undefined],
    ['not in a POST to a record', { path: 'pets/:id', body: raw(PET) }, undefined],
    [
      'only the id of the record in a POST that is named an update',
      { name: 'Actualizar mascota', body: raw(PET) },
      ['id'],
    ],
    [
      'the id of the record in a PUT without one in its path',
      { method: 'PUT', body: raw({ ...PET, owner_id: 3 }) },
      ['id'],
    ],
    ['not the id that a record of its own is given', { method: 'POST', body: raw({ id: 5 }) }, undefined],
    ['an id whose place is held', { path: 'orders', body: raw({ pet_id: 'YOUR_PET_ID' }) }, ['pet_id']],
    ['not in an action on a record', { path: 'pets/:id/feed', body: raw({ food: 'x' }) }, undefined],
    [
      'of an order, what it is for and what it has, and nothing that comes with it',
      {
        path: 'orders',
        body: raw({
          pet_id: 3,
          items: [{ sku: 'x', qty: 1 }],
          gift_card: 'G1',
          priority: 2,
          due: '2026-03-03',
        }),
      },
      ['pet_id', 'items'],
    ],
    [
      'of a payment, the amount and no code',
      { path: 'payments', body: raw({ amount: 5, currency: 'EUR', one_time_code: '123456' }) },
      ['amount', 'currency'],
    ],
    [
      'those that a saved error calls missing',
      {
        body: raw({ ...PET, chip: 'X7' }),
        examples: [{ name: 'bad', code: 422, body: '{"errors":{"chip":["can\'t be blank"]}}' }],
      },
      ['name', 'chip'],
    ],
    ['the only one', { path: 'pets/:id/walks', body: raw({ park: 'North' }) }, ['park']],
    ['in a POST below a record', { path: 'pets/:id/toys', body: raw({ name: 'x' }) }, ['name']],
    ['not in a search', { name: 'Search pets', path: 'pets/search', body: raw({ name: 'x' }) }, undefined],
    [
      'not where it holds placeholders of a converter',
      { body: raw({ name: '<string>', kind: 'dog' }) },
      undefined,
    ],
    [
      'those that the description names, and no others',
      { body: raw(PET), description: '| name | required |\n|---|---|\n| age | yes |\n| name | no |' },
      ['age'],
    ],
  ]
  it.each(cases)('%s', (_title, given, required) => {
    expect(bodyOf(given)?.required).toEqual(required)
  })

  it('are ids of the file, which are no defaults, but not those of its owner', () => {
    const body = raw({ pet_id: '{{petId}}', workspace_id: '{{workspaceId}}' })
    const variable = ['petId', 'workspaceId'].map((key) => ({ key, value: `${key}-1` }))
    const { definitions } = compileCollection(parseCollection({ ...document({ body }), variable }))
    const [{ parameters, bindings }] = definitions as [(typeof definitions)[0]]
    expect(parameters.properties?.body).toMatchObject({
      properties: { pet_id: { type: 'string' } },
      required: ['pet_id'],
    })
    expect(bindings).toMatchObject([{ body: { fixed: ['/workspace_id'] } }])
  })

  it('are those that all saved requests share', () => {
    const other = { ...document({ body: raw({ name: 'Tom' }) }).item[0]!.request }
    const examples = [{ name: 'ok', code: 201, originalRequest: other, body: '{}' }]
    expect(bodyOf({ body: raw({ name: 'Rex', age: 3 }), examples })?.required).toEqual(['name'])
  })

  it('are those of all requests with the same address, if these differ', () => {
    const items = [
      { kind: 'cat', age: 3 },
      { kind: 'dog', chip: 'x' },
    ].map((body, at) => ({
      ...document({ body: raw(body) }).item[0]!,
      name: `Create pet ${at}`,
    }))
    const { definitions } = compileCollection(parseCollection({ info: { name: 'x' }, item: items }))
    expect(definitions.map(({ parameters }) => parameters.properties?.body?.required)).toEqual([
      ['kind'],
      ['kind'],
    ])
  })

  it('are the filled fields of a form', () => {
    const urlencoded = [
      { key: 'name', value: 'Rex' },
      { key: 'color', value: '' },
      { key: 'size', value: '3', description: 'optional' },
      { key: 'chip', value: '1', disabled: true },
    ]
    expect(bodyOf({ body: { mode: 'urlencoded', urlencoded } })?.required).toEqual(['name'])
  })
})

describe('a body as a whole', () => {
  const cases: [title: string, given: Given, required: boolean][] = [
    ['an empty file', { body: { mode: 'file', file: {} } }, false],
    ['a file', { body: { mode: 'file', file: { src: 'a.png' } } }, true],
    ['an empty text', { body: { mode: 'raw', raw: '' } }, false],
    ['a PATCH', { method: 'PATCH', path: 'pets/:id', body: raw({ name: 'Rex' }) }, true],
    ['a DELETE', { method: 'DELETE', path: 'pets/:id', body: raw({ name: 'Rex' }) }, false],
  ]
  it.each(cases)('%s', (_title, given, required) => {
    expect(isRequired(given)).toBe(required)
  })

  it('is not needed where a saved request has none', () => {
    const examples = [
      {
        name: 'ok',
        code: 200,
        originalRequest: { method: 'POST', url: 'https://x.com/pets/1/feed' },
        body: '',
      },
    ]
    expect(isRequired({ path: 'pets/:id/feed', body: raw({ food: 'x' }), examples })).toBe(false)
  })
})

describe('constants of a body', () => {
  const given: Given = {
    path: 'articles',
    body: raw({ data: { type: 'articles', attributes: { title: 'A' } } }),
  }

  it('are defaults and not required', () => {
    expect(bodyOf(given)?.properties?.data?.properties?.type).toEqual({ type: 'string', default: 'articles' })
    expect(bodyOf({ body: raw({ '@type': 'Thing', name: 'x' }) })?.required).toEqual(['name'])
  })

  it('are sent as written unless another value is given', async () => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document(given) })
    const sent = (body: JsonValue) => {
      const run = toolkit.getFunctions()[0]!.dryRun!({ body })
      return 'isError' in run ? run.content : JSON.parse(run.body!)
    }
    expect(sent({ data: { attributes: { title: 'B' } } })).toEqual({
      data: { attributes: { title: 'B' }, type: 'articles' },
    })
    expect(sent({ data: { type: 'notes', attributes: {} } })).toEqual({
      data: { type: 'notes', attributes: {} },
    })
  })
})

it('takes a number with a decimal point for no integer', () => {
  const body = raw('{ "price": 10.00, "items": [{ "weight": 2.0, "count": 3 }], "lat": 52 }')
  const example = {
    code: 200,
    originalRequest: { method: 'POST', url: 'https://x.com/pets', body: raw('{ "lat": 1.0 }') },
  }
  const { price, items, lat } = bodyOf({ body, examples: [example] })?.properties ?? {}
  expect([price?.type, lat?.type]).toEqual(['number', 'number'])
  expect(items?.items?.properties).toMatchObject({ weight: { type: 'number' }, count: { type: 'integer' } })
})

it('takes a measure for a number, and a count for an integer', () => {
  const measured = { price: 25, rate: 3, weight_kg: 4, discount: 5 }
  const counted = { quantity: 2, year: 2026, page: 1, amount_cents: 900, rate_limit: 60, priority: 1 }
  const { properties = {} } = bodyOf({ body: raw({ ...measured, ...counted }) }) ?? {}
  const typesOf = (names: object) => [...new Set(Object.keys(names).map((name) => properties[name]?.type))]
  expect([typesOf(measured), typesOf(counted)]).toEqual([['number'], ['integer']])
})

it('takes keys that are ids for a map', () => {
  const seats = bodyOf({ body: raw({ seats: { ut879: { row: 1 }, ut880: { row: 2 } } }) })?.properties?.seats
  expect(seats?.properties).toBeUndefined()
  expect(seats?.additionalProperties).toMatchObject({ properties: { row: { type: 'integer' } } })
})

describe('names of parameters', () => {
  const cases: [key: string, name: string][] = [
    ['price[min]', 'price_min'],
    ['price%5Bmin%5D', 'price_min'],
    ['filter[status][eq]', 'filter_status_eq'],
    ['ids[]', 'ids'],
    ['text.[a-z]{2}-[A-Z]{2}', 'text'],
    ['$top', 'top'],
    ['X-Trace', 'X-Trace'],
    ['100%', '100'],
    ['[]', 'value'],
  ]
  it.each(cases)('%s is %s', (key, name) => {
    expect(plainName(key)).toBe(name)
  })
})
