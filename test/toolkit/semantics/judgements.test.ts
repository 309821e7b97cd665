import { describe, expect, it } from 'vitest'
import { parseRequest } from '../../../src/toolkit/collection/parse-request.js'
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
