import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '../../src/environment.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { hasShared, sharedPath } from '../support/shared.js'

const toolsOf = (file: string) =>
  new RESTAPIToolkit(
    parseCollection(JSON.parse(readFileSync(sharedPath('cases', file), 'utf8'))),
  ).getFunctions()

const toolOf = (file: string, name: string) => toolsOf(file).find((tool) => tool.name === name)!

/** The body that a call would send; undefined if the call is refused. */
function bodyOf(file: string, name: string, input: JsonObject): string | null | undefined {
  const sent = toolOf(file, name).dryRun!(input)
  return 'url' in sent ? sent.body : undefined
}

describe.skipIf(!hasShared)('collections on which a call once did something else', () => {
  it('a SOAP message without values has no input, and one with an id asks for it', () => {
    expect(toolOf('g01-soap.json', 'get_all_bills').parameters.required ?? []).toEqual([])
    expect(bodyOf('g01-soap.json', 'get_all_bills', {})).toContain('GetAllBills')
    expect(bodyOf('g01-soap.json', 'delete_bill', {})).toBeUndefined()
    expect(bodyOf('g01-soap.json', 'delete_bill', { body: { id: 7 } })).toContain('>7<')
  })

  it('a type that nobody gave is not sent', () => {
    expect(bodyOf('g02-type-default.json', 'change_points', { id: '5', body: { points: 10 } })).toBe(
      '{"points":10}',
    )
  })

  it('a variable that begins the path is a setting, and what ends it an id', () => {
    const [list, remove] = ['list_teams', 'delete_team'].map((name) => toolOf('g03-base-variable.json', name))
    expect([list!.definition!.settings, list!.parameters.properties]).toEqual([['TEAMS'], {}])
    expect([remove!.definition!.settings, remove!.parameters.required]).toEqual([['TEAMS'], ['id']])
  })

  it('a description in any script stays', () => {
    const texts = ['get_a', 'get_b'].map((name) => toolOf('g04-script-descriptions.json', name).description)
    expect(texts).toEqual(['모든 화분을 보여 줍니다', 'Показывает все цветы'])
  })

  it('what a log-in captured is only the default of a member with another name', () => {
    const { parameters } = toolOf('g05-captured-user.json', 'lift_block')
    expect(Object.keys(parameters.properties!.body!.properties!)).toEqual(['who'])
  })

  it('a comment behind a member describes it', () => {
    const { parameters } = toolOf('g09-json-comments.json', 'update_drawer')
    expect(parameters.properties!.body!.properties!.direction!.description).toBe('1 = in, 3 = out')
  })

  it('a line of .env may have a name with spaces', () => {
    expect(parseEnv(readFileSync(sharedPath('cases', 'g14.env'), 'utf8'))).toEqual({
      'team name': 'Blue Team',
    })
  })

  it('an action that the name of the request says is always sent', () => {
    const input = { body: { reader_id: 'r42' } }
    for (const action of ['subscribe', 'unsubscribe'])
      expect(JSON.parse(bodyOf('g06-action-pair.json', `${action}_reader`, input)!)).toEqual({
        ...{ action, reader_id: 'r42' },
      })
  })

  it('a method behind an id leaves the id an input', () => {
    const { path, parameters } = toolOf('g10-custom-verb.json', 'hold_parcel').definition!
    expect([path, parameters.required]).toEqual(['/v1/parcels/{parcel_id}:hold', ['parcel_id', 'body']])
  })

  it('a WebSocket is no tool', () => {
    expect(toolsOf('g13-websocket.json').map(({ name }) => name)).toEqual(['list_prices'])
  })

  it('requests whose names have words of failures are tools', () => {
    expect(toolsOf('g16-not-a-failure-test.json')).toHaveLength(16)
  })
})

/** A collection of one request whose description has a list with the parameter `page_size`. */
const described = (request: JsonObject) => ({
  info: { name: 'Pages', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Import pages',
      request: {
        url: { raw: 'http://127.0.0.1/pages', host: ['http://127.0.0.1'], path: ['pages'] },
        description: 'Imports.\n\n- page_size (integer): Default: 20, between 1 and 100',
        method: 'POST',
        ...request,
      },
    },
  ],
})

describe('one sentence of a description gives the same schema', () => {
  const entry = [{ key: 'page_size', value: '5' }]
  const json = { raw: { language: 'json' } }
  const query = 'mutation Import($page_size: Int) { import(size: $page_size) { ok } }'
  const url = { host: ['http://127.0.0.1'], path: ['pages'] }
  it.each<[string, JsonObject]>([
    ['in a query', { url: { ...url, query: entry } }],
    ['in a header', { header: [{ key: 'page_size', value: '{{size}}' }] }],
    ['in a path', { url: { ...url, path: ['pages', ':page_size'] } }],
    ['in a form', { body: { mode: 'urlencoded', urlencoded: entry } }],
    ['in a multipart form', { body: { mode: 'formdata', formdata: entry } }],
    ['in JSON', { body: { mode: 'raw', raw: '{"page_size": 5}', options: json } }],
    ['in GraphQL', { body: { mode: 'graphql', graphql: { query, variables: '{"page_size": 5}' } } }],
    ['in XML', { body: { mode: 'raw', raw: '<import><page_size>5</page_size></import>' } }],
  ])('%s', (_, request) => {
    const [tool] = new RESTAPIToolkit(parseCollection(described(request))).getFunctions()
    const { page_size: own, body } = tool!.parameters.properties!
    const { type, minimum, maximum } = (own ?? body?.properties?.page_size)!
    expect({ type, minimum, maximum }).toEqual({ type: 'integer', minimum: 1, maximum: 100 })
  })
})

describe('bounds in the language of a description are those of the schema', () => {
  it.each([
    'Standard: 20, zwischen 1 und 100',
    'Mindestens 1, höchstens 100',
    'Por defecto 20, entre 1 y 100',
    'Padrão: 20. Mínimo 1, máximo 100',
    'Entre 1 et 100, par défaut 20',
    'Predefinito 20, tra 1 e 100',
    'Standaard: 20, tussen 1 en 100',
    'Domyślnie 20, między 1 a 100',
    'Varsayılan 20, en az 1, en fazla 100',
    'Antara 1 dan 100',
    'Mặc định 20, tối thiểu 1, tối đa 100',
    'По умолчанию 20, от 1 до 100',
    '默认20，最小值为1，最大值为100',
    'min 1, max 100',
  ])('%s', (description) => {
    const query = [{ key: 'seats', value: '5', description }]
    const { parameters } = toolFrom('List tables', {
      url: { host: ['http://127.0.0.1'], path: ['tables'], query },
    })
    expect(parameters.properties!.seats).toMatchObject({ minimum: 1, maximum: 100 })
  })

  it.each(['Mindestens 3, höchstens 50 Zeichen', 'De 3 a 50', 'min 3 max 50 characters', 'Máximo 1.000'])(
    'a length or an uncertain number is none: %s',
    (description) => {
      const query = [{ key: 'nick', value: '5', description }]
      const { parameters } = toolFrom('List tables', {
        url: { host: ['http://127.0.0.1'], path: ['tables'], query },
      })
      expect(parameters.properties!.nick).not.toHaveProperty('maximum')
    },
  )
})

const toolFrom = (name: string, request: JsonObject) =>
  new RESTAPIToolkit(
    parseCollection({ ...described({}), item: [{ name, request: { method: 'GET', ...request } }] }),
  ).getFunctions()[0]!

describe('a value in the collection', () => {
  const json = (raw: string) => ({
    method: 'POST',
    body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
  })
  const url = 'http://127.0.0.1/users'

  it('that is the name of its member is no example', () => {
    const { parameters } = toolFrom('Invite', { url, ...json('{"email": "email", "city": "Rome"}') })
    const { email, city } = parameters.properties!.body!.properties!
    expect([email!.examples, city!.examples]).toEqual([undefined, ['Rome']])
  })

  it('that is a whole body of a credential is no parameter but a setting', () => {
    const { parameters, definition } = toolFrom('Renew', { url, ...json('{{api_token}}') })
    expect(parameters.properties).toEqual({})
    expect(definition!.settings).toEqual(['api_token'])
  })

  it('of a variable in a path is shown by a saved example', () => {
    const request = { method: 'GET', url: 'http://127.0.0.1/users/{{user}}' }
    const response = [{ name: 'Ann', code: 200, originalRequest: { ...request, url: `${url}/ann` } }]
    const collection = { ...described({}), item: [{ name: 'Get user', request, response }] }
    const [tool] = new RESTAPIToolkit(parseCollection(collection)).getFunctions()
    expect(tool!.parameters.properties!.user!.examples).toEqual(['ann'])
  })
})

describe('a read sends what its name says', () => {
  const defaultOf = (name: string, [key = '', value = '']: string[]) => {
    const url = { host: ['http://127.0.0.1'], path: ['things'], query: [{ key, value }] }
    return toolFrom(name, { url }).parameters.properties![key]!.default
  }

  it.each<[string, string[], boolean | undefined]>([
    ['Escalated tickets', ['escalated', 'true'], true],
    ['Unpaid invoices', ['paid', 'false'], false],
    ['Inactive users', ['active', 'false'], false],
    ['Products that are out of stock', ['in_stock', 'false'], false],
    ['Tickets', ['escalated', 'true'], undefined],
    ['Paid invoices', ['paid', 'false'], undefined],
    ['Products in stock', ['in_stock', 'false'], undefined],
  ])('%s: %j', (name, entry, sent) => {
    expect(defaultOf(name, entry)).toBe(sent)
  })
})

describe('a record of the file is no part of the tool', () => {
  it('which stands before the verb of a method', () => {
    const tool = toolFrom('Archive project', {
      method: 'POST',
      url: 'http://127.0.0.1/projects/alpha:archive',
    })
    expect(tool.definition!.path).toBe('/projects/{project_id}:archive')
    expect(tool.parameters.required).toEqual(['project_id'])
    const rpc = toolFrom('Show routes', {
      method: 'POST',
      url: 'http://127.0.0.1/operations/acme-bgp:bgp-show',
    })
    expect(rpc.definition!.path).toBe('/operations/acme-bgp:bgp-show')
  })

  it.each([
    ['Get customer', '/customers/document/123.456.789-00'],
    ['Get profile', '/users/username/johndoe'],
    ['Find caller', '/lookup/+4915112345678'],
    ['Get airport', '/airports/JFK'],
    ['Apply coupon', '/coupons/WINTER20'],
  ])('%s %s', (name, path) => {
    expect(toolFrom(name, { url: `http://127.0.0.1${path}` }).parameters.required).toHaveLength(1)
  })

  it.each([
    ['Get JFK', '/airports/JFK'],
    ['Search users', '/users/name/search'],
    ['Get feed', '/feeds/V2'],
  ])('but a word of the address stays: %s %s', (name, path) => {
    expect(toolFrom(name, { url: `http://127.0.0.1${path}` }).parameters.required ?? []).toEqual([])
  })

  it('a read sends the value that its name says', () => {
    const tool = toolFrom('Get applied loans', { url: 'http://127.0.0.1/loans?status=applied' })
    expect(tool.dryRun!({})).toMatchObject({ url: 'http://127.0.0.1/loans?status=applied' })
    const several = toolFrom('Get open or closed loans', { url: 'http://127.0.0.1/loans?status=open' })
    expect(several.dryRun!({})).toMatchObject({ url: 'http://127.0.0.1/loans' })
  })

  it('a variable of GraphQL has the default of its operation', () => {
    const query = 'query Pages($first: Int = 20) { pages(first: $first) { id } }'
    const { parameters } = toolFrom('Pages', {
      ...{ method: 'POST', url: 'http://127.0.0.1/graphql' },
      body: { mode: 'graphql', graphql: { query, variables: '{"first": 5}' } },
    })
    expect(parameters.properties!.body!.properties!.first).toMatchObject({ type: 'integer', default: 20 })
  })
})
