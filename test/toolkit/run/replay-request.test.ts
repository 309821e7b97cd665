import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { Gate } from '../../../src/toolkit/run/gate.js'
import { buildReplay, type ReplayContext, sendReplay } from '../../../src/toolkit/run/replay-request.js'
import { fileReader } from '../../../src/toolkit/run/request/resolve-request.js'
import { createCookies } from '../../../src/toolkit/run/send/cookies.js'
import { Deadline } from '../../../src/toolkit/run/send/deadline.js'
import { exchange } from '../../../src/toolkit/run/send/exchange.js'
import type { RawResponse, Transport } from '../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../src/toolkit/run/wire-request.js'
import { createScope } from '../../../src/toolkit/template/scope.js'
import { sketchTool } from '../../support/tool.js'

const scope = createScope([[{ key: 'password', value: 'canary-pass-1' }]])
const clock = new VirtualClock()
/** A gate that leads to this transport. */
const gateTo = (transport: Transport): Gate => ({
  send: (wire, { permit: _permit, ...options }) => exchange(wire, { ...options, transport }),
  close() {},
})
const context = async (more: Partial<ReplayContext> = {}): Promise<ReplayContext> => ({
  ...{ scope, secrets: ['canary-known-1'], clock, readFile: () => undefined },
  gate: gateTo(async () => ({ status: 200, headers: [], body: Buffer.from('') })),
  cookies: await createCookies(),
  ...more,
})
const build = async (request: object, more?: Partial<ReplayContext>) =>
  buildReplay(
    sketchTool({ request: { method: 'GET', url: 'http://h/a', ...request } }).request,
    await context(more),
  )

describe('buildReplay', () => {
  it('sends what has no value as written, and says so once', async () => {
    const { wire, notices } = await build({
      url: 'http://h/{{gone}}/{{gone}}',
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{lost}}' }] },
    })
    expect(wire.path).toBe('/%7B%7Bgone%7D%7D/%7B%7Bgone%7D%7D')
    expect(wire.headers).toContainEqual(['Authorization', 'Bearer {{lost}}'])
    expect(notices).toEqual(['Without a value, sent as written: {{gone}}, {{lost}}.'])
  })

  it('has no notice where nothing is wrong', async () => expect((await build({})).notices).toEqual([]))

  it('leaves out a file that cannot be read, and says so', async () => {
    const { notices, wire } = await build({
      method: 'POST',
      body: { mode: 'file', file: { src: 'x/a.txt' } },
    })
    expect(notices).toEqual([
      'The file x/a.txt was not sent: files are read only below the folder of --working-dir, and no hidden ones.',
    ])
    expect(wire.body).toBeNull()
  })

  it('sends without an auth that is not known, and says so', async () => {
    const { notices, wire } = await build({ auth: { type: 'magic', magic: [{ key: 'a', value: 'b' }] } })
    expect(notices).toEqual(['The auth "magic" is not known; sent without.'])
    expect(wire.headers.map(([name]) => name)).not.toContain('Authorization')
  })

  it('sends without an auth that cannot sign, and says why', async () => {
    const jwt = [
      { key: 'algorithm', value: 'RS256' },
      { key: 'privateKey', value: 'no key' },
      { key: 'payload', value: '{}' },
    ]
    const { notices, wire } = await build({ auth: { type: 'jwt', jwt } })
    expect(notices).toEqual([expect.stringMatching(/^Sent without authentication: ./)])
    expect(wire.headers.map(([name]) => name)).not.toContain('Authorization')
  })

  it('shows the request without its secrets', async () => {
    const basic = [
      { key: 'username', value: 'ann' },
      { key: 'password', value: '{{password}}' },
    ]
    const { shown, wire } = await build({
      method: 'POST',
      url: 'http://h/a?x=canary-known-1&api_key=canary-key-1',
      header: [{ key: 'X-Api-Key', value: 'canary-head-1' }],
      body: { mode: 'raw', raw: '{"secret":"canary-body-1"}' },
      auth: { type: 'basic', basic },
    })
    const sent = Buffer.from('ann:canary-pass-1').toString('base64')
    expect(wire.headers).toContainEqual(['Authorization', `Basic ${sent}`])
    expect(JSON.stringify(shown)).not.toMatch(/canary/)
    expect(JSON.stringify(shown)).not.toContain(sent)
  })

  it('says that a raw body of JSON is JSON', async () => {
    const body = { mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } }
    expect((await build({ method: 'POST', body })).wire.headers).toContainEqual([
      'Content-Type',
      'application/json',
    ])
  })
})

describe('sendReplay', () => {
  const send = async (answers: Partial<RawResponse>[], request: object = {}) => {
    const sent: { wire: WireRequest; options: Parameters<Transport>[1] }[] = []
    const transport: Transport = async (wire, options) => {
      sent.push({ wire, options })
      return { status: 200, headers: [], body: Buffer.from(''), ...answers[sent.length - 1] }
    }
    const using = await context({ gate: gateTo(transport) })
    const deadline = new Deadline({ clock, timeoutMs: 1000 })
    const response = await sendReplay(await build(request), { ...using, name: 'a', deadline })
    deadline.end()
    return { response, sent }
  }

  it('unpacks the answer', async () => {
    const headers = [{ key: 'content-encoding', value: 'gzip' }]
    expect((await send([{ headers, body: gzipSync('text') }])).response.body.toString()).toBe('text')
  })

  it('waits as long as it may and reads up to 50 MB', async () => {
    const { sent } = await send([{}])
    expect(sent[0]!.options).toMatchObject({
      limits: { connectTimeoutMs: 0, idleTimeoutMs: 0, maxBytes: 50_000_000 },
    })
  })

  it('keeps cookies and follows redirects as Postman does', async () => {
    const moved = [
      { key: 'location', value: '/b' },
      { key: 'set-cookie', value: 'a=1; Path=/' },
    ]
    const { sent } = await send([{ status: 302, headers: moved }, {}], { method: 'POST' })
    expect(sent.map(({ wire }) => [wire.method, wire.path])).toEqual([
      ['POST', '/a'],
      ['GET', '/b'],
    ])
    expect(sent[1]!.wire.headers).toContainEqual(['Cookie', 'a=1'])
  })

  it('answers a challenge', async () => {
    const digest = [
      { key: 'username', value: 'ann' },
      { key: 'password', value: 'x' },
    ]
    const offer = [{ key: 'www-authenticate', value: 'Digest realm="r", nonce="n"' }]
    const { sent, response } = await send([{ status: 401, headers: offer }, {}], {
      auth: { type: 'digest', digest },
    })
    expect(response.status).toBe(200)
    expect(sent[1]!.wire.headers).toContainEqual(['Authorization', expect.stringContaining('username="ann"')])
    expect((await send([{ status: 401, headers: offer }])).response.status).toBe(401)
  })
})

describe('fileReader', () => {
  it('reads files of its folder, and nothing that is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'replay-'))
    writeFileSync(join(folder, 'a.txt'), 'content')
    const read = fileReader(folder)
    expect([read('a.txt')?.toString(), read(join(folder, 'a.txt'))?.toString(), read('b.txt')]).toEqual([
      ...['content', 'content'],
      undefined,
    ])
    rmSync(folder, { recursive: true })
  })
})
