import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as werift from 'werift'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'

let server: TestServer
let clock: VirtualClock
const callers: werift.RTCPeerConnection[] = []

beforeEach(async () => {
  clock = new VirtualClock(1_000_000)
  server = await startServer(
    { llm: new ScriptedModel([]) },
    { clock, quota: { connectionsPerKey: 3 }, apiKeyValidator: (key) => key === KEY || key === 'other' },
  )
})
afterEach(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.close()))
  await server.close()
})

/** An offer of a caller that never connects. */
async function makeOffer(): Promise<string> {
  const caller = new werift.RTCPeerConnection({ iceServers: [] })
  callers.push(caller)
  caller.addTransceiver('audio', { direction: 'sendrecv' })
  caller.createDataChannel('oai-events')
  await caller.setLocalDescription(await caller.createOffer())
  return caller.localDescription?.sdp ?? ''
}

interface Question {
  body: BodyInit
  type?: string
  key?: string
  query?: string
}

function post({ body, type = 'application/sdp', key = KEY, query = '' }: Question): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, ...(type && { 'Content-Type': type }) }
  return fetch(`http://127.0.0.1:${server.port}/v1/realtime/calls${query}`, { method: 'POST', headers, body })
}

/** The status for a request of which the body never ends. */
async function slowPost(): Promise<number | undefined> {
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/sdp' }
  const { port } = server
  const slow = request({
    ...{ host: '127.0.0.1', port, method: 'POST', headers },
    path: '/v1/realtime/calls',
  })
  slow.write('v=0')
  const [answer] = (await once(slow, 'response')) as [IncomingMessage]
  slow.on('error', () => {}).destroy()
  return answer.statusCode
}

function formOf(parts: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  return form
}

const messageOf = async (response: Response) =>
  ((await response.json()) as { error: { message: string } }).error.message

const hangUp = (location: string | null, key = KEY) =>
  fetch(`http://127.0.0.1:${server.port}${location}/hangup`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
  })

/** A short-lived key. */
async function mint(body: object = {}): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/realtime/client_secrets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}` },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { value: string }).value
}

describe('POST /v1/realtime/calls', () => {
  it.each([
    ['garbage', { body: 'garbage' }, 'must start with the line "v=0"'],
    ['no body', { body: '' }, 'must start with the line "v=0"'],
    ['SDP without audio', { body: 'v=0\r\n' }, 'one section "m=audio"'],
    ['too much', { body: 'v=0\r\n'.repeat(40_000) }, 'larger than 128 kB'],
    ['a lot', { body: `v=0\r\n${'a=x\r\n'.repeat(20_000)}` }, 'larger than 64 kB'],
    ['JSON', { body: '{}', type: 'application/json' }, 'The content type is "application/json"'],
    ['a form that is none', { body: 'x', type: 'multipart/form-data; boundary=b' }, 'no multipart form'],
    ['a form without an offer', { body: formOf({ session: '{}' }), type: '' }, 'no part "sdp"'],
    ['a session that is no object', { body: formOf({ sdp: 'v=0', session: '[]' }), type: '' }, 'JSON object'],
  ] as [string, Question, string][])('answers 400 to %s', async (_, question, want) => {
    const response = await post(question)
    expect(response.status).toBe(400)
    expect(await messageOf(response)).toContain(want)
    expect(server.app.sessions).toBe(0)
  })

  it('answers 400 to an offer that passes the check and cannot be used', async () => {
    const sdp = (await makeOffer()).replaceAll(/a=fingerprint:.*/g, 'a=fingerprint:none')
    const response = await post({ body: sdp })
    expect([response.status, server.app.sessions]).toEqual([400, 0])
  })

  it('answers 400 to settings that a session refuses', async () => {
    const session = JSON.stringify({ output_modalities: 'loud' })
    const response = await post({ body: formOf({ sdp: await makeOffer(), session }), type: '' })
    expect(response.status).toBe(400)
    expect(await messageOf(response)).toContain('session.output_modalities')
    expect(server.app.sessions).toBe(0)
  })

  it('asks for a key, and for its session', async () => {
    expect((await post({ body: 'x', key: 'wrong' })).status).toBe(401)
    expect((await post({ body: 'x', query: '?session_id=short' })).status).toBe(400)
  })

  it('answers as many calls as a key may have, and others after one hung up', async () => {
    const locations = []
    for (let count = 0; count < 3; count += 1) {
      const response = await post({ body: await makeOffer() })
      expect(response.status).toBe(201)
      const answer = await response.text()
      expect([answer.slice(0, 3), answer.includes('a=candidate')]).toEqual(['v=0', true])
      locations.push(response.headers.get('location'))
    }
    expect((await post({ body: await makeOffer() })).status).toBe(429)
    expect((await hangUp(locations[0]!)).status).toBe(200)
    expect((await post({ body: await makeOffer() })).status).toBe(201)
  })

  it('waits five seconds for a body that does not end, and then holds no place for it', async () => {
    const slow = Array.from({ length: 3 }, slowPost)
    // All three hold a place of the key.
    await vi.waitFor(async () => expect((await post({ body: 'garbage' })).status).toBe(429))
    await clock.advance(4_900)
    expect((await post({ body: 'garbage' })).status).toBe(429)
    await clock.advance(100)
    expect(await Promise.all(slow)).toEqual([408, 408, 408])
    expect((await post({ body: 'garbage' })).status).toBe(400)
  })

  it('ends a call that is never connected', async () => {
    expect((await post({ body: await makeOffer() })).status).toBe(201)
    await clock.advance(19_000)
    expect(server.app.sessions).toBe(1)
    await clock.advance(2_000)
    expect(server.app.sessions).toBe(0)
  })

  it('lets the key that minted a short-lived one control its call, also after that expired', async () => {
    const key = await mint({ expires_after: { seconds: 10 } })
    const response = await post({ body: await makeOffer(), key })
    expect(response.status).toBe(201)
    await clock.advance(11_000)
    expect(server.app.sessions).toBe(1)
    const location = response.headers.get('location')
    expect((await hangUp(location, key)).status).toBe(401)
    expect((await hangUp(location, 'other')).status).toBe(404)
    expect((await hangUp(location)).status).toBe(200)
    expect(server.app.sessions).toBe(0)
  })

  it('lets other pages call as they may open a WebSocket', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/realtime/calls`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Headers': 'authorization,x-sdk' },
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-headers': 'authorization,x-sdk',
      'access-control-expose-headers': 'Location',
    })
  })
})
