import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { RedisLink } from './redis-link.js'

/** A server that has not said for so long that it lives has lost its sessions. */
const LEASE_MS = 4_000
const BEAT_MS = 1_000

/** A server lives while there is a key of this and its id. */
export const LEASE_PREFIX = 'voice:node:'

/** What one server asks another. */
export interface NodeRequest {
  kind: 'hand-over' | 'erase'
  id: string
}

/** What a server among others is given. */
export interface NodesOptions {
  link: RedisLink
  clock: Clock
  /** Another server asks for something. */
  onRequest: (request: NodeRequest) => void
  /** The lease had run out, as this process was paused or starved: others may have taken its sessions. */
  onLapse: () => void
}

/**
 * The servers that share a store. Each has one lease, renewed every second; it stands behind every session the server owns, so that ten thousand
 * sessions cost no more than one. The name of an owner is `NODE.CLAIM`: a claim is never used twice, and is the fence of its session.
 */
export class Nodes {
  readonly #options: NodesOptions
  /** The name of this server among the others. */
  readonly id = randomBytes(9).toString('base64url')
  #claims = 0
  #stop: () => void = () => {}

  constructor(options: NodesOptions) {
    this.#options = options
  }

  /** Begins to live, and to hear what others ask. */
  start(): void {
    const { link, onRequest } = this.#options
    link.hear(leaseOf(this.id), (message) => {
      const request = readRequest(message)
      if (request) onRequest(request)
    })
    link.onUp(() => void this.#renew())
    this.#beat()
  }

  /** A new name under which this server owns a session. */
  claim(): string {
    this.#claims += 1
    return `${this.id}.${this.#claims}`
  }

  /** Whether an owner is a server that lives; one that is this server has forgotten the session. */
  async lives(owner: string): Promise<boolean> {
    const node = nodeOf(owner)
    return node !== this.id && (await this.#options.link.send('EXISTS', leaseOf(node))) === 1
  }

  /** Asks the owner of a session for something; it may never hear of it. */
  async ask(owner: string, request: NodeRequest): Promise<void> {
    await this.#options.link.send('PUBLISH', leaseOf(nodeOf(owner)), JSON.stringify(request))
  }

  /** Ends the lease at once. */
  async close(): Promise<void> {
    this.#stop()
    await this.#options.link.send('DEL', leaseOf(this.id)).catch(() => {})
  }

  /** Beats also while the store is down: that is how its return is noticed. */
  #beat(): void {
    void this.#renew()
    this.#stop = this.#options.clock.schedule(() => this.#beat(), BEAT_MS)
  }

  async #renew(): Promise<void> {
    const { link, onLapse } = this.#options
    const lease = ['SET', leaseOf(this.id), '1', 'PX', String(LEASE_MS), 'GET']
    const before = await link.send(...lease).catch(() => undefined)
    if (before === null) onLapse()
  }
}

const leaseOf = (node: string) => LEASE_PREFIX + node
const nodeOf = (owner: string) => owner.slice(0, owner.lastIndexOf('.'))

function readRequest(message: string): NodeRequest | undefined {
  try {
    const { kind, id } = parseJson(message) as NodeRequest
    const isKnown = kind === 'hand-over' || kind === 'erase'
    return isKnown && typeof id === 'string' ? { kind, id } : undefined
  } catch {
    return undefined
  }
}
