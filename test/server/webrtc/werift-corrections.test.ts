import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RTCPeerConnection } from 'werift'
import { type Association, countOutstanding } from '../../../src/server/webrtc/peer.js'
import { seeded } from '../../support/seeded.js'

/** As many events as a conversation of some minutes has, with pauses between the answers. */
const EVENTS = 1_000
const NETWORKS = Array.from({ length: 12 }, (_, at) => at + 1)

describe('an SCTP association of werift on a network that loses one packet of twenty', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(NETWORKS)('delivers all events (network %i)', async (seed) => {
    const { sender, received } = await connectOver(seed)
    countOutstanding(sender as unknown as Association)
    await sendEvents(sender)
    expect(received()).toBe(EVENTS)
    expect((sender as unknown as Association).flightSize).toBe(0)
  })

  it('stops for ever in some of these networks without the correction', async () => {
    const counts: number[] = []
    for (const seed of NETWORKS) {
      const { sender, received } = await connectOver(seed)
      await sendEvents(sender)
      counts.push(received())
    }
    expect(counts.some((count) => count < EVENTS)).toBe(true)
  })
})

type Sctp = NonNullable<RTCPeerConnection['sctpTransport']>['sctp']

/** Two associations whose packets are lost or arrive out of order. */
async function connectOver(seed: number): Promise<{ sender: Sctp; received: () => number }> {
  const random = seeded(seed)
  const carry = (deliver: () => void) => {
    if (random() >= 0.05) setTimeout(deliver, random() * 200)
  }
  const sends = (other: () => Sctp) => ({
    send: async (packet: Buffer) => carry(() => other().transport.onData?.(Buffer.from(packet))),
    close: () => {},
  })
  const { client, server } = sctpClass()
  const sender: Sctp = client(sends(() => receiver))
  const receiver: Sctp = server(sends(() => sender))
  let count = 0
  receiver.onReceive.subscribe(() => {
    count += 1
  })
  await receiver.start(5000)
  await sender.start(5000)
  await vi.advanceTimersByTimeAsync(10_000)
  return { sender, received: () => count }
}

/** The class of werift's associations. It is not exported. */
function sctpClass() {
  const connection = new RTCPeerConnection()
  connection.createDataChannel('events')
  return connection.sctpTransport?.sctp.constructor as unknown as Record<
    'client' | 'server',
    (transport: object) => Sctp
  >
}

async function sendEvents(sender: Sctp): Promise<void> {
  for (let sent = 0; sent < EVENTS; sent += 1) {
    void sender.send(1, 51, Buffer.alloc(200 + (sent % 12) * 100), { ordered: true })
    await vi.advanceTimersByTimeAsync(sent % 20 === 0 ? 3_000 : 30)
  }
  await vi.advanceTimersByTimeAsync(60_000)
}
