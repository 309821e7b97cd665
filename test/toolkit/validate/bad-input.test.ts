import { describe, expect, it } from 'vitest'
import { encodeDocument } from '../../../src/toolkit/collection/read-document.js'
import { fixText } from '../../../src/toolkit/validate/fix.js'
import { validateBytes, validateText } from '../../../src/toolkit/validate/validate.js'
import { collectionOf, SCHEMA, soundItem } from '../../support/small-collection.js'

const sound = JSON.stringify(collectionOf([soundItem()]), null, 2)
const codes = (text: string, profile?: 'official' | 'agent' | 'generated') =>
  validateText(text, profile ? { profile } : {}).map((found) => found.code)

describe('a document that is no collection', () => {
  it.each([
    ['nothing', '', ['empty-file']],
    ['half a document', sound.slice(0, 300), ['not-json']],
    ['several documents', `${JSON.stringify({ a: 1 })}\n${JSON.stringify({ b: 2 })}\n`, ['ndjson']],
    ['lists that never close', '['.repeat(100), ['not-json']],
    ['lists without end', '['.repeat(100_000), ['nesting-too-deep']],
    ['zero bytes', '\u0000\u0000\u0000', ['not-a-collection']],
    ['a list', '[]', ['not-a-collection']],
    ['a number', '5', ['not-a-collection']],
    ['null', 'null', ['not-a-collection']],
    ['format v1', '{"id":"1","name":"x","requests":[]}', ['collection-v1']],
    [
      'format v1 by its schema',
      '{"info":{"schema":"https://schema.getpostman.com/json/collection/v1.0.0/"},"item":[]}',
      ['collection-v1'],
    ],
    [
      'an OpenAPI document',
      '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}',
      ['not-a-collection'],
    ],
    ['an environment', '{"name":"x","values":[]}', ['not-a-collection']],
    ['a JSON Schema', '{"$schema":"http://json-schema.org/draft-07/schema#"}', ['not-a-collection']],
    ['a HAR file', '{"log":{"entries":[]}}', ['not-a-collection']],
  ])('names %s', (_title, text, want) => {
    expect(codes(text)).toEqual(want)
    expect(codes(text, 'generated')).toEqual(want)
    expect(validateText(text)[0]).toMatchObject({ severity: 'error' })
  })

  it.each([SCHEMA.replace('v2.1.0', 'v2.0.0'), 'https://schema.getpostman.com/collection/v2/'])(
    'finds the problems of a collection of format v2.0 in their places: %s',
    (schema) => {
      const text = JSON.stringify(
        {
          info: { name: 'Pets', schema },
          variable: [{ id: 'base_url', value: 'https://api.test' }],
          auth: { type: 'bearer', bearer: { token: ['Q8zk2', 'LmP0xW31'].join('-') } },
          item: [
            { name: 'List pets', request: '{{base_url}}/pets' },
            {
              name: 'Get pet',
              request: {
                method: 'GET',
                header: 'Accept: application/json',
                url: { host: '{{base_url}}', path: 'pets/:id', variable: [{ id: 'id', value: '' }] },
              },
            },
            { name: 'Log in', reqest: { method: 'POST', url: '{{base_url}}/login' } },
          ],
        },
        null,
        2,
      )
      const found = validateText(text).filter(({ severity }) => severity !== 'info')
      expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
        ['collection-v2-0', '/info/schema'],
        ['secret-in-file', '/auth/bearer/token'],
        ['request-missing', '/item/2'],
      ])
      expect(fixText(text)).toMatchObject({ text, count: 0 })
      expect(codes(text, 'official')).toEqual(['collection-v2-0'])
    },
  )

  it('names a character that cannot be seen by its code', () => {
    const text = sound.replace('{\n  ', '{\n\u00a0 ')
    expect(validateText(text)).toMatchObject([
      { line: 2, column: 1, message: expect.stringContaining('the invisible character U+00A0') as string },
    ])
  })

  it('gives an unknown object the schema faults', () => {
    expect(codes('{}')).toEqual(['member-missing', 'member-missing'])
  })

  it.each([
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    [
      'nested folders',
      `{"info":{"name":"x","schema":"${SCHEMA}"},"item":[${'{"item":['.repeat(50_000)}${']}'.repeat(50_000)}]}`,
    ],
  ])('survives 100,000 levels of nested %s', (_title, text) => {
    expect(codes(text)).toEqual(['nesting-too-deep'])
    expect(codes(text, 'official')).toEqual(['nesting-too-deep'])
  })

  it('refuses what would not fit into memory before it parses', () => {
    const text = `[${'[],'.repeat(30_000_000)}[]]`
    expect(codes(text)).toEqual(['too-large'])
  })
})

describe('a collection in a strange form', () => {
  it.each([
    ['UTF-8 with a byte order mark', { name: 'utf-8', bom: true }],
    ['UTF-16', { name: 'utf-16le', bom: true }],
    ['UTF-16, big end first', { name: 'utf-16be', bom: false }],
  ] as const)('is read in %s', (_title, encoding) => {
    expect(validateBytes(encodeDocument(sound, encoding))).toEqual([])
  })

  it('may hold lone surrogates', () => {
    expect(codes(sound.replace('Returns one pet', 'Returns \\ud800 one pet'))).toEqual([])
  })

  it('with bytes that are no UTF-8 gives a warning', () => {
    const bytes = Buffer.concat([
      Buffer.from(sound.slice(0, -1)),
      Buffer.from(',"x":"'),
      Buffer.from([0xe9]),
      Buffer.from('"}'),
    ])
    expect(validateBytes(bytes)).toMatchObject([{ code: 'invalid-encoding', severity: 'warning' }])
  })

  it('with repeated keys says which and where', () => {
    const text = '{\n  "info": { "name": "x", "schema": 1 },\n  "item": [],\n  "item": []\n}'
    expect(validateText(text).filter(({ code }) => code === 'duplicate-key')).toMatchObject([
      { pointer: '/item', line: 4, column: 3, severity: 'warning', fixable: true },
    ])
  })
})

describe('what language models put around JSON', () => {
  const fence = '```'
  it.each([
    ['code fences', `${fence}json\n${sound}\n${fence}\n`],
    ['code fences that never close', `${fence}json\n${sound}`],
    ['a sentence and code fences', `Here is your collection:\n\n${fence}\n${sound}\n${fence}\nLet me know!`],
    ['a sentence before', `Here is your collection: ${sound}`],
    ['a sentence after', `${sound}\nLet me know if it fits.`],
  ])('%s are one finding', (_title, text) => {
    expect(validateText(text)).toMatchObject([{ code: 'wrapped-in-text', severity: 'error', fixable: true }])
    expect(codes(text, 'generated')).toEqual(['wrapped-in-text'])
    expect(codes(text, 'official')).toEqual(['not-json'])
  })

  it('a fault inside keeps its own line', () => {
    const text = `Sure!\n${fence}json\n${sound.replace('"request"', '"reqest"')}\n${fence}`
    const line = text.split('\n').findIndex((one) => one.includes('"reqest"')) + 1
    expect(validateText(text)).toMatchObject([{ code: 'wrapped-in-text' }, { code: 'request-missing', line }])
  })

  it('comments and trailing commas are findings of their own', () => {
    const text = sound.replace('{', '{ // pets').replace(/\]\s*\}$/, '],\n}')
    expect(codes(text)).toEqual(['json-comment', 'trailing-comma'])
  })
})

describe('the wrapper of the Postman API', () => {
  const text = JSON.stringify({ collection: collectionOf([soundItem({ request: undefined, reqest: {} })]) })
  it('is taken off for an agent', () => {
    expect(validateText(text)).toMatchObject([
      { code: 'wrapped-collection', severity: 'info' },
      { code: 'request-missing', pointer: '/collection/item/0/item/0' },
    ])
  })
  it('is refused by the published schema', () => {
    expect(codes(text, 'official')).toEqual(['member-missing', 'member-missing'])
  })
})
