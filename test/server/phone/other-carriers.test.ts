import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { PhoneOptions } from '../../../src/server/phone/phone-options.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { type PhoneServer, servePhone, streamOf } from '../../support/phone-caller.js'
import { ScriptedStt } from '../../support/speech.js'

let server: PhoneServer | undefined

afterEach(async () => {
  await server?.close()
})

async function serve(phone: Partial<PhoneOptions>, stt = new ScriptedStt([])): Promise<PhoneServer> {
  server = await servePhone({ llm: new ScriptedModel([]), stt, locale: 'de' }, { phone })
  return server
}

/** Opens the media stream, starts it, and lets 300 ms pass. */
async function heard(
  { port, clock }: PhoneServer,
  path: string,
  start: object,
): Promise<(Buffer | object)[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  const messages: (Buffer | object)[] = []
  socket.on('message', (data, isBinary) =>
    messages.push(isBinary ? (data as Buffer) : (JSON.parse(String(data)) as object)),
  )
  await once(socket, 'open')
  socket.send(JSON.stringify(start))
  for (let step = 0; step < 15; step += 1) {
    socket.ping()
    await once(socket, 'pong')
    await clock.advance(20)
  }
  socket.ping()
  await once(socket, 'pong')
  return messages
}

it('Telnyx: a signed request, then the greeting in German as mu-law', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const credential = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
  const running = await serve({ carrier: 'telnyx', credential })
  const body = 'CallSid=v3%3Aabc&From=%2B4930123456&To=%2B4930654321'
  const stamp = String(running.clock.now() / 1000)
  const signature = sign(null, Buffer.from(`${stamp}|${body}`), privateKey).toString('base64')
  const response = await fetch(`http://127.0.0.1:${running.port}/phone/telnyx`, {
    method: 'POST',
    headers: { 'telnyx-timestamp': stamp, 'telnyx-signature-ed25519': signature },
    body,
  })
  const { token } = streamOf(await response.text())
  const start = { call_control_id: 'v3:abc', custom_parameters: { token } }
  const messages = await heard(running, '/phone/telnyx/media', { event: 'start', stream_id: 's1', start })
  expect(running.said[0]).toBe('Guten Tag, hier ist ein automatischer Assistent.')
  const media = messages.filter((message) => 'event' in message && message.event === 'media')
  expect(media.length).toBeGreaterThan(20)
  expect(messages).toContainEqual({ event: 'mark', mark: { name: 'm1' } })
})

it('Vonage: a signed JWT, then the greeting in German as L16 at 16 kHz', async () => {
  const credential = 'a signature secret of 32 characters'
  const running = await serve({ carrier: 'vonage', credential })
  const body = JSON.stringify({ uuid: 'aaaa', from: '4930123456', to: '4930654321' })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    iat: running.clock.now() / 1000,
    payload_hash: createHash('sha256').update(body).digest('hex'),
  }
  const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  const signature = createHmac('sha256', credential).update(unsigned).digest('base64url')
  const response = await fetch(`http://127.0.0.1:${running.port}/phone/vonage`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${unsigned}.${signature}`, 'Content-Type': 'application/json' },
    body,
  })
  const [{ endpoint }] = (await response.json()) as [{ endpoint: [{ headers: { token: string } }] }]
  const { token } = endpoint[0].headers
  const start = { event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000', token }
  const messages = await heard(running, '/phone/vonage/media', start)
  const frames = messages.filter((message): message is Buffer => Buffer.isBuffer(message))
  expect(frames.length).toBeGreaterThan(20)
  expect(new Set(frames.map(({ length }) => length))).toEqual(new Set([640]))
  expect(messages).toContainEqual({ action: 'notify', payload: { mark: 'm1' } })
})
