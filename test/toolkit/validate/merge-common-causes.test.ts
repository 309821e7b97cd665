import { describe, expect, it } from 'vitest'
import { createPaint } from '../../../src/cli/output.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { excerptsOf } from '../../../src/toolkit/validate/excerpt.js'
import { fileReport, summarize } from '../../../src/toolkit/validate/report.js'
import { reportPretty } from '../../../src/toolkit/validate/reporters/pretty.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import {
  address,
  collectionOf,
  soundExample,
  soundItem,
  soundRequest,
} from '../../support/small-collection.js'

const NAMES = ['Get cat', 'Get dog', 'Get cow']
const items = (change: (name: string) => object) =>
  NAMES.map((name) => soundItem({ name, request: soundRequest({ url: address(name) }), ...change(name) }))
const found = (document: object, profile: 'agent' | 'generated' = 'agent') =>
  validateText(JSON.stringify(document), { profile })
const messages = (document: object, code: string, profile?: 'agent' | 'generated') =>
  found(document, profile)
    .filter((one) => one.code === code)
    .map(({ message }) => message)

describe('findings with one cause', () => {
  const cases: [code: string, document: object, want: string][] = [
    [
      'example-missing',
      collectionOf(items(() => ({ response: [] }))),
      '3 of 3 requests have no saved example.',
    ],
    [
      'description-missing',
      collectionOf(items((name) => ({ request: soundRequest({ url: address(name), description: '' }) }))),
      '3 of 3 requests have no description.',
    ],
    [
      'duplicate-request',
      collectionOf(items(() => ({ request: soundRequest() }))),
      '2 more requests have the same method and address as request "Get cat" (/item/0/item/0).',
    ],
    [
      'path-variable-empty',
      collectionOf(
        items((name) => ({
          request: soundRequest({ url: { ...address(name, ':id'), variable: [{ key: 'id', value: '' }] } }),
        })),
      ),
      'The path variable :id has no value in 3 addresses.',
    ],
    [
      'url-disagrees',
      collectionOf(
        items((name) => ({
          request: soundRequest({ url: { ...address(name), query: [{ key: 'q', value: name }] } }),
        })),
      ),
      'The query stands in the parts of 3 addresses and is missing in "raw".',
    ],
  ]
  it.each(cases)('%s is one line a file, and one each for who repairs them', (code, document, want) => {
    expect(messages(document, code)).toEqual([want])
    expect(messages(document, code, 'generated').length).toBeGreaterThan(1)
  })

  it('that a note switches off are not counted', () => {
    const note = '<!-- voice: example-missing=off -->'
    const some = items((name) => ({ response: [], ...(name === 'Get dog' ? { description: note } : {}) }))
    expect(messages(collectionOf(some), 'example-missing')).toEqual([
      '2 of 3 requests have no saved example.',
    ])
  })
})

describe('addresses that lead to one place', () => {
  const at = (url: JsonObject) => collectionOf([soundItem({ request: soundRequest({ url }) })])
  it.each([
    [
      'a variable and its value',
      { raw: '{{base_url}}/pets', host: ['http://localhost:35814'], path: ['pets'] },
    ],
    [
      'a port that is the usual one',
      {
        raw: 'https://a.example/pets',
        protocol: 'https',
        host: ['a', 'example'],
        port: '443',
        path: ['pets'],
      },
    ],
    ['an escape', { raw: '{{base_url}}/a%20b', host: ['{{base_url}}'], path: ['a b'] }],
  ])('do not disagree: %s', (_, url) => expect(messages(at(url), 'url-disagrees')).toEqual([]))

  it.each([
    ['another path', { raw: '{{base_url}}/pets', host: ['{{base_url}}'], path: ['orders'] }],
    [
      'another port',
      {
        raw: 'https://a.example/pets',
        protocol: 'https',
        host: ['a', 'example'],
        port: '444',
        path: ['pets'],
      },
    ],
  ])('do disagree: %s', (_, url) => expect(messages(at(url), 'url-disagrees')).toHaveLength(1))
})

describe('variables', () => {
  const body = (text: string) =>
    collectionOf([
      soundItem({
        request: soundRequest({
          method: 'POST',
          body: { mode: 'raw', raw: text, options: { raw: { language: 'text' } } },
        }),
      }),
    ])
  it.each([
    'Hello {{#each pets}}{{name}}{{/each}}',
    '{% for pet in pets %}{{ pet.name }}{% endfor %}',
    '{{{unescaped}}} and {{name}}',
    '{{ price | money }} {{name}}',
    '{{> header}} {{name}}',
    '{{! a comment }} {{name}}',
    '{{#if a}}x{{else}}y{{/if}}',
  ])('of another template are none: %s', (text) =>
    expect(messages(body(text), 'variable-undeclared')).toEqual([]),
  )
  it.each(['Hello {{name}}', '{"a": "{{name}}", "b": {{name}}}'])('are found in %s', (text) =>
    expect(messages(body(text), 'variable-undeclared')).toHaveLength(1),
  )

  it('of an address count once, whether or not it is written twice', () => {
    const url = { raw: '{{base_url}}/{{kind}}', host: ['{{base_url}}'], path: ['{{kind}}'] }
    expect(
      messages(collectionOf([soundItem({ request: soundRequest({ url }) })]), 'variable-undeclared'),
    ).toEqual(['{{kind}} is used once and declared nowhere.'])
  })
})

describe('the rest of many findings', () => {
  const names = Array.from({ length: 6 }, (_, index) => `Delete pet ${index}`)
  const document = collectionOf(
    names.map((name) => soundItem({ name, request: soundRequest({ url: address(name, 'delete') }) })),
  )
  const shown = (text: string) =>
    reportPretty(summarize('agent', [fileReport('postman.json', validateText(text), text)]), {
      paint: createPaint(false),
      quiet: false,
    })
  it('is named by lines, and by places where all stand on one line', () => {
    expect(shown(JSON.stringify(document, null, 2))).toMatch(/and 3 more: lines \d+, \d+, \d+/)
    expect(shown(JSON.stringify(document))).toContain(
      'and 3 more: /item/0/item/3/request/method, /item/0/item/4',
    )
  })
})

describe('a secret inside a body', () => {
  // A made-up value; put together so that no scanner takes a test for a leak.
  const value = ['q7W', 'kanarie', '93'].join('-')
  const body = JSON.stringify(
    { name: 'Ännchen "A"\n', access_token: value, refresh_token: `${value}b` },
    null,
    2,
  )
  const document = collectionOf([soundItem({ response: [soundExample({ body })] })])
  it.each([undefined, 2])('is placed at its value and named, indented by %s', (indent) => {
    const text = JSON.stringify(document, null, indent)
    const escapedText = text.replace('Ä', '\\u00c4')
    for (const written of [text, escapedText]) {
      const [secret, ...others] = validateText(written).filter(({ code }) => code === 'secret-in-file')
      expect(others).toEqual([])
      expect(secret?.message).toBe('This looks like the values of access_token, refresh_token in plain text.')
      const line = written.split('\n')[secret!.line - 1]!
      expect(line.slice(secret!.column - 1)).toMatch(new RegExp(`^${value}`))
      const shown = excerptsOf(fileReport('postman.json', [secret!], written))(secret!)!.text
      expect(shown).toContain('access_token')
      expect(shown).not.toContain(value)
    }
  })
})
