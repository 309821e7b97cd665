import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { fieldsOf } from '../../protocol/is-object.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import { leaseKey } from './redis-keys.js'
import type { RedisLink } from './redis-link.js'

/** Duration of a lease. A server that does not renew its lease in this time loses its sessions. */
const LEASE_MS = 4_000
const BEAT_MS = 1_000

export interface ServerRequest {
  kind: 'hand-over' | 'erase'
  id: string
  /** For `erase`: whether the client has the key that opened the session. If so, its recordings are erased too. */
  byOpener?: boolean
}

export interface ServerLeasesOptions {
  link: RedisLink
  clock: Clock
  onRequest: (request: ServerRequest) => void
  /**
   * Called when the lease has expired, for example because this process was paused or slow. Other servers may have
   * taken its sessions.
   */
  onLapse: () => void
}

/**
 * The lease of this server, and its messages to the other servers of the store. A server has one lease for all its
 * sessions and renews it every second. The name of an owner is `SERVER.CLAIM`: the id of the server, and a number that
 * is new for each claim of a session. The number serves as a fencing token.
 */
export class ServerLeases {
  readonly #options: ServerLeasesOptions
  readonly id = randomBytes(9).toString('base64url')
  #claims = 0
  #stop: () => void = () => {}

  constructor(options: ServerLeasesOptions) {
    this.#options = options
  }

  /** Starts to renew the lease and to listen for requests of other servers. */
  start(): void {
    const { link, onRequest } = this.#options
    link.subscribe(leaseKey(this.id), (message) => {
      const request = readRequest(message)
      if (request) onRequest(request)
    })
    link.onUp(() => void this.#renew())
    this.#beat()
  }

  /** A new owner name with which this server claims a session. */
  claim(): string {
    this.#claims += 1
    return `${this.id}.${this.#claims}`
  }

  /**
   * Whether an owner name belongs to another server that is alive. If the name belongs to this server, returns false:
   * this server no longer has the session that it claimed under the name.
   */
  async lives(owner: string): Promise<boolean> {
    const server = serverOf(owner)
    return server !== this.id && (await this.#options.link.send('EXISTS', leaseKey(server))) === 1
  }

  /** Sends a request to the owner of a session. The request may get lost. */
  async ask(owner: string, request: ServerRequest): Promise<void> {
    await this.#options.link.send('PUBLISH', leaseKey(serverOf(owner)), JSON.stringify(request))
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#options.link.send('DEL', leaseKey(this.id)).catch(() => {})
  }

  /**
   * Renews the lease every second, even while the store is down, so that this server notices when the store is back.
   */
  #beat(): void {
    void this.#renew()
    this.#stop = this.#options.clock.schedule(() => this.#beat(), BEAT_MS)
  }

  async #renew(): Promise<void> {
    const { link, onLapse } = this.#options
    const lease = ['SET', leaseKey(this.id), '1', 'PX', String(LEASE_MS), 'GET']
    const before = await link.send(...lease).catch(() => undefined)
    if (before === null) onLapse()
  }
}

const serverOf = (owner: string) => owner.slice(0, owner.lastIndexOf('.'))

function readRequest(message: string): ServerRequest | undefined {
  const { kind, id, byOpener } = fieldsOf(tryParseJson(message))
  const isKnown = kind === 'hand-over' || kind === 'erase'
  return isKnown && typeof id === 'string' ? { kind, id, byOpener: byOpener === true } : undefined
}
