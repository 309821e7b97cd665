import { describe, expect, it } from 'vitest'
import { parseRequest } from '../../../src/toolkit/collection/parse-request.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { type EffectContext, effectOf } from '../../../src/toolkit/semantics/effect.js'

interface Given {
  name?: string
  method?: string
  url?: JsonValue
  header?: JsonValue
  body?: JsonValue
  /** Variables with a value in the collection. */
  own?: Record<string, string>
}

const json = (value: JsonValue) => ({ mode: 'raw', raw: JSON.stringify(value) })
const text = (raw: string, language = 'text') => ({ mode: 'raw', raw, options: { raw: { language } } })
const form = (fields: Record<string, string>) => ({
  mode: 'urlencoded',
  urlencoded: Object.entries(fields).map(([key, value]) => ({ key, value })),
})
const graphql = (query: string, operationName?: string) => ({
  mode: 'graphql',
  graphql: { query, ...(operationName ? { operationName } : {}) },
})

function judge(given: Given, more: Partial<EffectContext> = {}) {
  const { name = 'Search', own = {}, ...request } = given
  const parsed = parseRequest(
    { method: request.body ? 'POST' : 'GET', url: 'https://x.com/search', ...request },
    { auth: undefined, profile: {} },
  )
  return effectOf(name, parsed, {
    isFilled: (variable) => variable in own,
    isParameter: () => false,
    ownValue: (variable) => own[variable],
    modeOf: () => undefined,
    hasModes: 'modeOf' in more,
    listOf: () => undefined,
    ...more,
  })
}

const hintOf = ({ annotations }: ReturnType<typeof judge>) =>
  annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'destroys' : 'writes'
const placesOf = ({ kept }: ReturnType<typeof judge>) =>
  kept.map(({ place }) =>
    place.in === 'body' ? ['body', ...place.path].join('.') : `${place.in} ${place.key}`,
  )

const envelope = (operation: string) =>
  `<s:Envelope><s:Body><${operation}><id>1</id></${operation}></s:Body></s:Envelope>`

describe('what a call can do', () => {
  const cases: [given: Given, want: 'reads' | 'writes' | 'destroys', kept: string[]][] = [
    // GraphQL
    [{ name: 'Delete', body: graphql('query { a }') }, 'destroys', ['body.query']],
    [{ body: graphql('mutation { add { id } }') }, 'writes', ['body.query']],
    [{ body: graphql('mutation { deletePet { id } }') }, 'destroys', ['body.query']],
    [{ body: graphql('query A { a } mutation B { b }') }, 'writes', ['body.query']],
    [{ body: graphql('query A { a } mutation B { b }', 'A') }, 'reads', ['body.query', 'body.operationName']],
    [
      { body: graphql('query A { a } mutation B { b }', 'B') },
      'writes',
      ['body.query', 'body.operationName'],
    ],
    [
      { body: graphql('query A { a } mutation B { b }', 'C') },
      'writes',
      ['body.query', 'body.operationName'],
    ],
    [{ body: graphql('fragment F on M { a } mutation B { ...F }') }, 'writes', ['body.query']],
    [{ body: graphql('subscription { a }') }, 'writes', ['body.query']],
    [{ body: graphql('query { a ') }, 'writes', ['body.query']],
    [{ body: graphql(`${'#\n'.repeat(50_000)}mutation { a }`) }, 'writes', ['body.query']],
    [{ body: graphql('{ pet(id: "{{id}}") { id } }') }, 'reads', ['body.query']],
    [{ body: graphql('{{document}}'), own: { document: 'query { a }' } }, 'reads', ['body.query']],
    [{ body: graphql('{{document}}'), own: { document: 'mutation { a }' } }, 'writes', ['body.query']],
    [{ body: graphql('{{document}}') }, 'writes', ['body.query']],
    [{ body: json({ query: 'query { a }', variables: { n: 1 } }) }, 'reads', ['body.query']],
    [{ name: 'Search users', body: json({ query: 'mutation { a }' }) }, 'writes', ['body.query']],
    [
      { body: json({ query: 'query A { a }', operationName: 'A', extensions: {}, variables: {} }) },
      'reads',
      ['body.query', 'body.operationName', 'body.extensions'],
    ],
    [{ body: json([{ query: '{ a }' }, { query: '{ b }' }]) }, 'reads', ['body', 'body']],
    [{ body: json([{ query: '{ a }' }, { query: 'mutation { b }' }]) }, 'writes', ['body', 'body']],
    [{ url: 'https://x.com/graphql?query={a}' }, 'reads', ['query query']],
    [{ url: 'https://x.com/graphql?query=mutation{a}' }, 'writes', ['query query']],
    [{ url: 'https://x.com/graphql?query=' }, 'destroys', []],
    [{ url: 'https://x.com/graphql', body: json({ id: 'a1b2', variables: {} }) }, 'reads', ['body.id']],
    [{ body: text('query { a }', 'graphql') }, 'reads', ['body']],
    [{ body: text('mutation { a }') }, 'writes', ['body']],
    [{ body: json({ query: 'shoes' }) }, 'reads', []],
    [{ body: json({ query: { match: { a: 'b' } } }) }, 'reads', []],
    // SQL and scripts
    [{ name: 'Query report', body: json({ sql: 'SELECT 1 FROM a' }) }, 'reads', ['body.sql']],
    [{ name: 'Query report', body: json({ sql: 'DROP TABLE a' }) }, 'destroys', ['body.sql']],
    [{ name: 'Query report', body: json({ sql: '' }) }, 'destroys', []],
    [{ name: 'Query report', body: json({ sql: '{{sql}}' }) }, 'destroys', []],
    [{ body: json({ statements: [{ statement: 'MATCH (n) RETURN n' }] }) }, 'reads', ['body.statements']],
    [{ body: json({ statements: [{ statement: 'MATCH (n) DELETE n' }] }) }, 'destroys', ['body.statements']],
    [{ name: 'Query', body: text('SELECT 1 FROM a') }, 'reads', ['body']],
    [{ name: 'Query', body: text('DROP TABLE a') }, 'destroys', ['body']],
    [{ url: 'https://x.com/query?q=SELECT+1+FROM+a' }, 'reads', ['query q']],
    [{ url: { host: ['x', 'com'], query: [{ key: 'q', value: 'SELECT a FROM b' }] } }, 'reads', ['query q']],
    [
      { body: json({ query: {}, script_fields: { a: { script: 'doc.a' } } }) },
      'reads',
      ['body.script_fields'],
    ],
    [{ body: json({ aggs: { a: { script: { source: 'x' } } } }) }, 'reads', ['body.aggs.a.script']],
    [{ body: json({ filter: { $where: 'this.a' } }) }, 'reads', ['body.filter.$where']],
    [
      { body: json({ pipeline: [{ $match: {} }, { $out: 'x' }] }) },
      'destroys',
      ['body.pipeline', 'body.pipeline'],
    ],
    [{ name: 'Run', body: json({ code: 'print(1)', language: 'py' }) }, 'writes', ['body.code']],
    [{ body: json({ code: 'DE', statement: 'May 2026', expression: 'smile' }) }, 'reads', []],
    [{ body: text('alert(1)', 'javascript') }, 'reads', ['body']],
    // Remote calls and overrides
    [{ body: json({ jsonrpc: '2.0', method: 'pets.list', params: {} }) }, 'reads', ['body.method']],
    [{ body: json({ jsonrpc: '2.0', method: 'pets.delete', params: {} }) }, 'destroys', ['body.method']],
    [{ body: json({ method: 'pets.create', params: [] }) }, 'writes', ['body.method']],
    [{ body: json([{ jsonrpc: '2.0', method: 'pets.list' }]) }, 'reads', ['body']],
    [{ body: json({ method: 'card' }) }, 'reads', []],
    [{ url: 'https://x.com/rest?method=photos.search' }, 'reads', ['query method']],
    [{ url: 'https://x.com/rest?method=photos.delete' }, 'destroys', ['query method']],
    [{ url: 'https://x.com/a?_method=DELETE' }, 'destroys', ['query _method']],
    [{ url: 'https://x.com/a?http_method=post' }, 'writes', ['query http_method']],
    [{ url: 'https://x.com/a?_method=get' }, 'reads', ['query _method']],
    [
      { header: [{ key: 'X-hTTp-Method-OVERRIDE', value: 'PUT' }] },
      'writes',
      ['header X-hTTp-Method-OVERRIDE'],
    ],
    [{ header: [{ key: 'X-Method-Override', value: '{{m}}' }] }, 'destroys', []],
    [
      { header: [{ key: 'X-HTTP-Method', value: 'DELETE', disabled: true }] },
      'reads',
      ['header X-HTTP-Method'],
    ],
    [{ body: form({ _method: 'delete', q: 'a' }) }, 'destroys', ['body._method']],
    [{ body: json({ _method: 'PATCH' }) }, 'writes', ['body._method']],
    [
      { body: json({ a: 1 }), header: [{ key: 'SOAPAction', value: 'FindPets' }] },
      'reads',
      ['header SOAPAction'],
    ],
    [
      { body: json({ a: 1 }), header: [{ key: 'X-Amz-Target', value: 'D.DeleteItem' }] },
      'destroys',
      ['header X-Amz-Target'],
    ],
    // Actions
    [{ url: 'https://x.com/api.php?action=query' }, 'reads', ['query action']],
    [{ url: 'https://x.com/api.php?action=delete' }, 'destroys', []],
    [{ url: 'https://x.com/api.php?action[]=delete' }, 'destroys', []],
    [{ url: 'https://x.com/api.php?action={{action}}' }, 'writes', []],
    [{ url: 'https://x.com/pets/:action', name: 'Pets' }, 'writes', []],
    [{ url: 'https://x.com/actions/:action', name: 'Actions' }, 'reads', []],
    [{ url: 'https://x.com/device?cmd=reboot', name: 'Device' }, 'writes', []],
    [{ url: 'https://x.com/device?cmd=frobnicate', name: 'Device' }, 'writes', []],
    [{ url: 'https://x.com/device?cmd=frobnicate', name: 'Get device' }, 'reads', ['query cmd']],
    [{ body: json({ action: 'list', q: 'a' }) }, 'reads', ['body.action']],
    [{ name: 'Query report', body: json({ action: 'delete_all' }) }, 'destroys', []],
    [{ body: json({ filters: [{ field: 'a', op: 'eq', value: 1 }] }) }, 'reads', []],
    [{ body: json({ filters: [{ field: 'a', op: '>=', value: 1 }] }) }, 'reads', []],
    [{ body: json({ steps: [{ op: 'find' }] }) }, 'reads', ['body.steps']],
    [{ body: json({ operation: { type: 'x' } }) }, 'reads', ['body.operation']],
    [{ name: 'Create', body: json({ action: 'list' }) }, 'writes', []],
    // Paths and bodies
    [{ url: 'https://x.com/pets/5/delete', name: 'Pets' }, 'destroys', []],
    [{ url: 'https://x.com/delete/5', name: 'Pets' }, 'destroys', []],
    [{ url: 'https://x.com/users/5/delete', name: 'Show user' }, 'destroys', []],
    [{ url: 'https://x.com/deleteUser?id=1', name: 'Show user' }, 'destroys', []],
    [{ url: 'https://x.com/pets/create', name: 'Get the form' }, 'reads', []],
    [{ body: text('<a>1</a>', 'xml') }, 'reads', []],
    [{ body: text('<a/>', 'xml') }, 'writes', []],
    [{ body: text('<a><action>delete</action></a>', 'xml') }, 'destroys', []],
    [{ body: text('<a><action>find</action></a>', 'xml') }, 'reads', ['body.action']],
    [{ body: text('<a><query>SELECT id FROM pets</query></a>', 'xml') }, 'reads', ['body.query']],
    [{ body: text(envelope('DeletePet'), 'xml') }, 'destroys', ['body.DeletePet']],
    [{ body: text(envelope('FindPet'), 'xml') }, 'reads', ['body.FindPet']],
    [
      { body: text('<methodCall><methodName>pets.remove</methodName></methodCall>', 'xml') },
      'destroys',
      ['body.methodName'],
    ],
    [{ body: text('<a>{{name}}</a>', 'xml') }, 'reads', []],
    [{ body: text('name: {{name}}') }, 'writes', []],
    [{ body: text('{{body}}', 'json') }, 'writes', []],
    [{ body: { mode: 'file', file: { src: 'a' } } }, 'writes', []],
    [{ body: { mode: 'formdata', formdata: [{ key: 'a', type: 'file' }] } }, 'writes', []],
    [{ body: form({ q: 'a' }) }, 'reads', []],
  ]
  it.each(cases)('%j %s', (given, want, kept) => {
    const effect = judge(given)
    expect(hintOf(effect)).toBe(want)
    expect(placesOf(effect)).toEqual(kept)
  })
})

describe('what the owner decided', () => {
  it('makes a call that anything can be put into ask, whatever it is called', () => {
    const effect = judge({ body: json({ query: '{ a }' }) }, { modeOf: () => 'input' })
    expect(hintOf(effect)).toBe('destroys')
    expect(effect.open.map(({ name }) => name)).toEqual(['query'])
  })

  it('keeps a read where what was open is fixed', () => {
    expect(hintOf(judge({ body: text('<a>1</a>', 'xml') }, { modeOf: () => 'fixed' }))).toBe('reads')
  })

  it('leaves an action open that comes from a closed list of reads', () => {
    const url = 'https://x.com/way?mode=walking'
    const listed = (...list: string[]) => judge({ url, name: 'Get way' }, { listOf: () => list })
    expect(placesOf(listed('walking', 'driving'))).toEqual([])
    expect(placesOf(listed('walking', 'delete'))).toEqual(['query mode'])
  })
})

describe('a variable that a parameter fills', () => {
  it('makes a document one that a model writes', () => {
    const effect = judge(
      { url: 'https://x.com/{{id}}', body: graphql('{ pet(id: "{{id}}") { id } }') },
      { isParameter: (name) => name === 'id' },
    )
    expect(hintOf(effect)).toBe('destroys')
  })
})
