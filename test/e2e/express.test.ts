import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express from 'express'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { afterEach, describe, expect, it } from 'vitest'
import { RTCPeerConnection } from 'werift'
import { WebSocket, WebSocketServer } from 'ws'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../src/server/app.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { streamOf } from '../support/phone-caller.js'
import { RawClient } from '../support/raw-client.js'

let closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})

/** A shop's own server, with routes, a body parser and a WebSocket of its own, and the agent in its midst. */
async function shop(
  options: { mountPath?: string; publicPath?: string | undefined; otherSockets?: boolean } = {},
) {
  const { mountPath, publicPath, otherSockets = true } = options
  const llm = new ScriptedModel([[{ say: 'There is Rex.' }]])
  const agentSession = new AgentSession({ llm, credentials: {} })
  const web = express()
  const server = createServer(web)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const publicUrl = publicPath === undefined ? undefined : `http://127.0.0.1:${port}${publicPath}`
  const voice: VoiceApp = createApp({
    apiKeyValidator: (key, _app, caller) => key === 'key' || caller !== undefined,
    agentSession,
    mcp: true,
    phone: { carrier: 'twilio', credential: 'auth-token', publicUrl },
  })
  web.use(express.json())
  if (mountPath === undefined) web.use(voice.handler)
  else web.use(mountPath, voice.handler)
  web.get('/', (_request, response) => void response.send('the shop'))
  web.post('/orders', (request, response) => void response.json({ ordered: request.body }))
  web.options('/orders', (_request, response) => void response.set('X-Shop', 'yes').end())
  server.on('upgrade', voice.handleUpgrade)
  if (otherSockets) echoAt(server, '/echo')
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  closing.push(() => voice.close())
  return { http: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}` }
}

function echoAt(server: Server, path: string): void {
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== path) return
    sockets.handleUpgrade(request, socket as Socket, head, (one) =>
      one.on('message', (data) => one.send(data)),
    )
  })
}

async function talk(url: string): Promise<string> {
  const client = await RawClient.connect(url, { key: 'key' })
  closing.push(() => client.close())
  await client.turn('which pets are there?')
  return JSON.stringify(client.events)
}

const post = (url: string, body: object, key?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  })

describe('an agent under Express, beside other routes', () => {
  it('talks, and leaves everything else to the shop', async () => {
    const { http, ws } = await shop()
    expect(await talk(`${ws}/v1/realtime`)).toContain('There is Rex.')
    expect(await (await fetch(`${http}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${http}/`)).text()).toBe('the shop')
    expect(await (await post(`${http}/orders`, { pet: 1 })).json()).toEqual({ ordered: { pet: 1 } })
    expect((await fetch(`${http}/orders`, { method: 'OPTIONS' })).headers.get('x-shop')).toBe('yes')
    const nothing = await fetch(`${http}/nowhere`)
    expect([nothing.status, await nothing.text()]).toEqual([404, expect.stringContaining('Cannot GET')])
  })

  it('mints keys also where a body parser was first', async () => {
    const { http, ws } = await shop()
    const session = { type: 'realtime', instructions: 'Be brief.' }
    const answer = await post(`${http}/v1/realtime/client_secrets`, { session }, 'key')
    const { value } = (await answer.json()) as { value: string }
    const protocols = ['realtime', `openai-insecure-api-key.${value}`]
    const client = await RawClient.connect(`${ws}/v1/realtime`, { protocols })
    closing.push(() => client.close())
    expect((await client.next('session.created')).session).toMatchObject({ instructions: 'Be brief.' })
  })

  it('serves MCP also where a body parser was first', async () => {
    const { http } = await shop()
    const answer = await fetch(`${http}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'Content-Type': 'application/json', Authorization: 'Bearer key' },
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: {
          ...{ protocolVersion: '2025-06-18', capabilities: {} },
          clientInfo: { name: 'test', version: '1' },
        },
      }),
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('serverInfo')])
  })

  it('leaves other WebSockets alone', async () => {
    const { ws } = await shop()
    const socket = new WebSocket(`${ws}/echo`)
    await once(socket, 'open')
    socket.send('hello')
    const [data] = (await once(socket, 'message')) as [Buffer]
    socket.close()
    await once(socket, 'close')
    expect(data.toString()).toBe('hello')
    expect(await talk(`${ws}/ws`)).toContain('There is Rex.')
  })

  it('refuses WebSockets at other paths when nobody else takes them', async () => {
    const { ws } = await shop({ otherSockets: false })
    await expect(RawClient.connect(`${ws}/echo`, { key: 'key' })).rejects.toMatchObject({ status: 404 })
  })

  it('works below a path of its own', async () => {
    const { http, ws } = await shop({ mountPath: '/agent' })
    expect(await (await fetch(`${http}/agent/healthz`)).json()).toEqual({ status: 'ok' })
    expect((await fetch(`${http}/healthz`)).status).toBe(404)
    expect(await talk(`${ws}/agent/v1/realtime`)).toContain('There is Rex.')
  })

  it('tells below a path of its own where a WebRTC call is', async () => {
    const { http } = await shop({ mountPath: '/agent' })
    const caller = new RTCPeerConnection({ iceServers: [] })
    closing.push(() => caller.close())
    caller.addTransceiver('audio', { direction: 'sendrecv' })
    await caller.setLocalDescription(await caller.createOffer())
    const headers = { Authorization: 'Bearer key', 'Content-Type': 'application/sdp' }
    const body = caller.localDescription?.sdp ?? ''
    const answer = await fetch(`${http}/agent/v1/realtime/calls`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    const location = new URL(answer.headers.get('location')!, answer.url)
    expect((await fetch(`${location}/hangup`, { method: 'POST', headers })).status).toBe(200)
  })

  it.each([undefined, '/agent'])(
    'takes telephone calls below a path of its own; publicUrl has it: %s',
    async (path) => {
      const { http, ws } = await shop({ mountPath: '/agent', publicPath: path })
      const url = `${http}/agent/phone/twilio`
      const fields = { CallSid: 'CA1', From: '+14158675309', To: '+18005551212' }
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'X-Twilio-Signature': getExpectedTwilioSignature('auth-token', url, fields) },
        body: new URLSearchParams(fields),
      })
      expect(answer.status).toBe(200)
      const stream = streamOf(await answer.text())
      expect(stream.url).toBe(`${ws}/agent/phone/twilio/media`)
      const socket = new WebSocket(stream.url)
      await once(socket, 'open')
      socket.close()
      await once(socket, 'close')
    },
  )
})
