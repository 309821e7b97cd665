import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { seeded } from './seeded.js'

/** What a network does to packets. */
export interface Weather {
  /** Share of packets that are lost, from 0 to 1. */
  loss: number
  /** Each packet is late by up to this time. */
  jitterMs: number
  /** Whether a packet of the caller is lost, whatever `loss` says. */
  loses?: (packet: Buffer) => boolean
}

/**
 * A bad network for UDP on the loopback: what is sent to its port reaches another port, and back, late, out of order or
 * not at all.
 */
export class LossyNetwork {
  readonly port: number
  /** Packets that were lost. */
  lost = 0
  readonly #outside: Socket
  readonly #weather: Weather
  readonly #random = seeded(1)
  /** One socket to the server for each address of a caller. */
  readonly #inside = new Map<string, Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #serverPort: number

  private constructor(outside: Socket, serverPort: number, weather: Weather) {
    this.#outside = outside
    this.#serverPort = serverPort
    this.#weather = weather
    this.port = outside.address().port
    outside.on('message', (packet, { address, port }) => this.#toServer(packet, { address, port }))
  }

  static async before(serverPort: number, weather: Weather): Promise<LossyNetwork> {
    const outside = createSocket('udp4').bind(0, '127.0.0.1')
    await once(outside, 'listening')
    return new LossyNetwork(outside, serverPort, weather)
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of [this.#outside, ...this.#inside.values()]) socket.close()
  }

  #toServer(packet: Buffer, caller: { address: string; port: number }): void {
    const key = `${caller.address}:${caller.port}`
    const inside = this.#inside.get(key) ?? this.#openInside(caller)
    this.#inside.set(key, inside)
    if (this.#weather.loses?.(packet)) this.lost += 1
    else this.#carry(() => inside.send(packet, this.#serverPort, '127.0.0.1'))
  }

  #openInside({ address, port }: { address: string; port: number }): Socket {
    const inside = createSocket('udp4').bind(0, '127.0.0.1')
    inside.on('message', (packet) => this.#carry(() => this.#outside.send(packet, port, address)))
    return inside
  }

  #carry(deliver: () => void): void {
    if (this.#random() < this.#weather.loss) {
      this.lost += 1
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      deliver()
    }, this.#random() * this.#weather.jitterMs)
    this.#timers.add(timer)
  }
}
