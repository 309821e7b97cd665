import { afterEach, describe, expect, it, vi } from 'vitest'
import * as werift from 'werift'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'

const CALLS = 20

let server: TestServer
const callers: werift.RTCPeerConnection[] = []

afterEach(async () => {
  await closeCallers()
  await server.close()
})

/** UDP sockets of this process. */
const openPorts = () => process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length

/** A caller with its offer posted. */
async function dial(): Promise<{
  caller: werift.RTCPeerConnection
  response: Response
  first: Promise<string>
}> {
  const caller = new werift.RTCPeerConnection({ iceServers: [] })
  callers.push(caller)
  caller.addTransceiver('audio', { direction: 'sendrecv' })
  const channel = caller.createDataChannel('oai-events')
  const first = new Promise<string>((resolve) => channel.onMessage.once((data) => resolve(String(data))))
  await caller.setLocalDescription(await caller.createOffer())
  const response = await post('/v1/realtime/calls', caller.localDescription?.sdp)
  return { caller, response, first }
}

const post = (path: string, body = '') =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...{ method: 'POST', body },
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/sdp' },
  })

/** Where an answer says that the server listens. */
const portsOf = (sdp: string) =>
  new Set(sdp.split('\r\n').flatMap((line) => / udp \d+ (\S+ \d+) typ host/.exec(line)?.[1] ?? [])).size

/** Calls, and waits for the first event. */
async function call(): Promise<{ location: string; type: unknown; ports: number }> {
  const { caller, response, first } = await dial()
  const sdp = await response.text()
  await caller.setRemoteDescription({ type: 'answer', sdp })
  const { type } = JSON.parse(await first) as { type: unknown }
  return { location: response.headers.get('location') ?? '', type, ports: portsOf(sdp) }
}

const closeCallers = () => Promise.all(callers.splice(0).map((caller) => caller.close()))
/** Waits until so many ports are open. */
const untilPorts = (count: number) => vi.waitFor(() => expect(openPorts()).toBe(count), { timeout: 10_000 })

describe('calls', { timeout: 120_000 }, () => {
  it(`holds ${CALLS} at once, and frees their ports when they end`, async () => {
    server = await startServer(
      { llm: new ScriptedModel([]) },
      { quota: { connectionsPerKey: CALLS, connectionsPerUser: CALLS } },
    )
    const calls = []
    for (let count = 0; count < CALLS; count += 1) calls.push(await call())
    expect(calls.map(({ type }) => type)).toEqual(Array<string>(CALLS).fill('session.created'))
    expect(server.app.sessions).toBe(CALLS)
    const open = openPorts()
    for (const { location } of calls) await post(`${location}/hangup`)
    expect(server.app.sessions).toBe(0)
    await untilPorts(open - calls.reduce((sum, { ports }) => sum + ports, 0))
  })

  it('frees the ports of a call that is never connected', async () => {
    const clock = new VirtualClock(1_000_000)
    server = await startServer({ llm: new ScriptedModel([]) }, { clock })
    const { response } = await dial()
    const ports = portsOf(await response.text())
    const open = openPorts()
    expect([response.status, ports > 0]).toEqual([201, true])
    await clock.advance(21_000)
    expect(server.app.sessions).toBe(0)
    await untilPorts(open - ports)
  })
})
