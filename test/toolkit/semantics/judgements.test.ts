import { describe, expect, it } from 'vitest'
import { parseRequest } from '../../../src/toolkit/collection/parse-request.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { annotationsOf } from '../../../src/toolkit/semantics/effect.js'
import { BARE, parseLooseJson } from '../../../src/toolkit/semantics/loose-json.js'

describe('annotationsOf', () => {
  const cases: [name: string, method: string, path: string, want: 'reads' | 'writes' | 'destroys'][] = [
    ['List pets', 'GET', '/pets', 'reads'],
    ['Get deleted items', 'GET', '/trash', 'reads'],
    ['Delete old logs', 'GET', '/logs/delete', 'destroys'],
    ['Search orders', 'POST', '/orders', 'reads'],
    ['Orders', 'POST', '/orders/_search', 'reads'],
    ['Create pet', 'POST', '/pets', 'writes'],
    ['Update pet', 'PUT', '/pets/1', 'writes'],
    ['Remove pet', 'POST', '/pets/1/remove', 'destroys'],
    ['Order action', 'POST', '/orders/1/cancel', 'destroys'],
    ['Send message', 'POST', '/messages', 'destroys'],
    ['Pet', 'DELETE', '/pets/1', 'destroys'],
    ['Get reset status', 'GET', '/reset', 'reads'],
    ['Get reset status', 'POST', '/reset', 'destroys'],
    ['List users and delete inactive', 'POST', '/users', 'destroys'],
    ['Search and delete', 'POST', '/users/search', 'destroys'],
    ['Find and remove', 'POST', '/users', 'destroys'],
    ['List then cancel', 'POST', '/orders', 'destroys'],
    ['Get and revoke token', 'POST', '/token', 'destroys'],
    ['Search orders', 'POST', '/orders/purge', 'destroys'],
    ['Deletes a user', 'POST', '/users', 'destroys'],
    ['Order cancellation', 'POST', '/orders', 'destroys'],
    ['Get paid', 'POST', '/payouts', 'destroys'],
    ['user.delete', 'GET', '/users', 'destroys'],
    ['Get & Delete message', 'GET', '/messages', 'destroys'],
    ['Fetch and store data', 'POST', '/data', 'writes'],
    ['Finds and updates a user', 'POST', '/users', 'writes'],
    ['Get token', 'POST', '/token', 'writes'],
    ['Searches pets', 'POST', '/pets', 'reads'],
    ['Search payments', 'POST', '/payments', 'reads'],
    ['List cancelled orders', 'POST', '/orders', 'reads'],
    ['Search by name', 'POST', '/users/search', 'reads'],
    ['Product search', 'POST', '/products/search', 'reads'],
    ['Find where a terminal is', 'POST', '/findTerminal', 'reads'],
    ['List item for sale', 'POST', '/listings', 'writes'],
    ['List property', 'POST', '/properties', 'writes'],
    ['List payment', 'POST', '/payments', 'destroys'],
    ['List NFT', 'POST', '/nft/5/sale', 'writes'],
    ['Find me a ride', 'POST', '/rides', 'writes'],
    ['Find and book table', 'POST', '/tables', 'writes'],
    ['Find tables and book', 'POST', '/tables', 'writes'],
    ['Count me in', 'POST', '/events/5/attendees', 'writes'],
    ['Find, ban user', 'POST', '/users/search', 'writes'],
    ['Find duplicates and merge', 'POST', '/duplicates', 'writes'],
    ['Search then email', 'POST', '/mail', 'destroys'],
    ['Find my phone', 'POST', '/devices/5/ring', 'writes'],
    ['Order pizza', 'POST', '/pizza/find', 'writes'],
    ['Ban user', 'POST', '/users/search', 'writes'],
    ['Charge card', 'POST', '/cards/find', 'destroys'],
    ['Lookup', 'POST', '/orders/5/ship', 'destroys'],
    ['Query', 'POST', '/users/5/ban/query', 'writes'],
    ['Creates a user list', 'POST', '/exports/list', 'writes'],
    ['Payments', 'GET', '/payments', 'reads'],
    ['List users and posts', 'GET', '/users', 'reads'],
  ]
  it.each(cases)('%s (%s %s) %s', (name, method, path, want) => {
    const hints = annotationsOf(
      name,
      parseRequest({ method, url: `https://x.com${path}` }, { auth: undefined, profile: {} }),
    )
    const got = hints.readOnlyHint ? 'reads' : hints.destructiveHint ? 'destroys' : 'writes'
    expect(got).toBe(want)
  })

  const post = (raw: string, language = 'json') => ({ mode: 'raw', raw, options: { raw: { language } } })
  const bodies: [what: string, body: JsonValue, want: boolean][] = [
    ['entities', post('<r><action>&#100;elet&#x65;</action></r>', 'xml'), false],
    ['an attribute', post('<request action="delete"><id>1</id></request>', 'xml'), false],
    ['an ordinary attribute', post('<r xmlns:delete="urn:delete" kind="delete"><id>1</id></r>', 'xml'), true],
    ['the root element', post('<delete><query>*:*</query></delete>', 'xml'), false],
    ['an ordinary root', post('<search><query>a</query></search>', 'xml'), true],
    ['a document under "Query"', post('{"Query":"mutation { bump }"}'), false],
    ['a document that reads under "Query"', post('{"Query":"query { users }"}'), true],
    [
      'the operations of a multipart request',
      {
        mode: 'formdata',
        formdata: [{ key: 'operations', value: '{"query":"mutation{bump}"}', type: 'text' }],
      },
      false,
    ],
  ]
  it.each(bodies)('judges a search by %s', (_, body, want) => {
    const search = { method: 'POST', url: 'https://x.com/users/search', body }
    const request = parseRequest(search, { auth: undefined, profile: {} })
    expect(annotationsOf('Search users', request).readOnlyHint).toBe(want)
  })

  it.each([
    ['X-Tunneled-Method', 'DELETE', false],
    ['X-RestLi-Method', 'batch_delete', false],
    ['X-RPC-Method', 'users.delete', false],
    ['X-Api-Action', 'delete', false],
    ['X-Envoy-Original-Path', '/users/5/delete', false],
    ['X-Accel-Redirect', '/users/5', false],
    ['x-middleware-rewrite', '/delete', false],
    ['X-Path', '/users/5/delete', false],
    ['X-Request-Uri', '/users/5/delete', false],
    ['X-October-Request-Handler', 'onDelete', false],
    ['Content-Type', 'application/soap+xml; action="urn:DeleteUser"', false],
    ['Content-Type', 'application/soap+xml; action="urn:GetUser"', true],
    ['X-RestLi-Method', 'batch_get', true],
    ['X-Payment-Method', 'card', true],
    ['X-Redirect-Url', 'https://shop.example/done', true],
    ['X-Request-Path', 'a', true],
  ])('judges a read by the header %s: %s', (key, value, want) => {
    const read = { method: 'GET', url: 'https://x.com/me', header: [{ key, value }] }
    const request = parseRequest(read, { auth: undefined, profile: {} })
    expect(annotationsOf('Get user', request).readOnlyHint).toBe(want)
  })

  it('judges GraphQL by its operation', () => {
    const graphql = (query: string) =>
      parseRequest(
        { method: 'POST', url: 'x', body: { mode: 'graphql', graphql: { query } } },
        { auth: undefined, profile: {} },
      )
    expect(annotationsOf('Pets', graphql('# all\nquery Pets { pets { id } }')).readOnlyHint).toBe(true)
    expect(annotationsOf('Pets', graphql('mutation Add { add { id } }')).readOnlyHint).toBe(false)
  })
})

describe('parseLooseJson', () => {
  const cases: [text: string, want: unknown][] = [
    ['{"a": 1}', { a: 1 }],
    ['{"a": {{n}}, "b": "{{s}}"}', { a: `${BARE}{{n}}`, b: '{{s}}' }],
    ['{"a": [1, 2,], /* c */ "b": "// no", // c\n}', { a: [1, 2], b: '// no' }],
    ['{"a": "x {{v}} y"}', { a: 'x {{v}} y' }],
    ['{"a": "line\nbreak"}', { a: 'line\nbreak' }],
    ['{{whole}}', `${BARE}{{whole}}`],
    ['<xml/>', undefined],
    ['{"a": }', undefined],
    ['', undefined],
  ]
  it.each(cases)('%s', (text, want) => expect(parseLooseJson(text)).toEqual(want))
})
