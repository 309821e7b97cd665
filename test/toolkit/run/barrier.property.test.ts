import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import type { ToolFunction, ToolResult } from '../../../src/toolkit/model/tool.js'
import { contextOf, type SeenRequest, startApi, type TestApi, toolOf } from '../../support/tool.js'

/** Ten kinds of places; a million values over all of them when everything is run. */
const RUNS = process.env.VOICE_TEST_FULL ? 100_000 : 400
const SEED = 20_261_121
const SECRET = 'canary-5d1c0a7f'

let api: TestApi

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const string: JsonValue = 'string'
const properties = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: string as string }])),
})

/** Texts of every kind: any characters at all, and those that have broken requests before. */
const nasty = fc.constantFrom(
  '.',
  '..',
  '../x',
  '%',
  '%2e%2e',
  '/',
  '//',
  '?',
  '#',
  '&',
  '=',
  '+',
  ' ',
  '\\',
  '"',
  "'",
  '{{secret}}',
  '{{$guid}}',
  '\r\n',
  '\0',
  '@',
  ':',
  ';',
  ']]>',
  '-->',
  '<!--',
  '</a>',
  '\\u0000',
  '\\"',
  '__proto__',
  'constructor',
  '\u2028',
  '😀',
  'é',
  '\ud800',
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.array(nasty, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
)

/** What the other side can be expected to see: lone halves of characters cannot be sent. */
const sound = (value: string) => Buffer.from(value).toString()

async function send(
  tool: ToolFunction,
  input: Record<string, JsonValue>,
): Promise<{ result: ToolResult; seen: SeenRequest | undefined }> {
  api.seen.length = 0
  const result = await tool.call(input)
  return { result, seen: api.seen[0] }
}

const context = () => contextOf({ base: api.url, secret: SECRET })

/** Checks many values at one kind of place. */
function holds(
  name: string,
  makeTool: () => ToolFunction,
  check: (value: string, tool: ToolFunction) => Promise<void>,
): void {
  it(name, { timeout: 3_600_000 }, async () => {
    const tool = makeTool()
    await fc.assert(
      fc.asyncProperty(text, (value) => check(value, tool)),
      { numRuns: RUNS, seed: SEED },
    )
  })
}

describe('a value of the model', () => {
  holds(
    'is one segment of the path',
    () =>
      toolOf(
        {
          request: {
            method: 'GET',
            url: { host: ['{{base}}'], path: ['a', ':id', 'b'], query: [{ key: 'q', value: '1' }] },
          },
          parameters: properties('id'),
          bindings: [{ parameter: 'id', in: 'path', key: 'id' }],
        },
        context(),
      ),
    async (value, tool) => {
      const { result, seen } = await send(tool, { id: value })
      if (/^\.{0,2}$/.test(value)) return void expect(result.reason).toBe('invalid-input')
      const [path = '', query] = (seen?.url ?? '').split('?')
      const segments = path.split('/')
      expect(segments).toHaveLength(4)
      expect([segments[1], segments[3], query]).toEqual(['a', 'b', 'q=1'])
      expect(decodeURIComponent(segments[2]!)).toBe(sound(value))
      expect(segments[2]).not.toMatch(/^\.\.?$/)
    },
  )

  holds(
    'is part of a segment where the author put a variable',
    () =>
      toolOf(
        {
          request: { method: 'GET', url: '{{base}}/people({{id}})/x' },
          parameters: properties('id'),
          bindings: [{ parameter: 'id', in: 'variable', name: 'id' }],
        },
        context(),
      ),
    async (value, tool) => {
      const { result, seen } = await send(tool, { id: value })
      if (value === '') return void expect(result.reason).toBe('invalid-input')
      const [, segment = '', tail] = (seen?.url ?? '').split('/')
      expect(tail).toBe('x')
      expect(decodeURIComponent(segment)).toBe(`people(${sound(value)})`)
    },
  )

  holds(
    'is one parameter of the query',
    () =>
      toolOf(
        {
          request: {
            method: 'GET',
            url: {
              host: ['{{base}}'],
              path: ['q'],
              query: [
                { key: 'a', value: '1' },
                { key: 'b', value: '' },
                { key: 'c', value: '{{secret}}' },
              ],
            },
          },
          parameters: properties('b'),
          bindings: [{ parameter: 'b', in: 'query', index: 1 }],
        },
        context(),
      ),
    async (value, tool) => {
      const { seen } = await send(tool, { b: value })
      const pairs = [...new URLSearchParams((seen?.url ?? '').split('?').slice(1).join('?'))]
      expect(pairs).toEqual([
        ['a', '1'],
        ['b', sound(value)],
        ['c', SECRET],
      ])
    },
  )

  holds(
    'is the value of one header, or is refused',
    () =>
      toolOf(
        {
          request: {
            method: 'GET',
            url: '{{base}}/h',
            header: [
              { key: 'X-Before', value: '1' },
              { key: 'X-Value', value: '' },
              { key: 'Authorization', value: 'Bearer {{secret}}' },
            ],
          },
          parameters: properties('x'),
          bindings: [{ parameter: 'x', in: 'header', index: 1 }],
        },
        context(),
      ),
    async (value, tool) => {
      const { result, seen } = await send(tool, { x: value })
      if ([...value].some((char) => (char < ' ' && char !== '\t') || char === '\x7f')) {
        expect(result).toMatchObject({ isError: true, reason: 'invalid-input' })
        return void expect(seen).toBeUndefined()
      }
      expect(Buffer.from(String(seen?.headers['x-value']), 'latin1').toString()).toBe(sound(value.trim()))
      expect(seen?.headers).toMatchObject({ 'x-before': '1', authorization: `Bearer ${SECRET}` })
    },
  )

  holds(
    'is one text of a JSON body, quoted or not',
    () =>
      toolOf(
        {
          request: {
            method: 'POST',
            url: '{{base}}/j',
            body: {
              mode: 'raw',
              raw: '{"quoted":"a {{v}} b","bare":{{v}},"own":"{{secret}}"}',
              options: { raw: { language: 'json' } },
            },
          },
          parameters: properties('v'),
          bindings: [{ parameter: 'v', in: 'variable', name: 'v' }],
        },
        context(),
      ),
    async (value, tool) => {
      const { seen } = await send(tool, { v: value })
      expect(JSON.parse(seen?.body.toString() ?? '')).toEqual({
        quoted: `a ${value} b`,
        bare: value,
        own: SECRET,
      })
    },
  )

  holds(
    'is a member of a JSON body, beside what the author keeps',
    () =>
      toolOf(
        {
          request: {
            method: 'POST',
            url: '{{base}}/j',
            body: { mode: 'raw', raw: '{"name":"","owner":{"id":"{{secret}}"}}' },
          },
          parameters: {
            type: 'object',
            properties: { body: { type: 'object', additionalProperties: true } },
          },
          bindings: [
            { parameter: 'body', in: 'body', body: { kind: 'json', fixed: [], locked: ['/owner/id'] } },
          ],
        },
        context(),
      ),
    async (value, tool) => {
      const { seen } = await send(tool, {
        body: Object.fromEntries([
          ['name', value],
          [value, 1],
        ]),
      })
      const found = JSON.parse(seen?.body.toString() ?? '') as Record<string, unknown>
      if (value !== 'name') expect(found.name).toBe(value)
      expect(Object.hasOwn(found, value)).toBe(true)
      if (value !== 'owner') expect(found.owner).toEqual({ id: SECRET })
    },
  )

  holds(
    'is one field of an urlencoded form',
    () =>
      toolOf(
        {
          request: {
            method: 'POST',
            url: '{{base}}/f',
            body: {
              mode: 'urlencoded',
              urlencoded: [
                { key: 'a', value: '1' },
                { key: 'v', value: '' },
                { key: 'z', value: '{{secret}}' },
              ],
            },
          },
          parameters: { type: 'object', properties: { body: properties('v') } },
          bindings: [
            { parameter: 'body', in: 'body', body: { kind: 'fields', fixed: ['a'], locked: ['z'] } },
          ],
        },
        context(),
      ),
    async (value, tool) => {
      const { seen } = await send(tool, { body: { v: value } })
      expect([...new URLSearchParams(seen?.body.toString())]).toEqual([
        ['a', '1'],
        ['v', sound(value)],
        ['z', SECRET],
      ])
    },
  )

  holds(
    'is one field of a multipart form',
    () =>
      toolOf(
        {
          request: {
            method: 'POST',
            url: '{{base}}/m',
            body: {
              mode: 'formdata',
              formdata: [
                { key: 'v', value: '', type: 'text' },
                { key: 'z', value: '{{secret}}', type: 'text' },
              ],
            },
          },
          parameters: { type: 'object', properties: { body: properties('v') } },
          bindings: [{ parameter: 'body', in: 'body', body: { kind: 'fields', fixed: [], locked: ['z'] } }],
        },
        context(),
      ),
    async (value, tool) => {
      const { seen } = await send(tool, { body: { v: value } })
      const type = String(seen?.headers['content-type'])
      const form = await new Response(new Uint8Array(seen?.body ?? []), {
        headers: { 'content-type': type },
      }).formData()
      expect([...form.keys()]).toEqual(['v', 'z'])
      expect([form.get('v'), form.get('z')]).toEqual([sound(value), SECRET])
    },
  )

  holds(
    'is a variable of a GraphQL operation',
    () =>
      toolOf(
        {
          request: {
            method: 'POST',
            url: '{{base}}/g',
            body: {
              mode: 'graphql',
              graphql: { query: 'query($v:String){x(v:$v)}', variables: '{"v":"","own":"{{secret}}"}' },
            },
          },
          parameters: { type: 'object', properties: { body: properties('v') } },
          bindings: [{ parameter: 'body', in: 'body', body: { kind: 'graphql', locked: ['own'] } }],
        },
        context(),
      ),
    async (value, tool) => {
      const { seen } = await send(tool, { body: { v: value } })
      expect(JSON.parse(seen?.body.toString() ?? '')).toEqual({
        query: 'query($v:String){x(v:$v)}',
        variables: { v: value, own: SECRET },
      })
    },
  )

  holds(
    'is text of an XML body: element, attribute and CDATA',
    () =>
      toolOf(
        {
          request: {
            method: 'POST',
            url: '{{base}}/x',
            body: {
              mode: 'raw',
              raw: '<r a="{{v}}"><e>{{v}}</e><![CDATA[{{v}}]]><o>{{secret}}</o></r>',
              options: { raw: { language: 'xml' } },
            },
          },
          parameters: { type: 'object', properties: { body: properties('v') } },
          bindings: [{ parameter: 'body', in: 'body', body: { kind: 'template' } }],
        },
        context(),
      ),
    async (value, tool) => {
      const { result, seen } = await send(tool, { body: { v: value } })
      if (result.isError) return void expect(result.reason).toBe('invalid-input')
      const parts =
        /^<r a="([^"<]*)"><e>([^<]*)<\/e>((?:<!\[CDATA\[[\s\S]*?\]\]>)*?)<o>([^<]*)<\/o><\/r>$/.exec(
          seen?.body.toString() ?? '',
        )
      const unescaped = (part = '') =>
        part.replace(
          /&(amp|lt|gt|quot|#39);/g,
          (entity) =>
            ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" })[entity] ?? entity,
        )
      const sections = [...(parts?.[3] ?? '').matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)]
        .map(([, section]) => section)
        .join('')
      expect([unescaped(parts?.[1]), unescaped(parts?.[2]), sections, parts?.[4]]).toEqual([
        value,
        value,
        value,
        SECRET,
      ])
    },
  )
})
