import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolResult } from '../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { FORMS, INSIDE, piecesOf } from '../support/encodings.js'
import { contextOf, startApi, type TestApi, toolOf } from '../support/tool.js'

const SECRET = 'kEy-7f3e/9a+Canary=Ö'
const ALL = [...FORMS, ...INSIDE]

let api: TestApi
/** What the API says to the next request: status, headers and body. */
let say: { status: number; headers: Record<string, string>; body: string }
beforeAll(async () => {
  api = await startApi((_request, response) => response.writeHead(say.status, say.headers).end(say.body))
})
afterAll(() => api.close())

const escapeHtml = (text: string) => text.replace(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'))

/** How an API carries a text. */
const CARRIERS: [name: string, carry: (text: string) => typeof say][] = [
  ['a member', (text) => json({ said: `you sent ${text} to me` })],
  ['the name of a member', (text) => json({ [text]: 1 })],
  ['a list in objects', (text) => json({ a: [{ b: [text] }] })],
  ['headers that it echoes', (text) => json({ headers: [['Authorization', `Bearer ${text}`]] })],
  ['a large answer', (text) => json({ items: Array.from({ length: 2_000 }, (_, id) => ({ id, text })) })],
  ['an error', (text) => ({ ...json({ error: `bad token ${text}` }), status: 401 })],
  [
    'plain text',
    (text) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: `you sent ${text}` }),
  ],
  [
    'HTML',
    (text) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<p title="x">you sent <b>${escapeHtml(text)}</b></p>`,
    }),
  ],
  [
    'XML',
    (text) => ({ status: 500, headers: { 'content-type': 'text/xml' }, body: `<e>${escapeHtml(text)}</e>` }),
  ],
  ['JSON that is none', (text) => ({ ...json({}), body: `{"said":"${text}",` })],
  ['an escaped answer', (text) => ({ ...json({}), body: `{"said":"${unitsOf(text)}"}` })],
  [
    'the address of the next page',
    (text) => json({ items: [1], next: `/x?page=${encodeURIComponent(text)}` }),
  ],
  [
    'a redirect',
    (text) => ({ status: 304, headers: { location: encodeURI(`/${text.replace(/\s/g, '')}`) }, body: '' }),
  ],
]

function unitsOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16))
  return units.map((unit) => `\\u${unit.padStart(4, '0')}`).join('')
}

function json(value: unknown): typeof say {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

function expectMasked(result: ToolResult, written: string): void {
  const shown = JSON.stringify(result)
  const plain = typeof result.content === 'string' ? result.content : shown
  const left = piecesOf(written).filter((piece) => shown.includes(piece) || plain.includes(piece))
  // What stands around a secret in the same writing is no secret.
  expect(left.filter((piece) => piecesOf(written.slice(24, -24)).includes(piece))).toEqual([])
  expect(shown).not.toContain(SECRET)
  expect(plain).not.toContain(SECRET)
}

describe.each(CARRIERS)('an API that says a credential back in %s', (_name, carry) => {
  it.each(ALL)('%s has it masked', async (_form, write) => {
    const written = write(SECRET)
    say = carry(written)
    const request = {
      method: 'GET',
      url: `${api.url}/x?page=1`,
      header: [{ key: 'X-Key', value: '{{key}}' }],
    }
    const bindings = [{ parameter: 'page', in: 'query', index: 0 } as const]
    const layers = [[{ key: 'key', value: SECRET, secret: true }]]
    const tool = toolOf({ request: { ...request, header: [] }, bindings }, contextOf({}, { layers }))
    expectMasked(await tool.call({ page: 1 }), written)
    expectMasked(await tool.call({ page: 1, fields: ['said', 'text', 'items'] }), written)
  })
})

describe('a dry run', () => {
  it.each(ALL)('masks a credential that the author wrote %s', async (_form, write) => {
    const written = write(SECRET).replace(/[\r\n]/g, '')
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: {
        info: { name: 'x' },
        item: [
          {
            name: 'Send',
            request: {
              method: 'POST',
              url: { host: ['http://localhost:1'], path: ['x'], query: [{ key: 'q', value: written }] },
              header: [{ key: 'X-Note', value: written.replace(/[^ -~]/g, '') }],
              body: { mode: 'raw', raw: `note: ${written}` },
            },
          },
        ],
        variable: [{ key: 'key', value: SECRET, type: 'secret' }],
      },
      inputs: { q: 'fixed' },
    })
    const shown = toolkit.getFunctions()[0]!.dryRun!({ body: `note: ${written}` })
    expect(JSON.stringify(shown)).not.toContain(SECRET)
    expect('body' in shown && String(shown.body)).not.toContain(written)
    expect('url' in shown && decodeURIComponent(shown.url)).not.toContain(written)
  })
})
