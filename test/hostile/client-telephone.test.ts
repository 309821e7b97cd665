import { once } from 'node:events'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import {
  AUTH_TOKEN,
  PhoneCaller,
  type PhoneServer,
  ring,
  servePhone,
  streamOf,
} from '../support/phone-caller.js'
import { ScriptedStt } from '../support/speech.js'

let server: PhoneServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

interface Served {
  tools?: FakeTool[]
  heard?: string[]
  refuses?: string
}

async function serve(script: ScriptedStep[] = [], { tools = [], heard = [], refuses }: Served = {}) {
  const llm = new ScriptedModel(script)
  const apiKeyValidator = (_key: string, _app: string | undefined, caller?: { from: string | undefined }) =>
    caller !== undefined && caller.from !== refuses
  server = await servePhone(
    { llm, tools, stt: new ScriptedStt(heard) },
    { phone: { silenceMs: 60_000 }, apiKeyValidator },
  )
  return { server, llm }
}

async function closing(caller: PhoneCaller) {
  if (!caller.closed) await once(caller.socket, 'close')
  return caller.closed
}

const startOf = (token: unknown, more: object = {}) => ({
  event: 'start',
  start: { streamSid: 'MZ1', callSid: 'CA1', customParameters: { token }, ...more },
})

describe('a request that the carrier did not sign', () => {
  const body = 'CallSid=CA1&From=%2B1555'
  const signatureFor = (url: string, fields: Record<string, string>, token = AUTH_TOKEN) =>
    getExpectedTwilioSignature(token, url, fields)
  const fields = { CallSid: 'CA1', From: '+1555' }

  it.each<[what: string, headers: (url: string) => Record<string, string>, sent?: string]>([
    ['without a signature', () => ({})],
    ['with an empty one', () => ({ 'X-Twilio-Signature': '' })],
    ['with a long one', () => ({ 'X-Twilio-Signature': 'A'.repeat(8_000) })],
    ['with one of other bytes', () => ({ 'X-Twilio-Signature': '\u00ff'.repeat(28) })],
    ['signed with another token', (url) => ({ 'X-Twilio-Signature': signatureFor(url, fields, 'other') })],
    ['signed with no token', (url) => ({ 'X-Twilio-Signature': signatureFor(url, fields, '') })],
    ['signed for another path', (url) => ({ 'X-Twilio-Signature': signatureFor(`${url}/media`, fields) })],
    ['signed for an app', (url) => ({ 'X-Twilio-Signature': signatureFor(`${url}?app_id=a`, fields) })],
    ['signed for a host that a header names', () => forwarded('evil.example')],
    [
      'signed for another caller',
      (url) => ({ 'X-Twilio-Signature': signatureFor(url, { CallSid: 'CA1', From: '+1666' }) }),
    ],
    [
      'with a second number',
      (url) => ({ 'X-Twilio-Signature': signatureFor(url, fields) }),
      `${body}&From=%2B1666`,
    ],
    [
      'with a field more',
      (url) => ({ 'X-Twilio-Signature': signatureFor(url, fields) }),
      `${body}&To=%2B1666`,
    ],
    ['in JSON', (url) => ({ 'X-Twilio-Signature': signatureFor(url, fields) }), JSON.stringify(fields)],
    ['of broken escapes', () => ({ 'X-Twilio-Signature': 'x' }), '%zz=%&%'],
    ['of thousands of fields', () => ({ 'X-Twilio-Signature': 'x' }), 'a=1&'.repeat(15_000)],
  ])('%s is refused', async (_, headers, sent = body) => {
    const { server } = await serve()
    const url = `http://127.0.0.1:${server.port}/phone/twilio`
    const response = await fetch(url, { method: 'POST', headers: headers(url), body: sent })
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain(AUTH_TOKEN)
    expect(server.app.sessions).toBe(0)
  })

  const forwarded = (host: string) => ({
    'X-Forwarded-Host': host,
    'X-Forwarded-Proto': 'https',
    'X-Twilio-Signature': signatureFor(`https://${host}/phone/twilio`, fields),
  })
})

describe('a stream that no call belongs to', () => {
  it.each<[what: string, token: unknown]>([
    ['none', undefined],
    ['an object', { a: 1 }],
    ['a list', ['x']],
    ['an empty text', ''],
    ['letters of two bytes', 'é'.repeat(43)],
    ['zeros', '\0'.repeat(100)],
    ['a long text', 'x'.repeat(60_000)],
    ['a signature only', 'A'.repeat(43)],
  ])('with a token that is %s is closed', async (_, token) => {
    const { server } = await serve()
    const caller = await PhoneCaller.open(server)
    caller.send(startOf(token))
    expect(await closing(caller)).toEqual({ code: 1008, reason: 'refused' })
  })

  it('makes room when there are too many', async () => {
    const { server } = await serve()
    const { text } = await ring(server)
    const held: PhoneCaller[] = []
    for (let count = 0; count < 1_000; count += 1) held.push(await PhoneCaller.open(server))
    const caller = await PhoneCaller.open(server)
    await caller.start(streamOf(text).token)
    expect(caller.closed).toBeUndefined()
    expect(await closing(held[0]!)).toEqual({ code: 1013, reason: 'overload' })
    expect(held[1]!.closed).toBeUndefined()
    for (const { socket } of held) socket.terminate()
  })

  it('hears and does nothing before its start', async () => {
    const { server, llm } = await serve([[{ say: 'Yes.' }]])
    const caller = await PhoneCaller.open(server)
    for (const message of [
      { event: 'media', media: { track: 'inbound', chunk: '1', payload: 'AAAA' } },
      { event: 'dtmf', dtmf: { digit: '7' } },
      { event: 'dtmf', dtmf: { digit: '#' } },
      { event: 'mark', mark: { name: 'm1' } },
      { event: 'stop' },
    ])
      caller.send(message)
    await caller.settle()
    await server.clock.advance(3_000)
    expect([llm.requests.length, server.app.sessions, server.said]).toEqual([0, 0, []])
  })
})

describe('a call', () => {
  it('has one stream at a time, also when its signed request is repeated', async () => {
    const { server } = await serve()
    const caller = await PhoneCaller.call(server)
    await server.clock.advance(1_000)
    const copy = await PhoneCaller.call(server)
    expect(await closing(copy)).toEqual({ code: 1008, reason: 'refused' })
    expect([caller.closed, server.app.sessions]).toEqual([undefined, 1])
    await caller.hangUp()
    await server.clock.advance(1_000)
    expect((await PhoneCaller.call(server)).closed).toBeUndefined()
  })

  it('has the number that was signed, whatever its stream says', async () => {
    const { server } = await serve([], { refuses: '+14158675309' })
    expect((await ring(server)).text).toContain('<Reject/>')
    const allowed = streamOf((await ring(server, { From: '+14150000000' })).text).token
    const caller = await PhoneCaller.open(server)
    // The validator would refuse this number.
    const forged = { from: '+14158675309', From: '+14158675309' }
    caller.send({
      ...startOf(allowed, { ...forged, customParameters: { token: allowed, ...forged } }),
      ...forged,
    })
    await caller.settle()
    expect(caller.closed).toBeUndefined()
  })

  it('takes keys as fast as a telephone sends them', async () => {
    const answers = Array.from({ length: 500 }, (): ScriptedStep => [{ say: 'ok.' }])
    const { server, llm } = await serve(answers)
    const caller = await PhoneCaller.call(server)
    for (let count = 0; count < 300; count += 1)
      caller.send({ event: 'dtmf', dtmf: { digit: count % 2 === 0 ? '5' : '#' } })
    await caller.settle()
    expect(llm.requests.length).toBeLessThanOrEqual(30)
    await server.clock.advance(21_000)
    await caller.press('4')
    await caller.press('#')
    await caller.pause(500)
    expect(JSON.stringify(llm.requests.at(-1)?.history.at(-1))).toContain('"4"')
  })

  it('is not shaken by marks, chunks and sound that nobody sent', async () => {
    const { server } = await serve()
    const caller = await PhoneCaller.call(server)
    for (let count = 0; count < 300; count += 1) caller.send({ event: 'mark', mark: { name: `m${count}` } })
    for (const name of ['__proto__', 'constructor', '', 'x'.repeat(50_000)])
      caller.send({ event: 'mark', mark: { name } })
    for (const chunk of ['-1', '9007199254740991', 'NaN', '1e308', ''])
      for (const payload of ['', '%%%', 'A', 'AAA', '\u0000', 'é'.repeat(1_000), 'A'.repeat(60_000)])
        caller.send({ event: 'media', media: { track: 'inbound', chunk, payload } })
    await caller.settle()
    await caller.pause(200)
    expect([caller.closed, server.app.sessions]).toEqual([undefined, 1])
  })

  it('that stops while its write waits for a yes changes nothing', async () => {
    const order = new FakeTool({ name: 'delete_order', effect: 'destroy' })
    const { server } = await serve([[{ call: 'delete_order' }]], { tools: [order], heard: ['delete it'] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(4_000)
    await caller.turn()
    await caller.pause(500)
    caller.send({ event: 'stop' })
    caller.send({ event: 'dtmf', dtmf: { digit: '1' } })
    await closing(caller)
    await server.clock.advance(10_000)
    expect([order.calls, server.app.sessions]).toEqual([[], 0])
  })
})
