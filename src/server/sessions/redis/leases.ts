import type { Clock } from '../../../ports.js'
import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { Leases, ServerRequest } from '../store.js'
import { leaseKey } from './keys.js'
import type { RedisLink } from './link.js'

/** Duration of a lease. A server that does not renew its lease in this time loses its sessions. */
const LEASE_MS = 4_000
const BEAT_MS = 1_000

export interface RedisLeasesOptions {
  server: string
  link: RedisLink
  clock: Clock
  /** The lease has expired, as this process was paused or slow: others may have taken its sessions. */
  onLapse: () => void
}

/**
 * The lease of this server for all its sessions, and its messages to others. The owner of a session is `SERVER.CLAIM`;
 * the number is new for each claim and serves as a fencing token.
 */
export class RedisLeases implements Leases {
  readonly #options: RedisLeasesOptions
  #claims = 0
  #stop: () => void = () => {}
  #onRequest: (request: ServerRequest) => void = () => {}

  constructor(options: RedisLeasesOptions) {
    this.#options = options
  }

  start(): void {
    this.#options.link.onUp(() => void this.#renew())
    this.#beat()
  }

  claim(): string {
    this.#claims += 1
    return `${this.#options.server}.${this.#claims}`
  }

  /** If the name belongs to this server, returns false: this server no longer has the session that it claimed. */
  async lives(owner: string): Promise<boolean> {
    const server = serverOf(owner)
    return server !== this.#options.server && (await this.isAlive(server))
  }

  async isAlive(server: string): Promise<boolean> {
    return (await this.#options.link.send('EXISTS', leaseKey(server))) === 1
  }

  async ask(owner: string, request: ServerRequest): Promise<void> {
    await this.#options.link.send('PUBLISH', leaseKey(serverOf(owner)), JSON.stringify(request))
  }

  onRequest(listener: (request: ServerRequest) => void): void {
    this.#onRequest = listener
  }

  receive(message: string): void {
    const { kind, id, byOpener } = fieldsOf(tryParseJson(message))
    const isKnown = kind === 'hand-over' || kind === 'erase'
    if (isKnown && typeof id === 'string') this.#onRequest({ kind, id, byOpener: byOpener === true })
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#options.link.send('DEL', leaseKey(this.#options.server)).catch(() => {})
  }

  #beat(): void {
    void this.#renew()
    this.#stop = this.#options.clock.schedule(() => this.#beat(), BEAT_MS)
  }

  async #renew(): Promise<void> {
    const { link, server, onLapse } = this.#options
    const lease = ['SET', leaseKey(server), '1', 'PX', String(LEASE_MS), 'GET']
    const before = await link.send(...lease).catch(() => undefined)
    if (before === null) onLapse()
  }
}

const serverOf = (owner: string) => owner.slice(0, owner.lastIndexOf('.'))
