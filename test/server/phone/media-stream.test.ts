import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { PhoneCaller, type PhoneServer, ring, servePhone, streamOf } from '../../support/phone-caller.js'
import { RawClient } from '../../support/raw-client.js'
import { ScriptedStt } from '../../support/speech.js'

let server: PhoneServer

beforeEach(async () => {
  const phone = { silenceMs: 60_000 }
  server = await servePhone({ llm: new ScriptedModel([]), stt: new ScriptedStt([]) }, { phone })
})

afterEach(() => server.close())

async function token(): Promise<string> {
  return streamOf((await ring(server)).text).token
}

async function closing(caller: PhoneCaller): Promise<{ code: number; reason: string } | undefined> {
  if (!caller.closed) await once(caller.socket, 'close')
  return caller.closed
}

describe('a media stream', () => {
  it('without a start is closed after ten seconds', async () => {
    const caller = await PhoneCaller.open(server)
    caller.send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
    caller.send({ event: 'media', media: { payload: '//8=' } })
    await caller.settle()
    await server.clock.advance(9_900)
    expect(caller.closed).toBeUndefined()
    await server.clock.advance(100)
    expect(await closing(caller)).toEqual({ code: 1008, reason: 'no start' })
  })

  it.each<[what: string, tokenFor: () => Promise<string | undefined>, callSid: string]>([
    ['without a token', async () => undefined, 'CA1'],
    ['with an invented token', async () => 'x'.repeat(200), 'CA1'],
    ['with the token of another call', token, 'CA2'],
    [
      'with a used token',
      async () => {
        const used = await token()
        await (await PhoneCaller.open(server)).start(used)
        return used
      },
      'CA1',
    ],
    [
      'with an old token',
      async () => {
        const old = await token()
        await server.clock.advance(60_000)
        return old
      },
      'CA1',
    ],
  ])('%s is closed', async (_, tokenFor, callSid) => {
    const presented = await tokenFor()
    const caller = await PhoneCaller.open(server)
    await caller.start(presented as string, callSid)
    expect(await closing(caller)).toEqual({ code: 1008, reason: 'refused' })
  })

  it('with a second start is closed', async () => {
    const caller = await PhoneCaller.call(server)
    await caller.start(await token())
    expect(await closing(caller)).toEqual({ code: 1008, reason: 'second start' })
    expect(server.app.sessions).toBe(0)
  })

  it('ignores what it does not know, and a little garbage', async () => {
    const caller = await PhoneCaller.call(server)
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"event":7}',
      '{"event":"invented"}',
      '{"event":"media"}',
    ])
      caller.send(text)
    caller.send({ event: 'media', media: { payload: 'no base64 %%%', chunk: 'x' } })
    caller.send({ event: 'mark', mark: { name: 'never sent' } })
    caller.send({ event: 'dtmf', dtmf: { digit: 'ABC' } })
    caller.socket.send(Buffer.from([1, 2, 3]))
    await caller.pause(100)
    expect(caller.closed).toBeUndefined()
    expect(caller.heardMs).toBeGreaterThan(0)
  })

  it.each<[what: string, flood: (caller: PhoneCaller) => void, code: number]>([
    [
      'garbage',
      (caller) => {
        for (let at = 0; at < 30; at += 1) caller.send('{'.repeat(at + 1))
      },
      1008,
    ],
    ['a message over 64 kB', (caller) => caller.send('x'.repeat(70_000)), 1009],
  ])('is closed after %s', async (_, flood, code) => {
    const caller = await PhoneCaller.call(server)
    flood(caller)
    expect((await closing(caller))?.code).toBe(code)
    expect(server.app.sessions).toBe(0)
  })

  it('from which nothing comes is closed', async () => {
    const caller = await PhoneCaller.call(server)
    await caller.pause(100)
    await server.clock.advance(30_000)
    expect(await closing(caller)).toEqual({ code: 1008, reason: 'idle' })
  })

  it('is closed with the server', async () => {
    const caller = await PhoneCaller.call(server)
    const closed = closing(caller)
    await server.app.close({ drainMs: 0 })
    expect((await closed)?.code).toBe(1012)
  })

  it('has its own path only', async () => {
    const url = `ws://127.0.0.1:${server.port}`
    await expect(RawClient.connect(`${url}/phone/vonage/media`)).rejects.toMatchObject({ status: 404 })
    await expect(RawClient.connect(`${url}/phone/twilio`)).rejects.toMatchObject({ status: 404 })
  })
})
