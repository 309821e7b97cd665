import type { Clock } from '../../ports.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import type { SharedCounts } from '../sessions/shared-counts.js'
import { someAtATime } from '../sessions/some-at-a-time.js'
import type { Refusal } from './answer.js'
import { clientNetwork } from './client-address.js'

/** How many connections one party may have or open. */
export interface QuotaOptions {
  /** All connections at the same time, of this server alone. @default 10000 */
  connections: number
  /** Connections of one user at the same time; users are told apart by the identity. @default 50 */
  connectionsPerUser: number
  /** Connections with one key at the same time. @default no limit */
  connectionsPerKey: number
  /** Connections from one address at the same time. Behind a proxy all come from one. @default no limit */
  connectionsPerAddress: number
  /** Tries to connect from one address in a minute, right or wrong. @default no limit */
  attemptsPerMinute: number
  /** Wrong keys from one address in a minute, by WebSocket or HTTP; further requests with a key of that address are refused. @default 30 */
  failedKeysPerMinute: number
}

/** The quota of a server that says nothing else. */
export const defaultQuota = {
  connections: 10_000,
  connectionsPerUser: 50,
  connectionsPerKey: Number.POSITIVE_INFINITY,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  attemptsPerMinute: Number.POSITIVE_INFINITY,
  failedKeysPerMinute: 30,
} as const satisfies QuotaOptions

const MINUTE_MS = 60_000
/** Under this name all connections are counted. */
const ALL = 'all'
/** So many names are remembered of which the store has to be told. */
const MOST_UNTOLD = 100_000
/** So many addresses are remembered by their attempts. */
const MAX_ADDRESSES = 10_000

/** Who wants a connection. */
export interface Party {
  address: string
  keyId: string
  userId: string | undefined
}

/** What a quota is given. */
export interface QuotaParts {
  clock: Clock
  /** Where several servers count together; absent for a server that counts alone. */
  counts?: SharedCounts | undefined
}

/** A limit of connections, with what is counted under it. */
type Limit = [name: string, limit: number]

/**
 * Counts connections and attempts; whoever has too many is told when to come back. With a shared store the limits hold for all servers together;
 * while it is away each server counts for itself.
 */
export class Quota {
  readonly #options: QuotaOptions
  readonly #clock: Clock
  readonly #counts: SharedCounts | undefined
  readonly #open = new Map<string, number>()
  /** Of these the store knows an old number, or none. */
  readonly #untold = new Set<string>()
  readonly #telling = new Set<string>()
  readonly #attempts = new BoundedMap<string, { since: number; count: number }>(MAX_ADDRESSES)

  constructor(options: Partial<QuotaOptions>, { clock, counts }: QuotaParts) {
    this.#options = { ...defaultQuota, ...options }
    this.#clock = clock
    this.#counts = counts
    counts?.onUp(() => void this.#tellAll())
  }

  /** Counts an attempt; a refusal when the address makes too many. */
  async attempt(address: string): Promise<Refusal | undefined> {
    const { attemptsPerMinute } = this.#options
    if (attemptsPerMinute === Number.POSITIVE_INFINITY) return undefined
    const here = this.#attemptHere(address)
    const everywhere = await this.#counts
      ?.tick(`attempts ${clientNetwork(address)}`, MINUTE_MS)
      .catch(() => undefined)
    const { count, leftMs } = everywhere ?? here
    if (count <= attemptsPerMinute) return undefined
    const message = 'Too many connections were tried from this address.'
    return { status: 429, message, retryAfterSeconds: leftMs / 1000 }
  }

  /** Takes a connection for a party; returns what gives it back, or a refusal. */
  async take(party: Party): Promise<(() => void) | Refusal> {
    const limits = this.#limitsOf(party)
    const full = limits.find(([name, limit]) => (this.#open.get(name) ?? 0) >= limit)
    if (full) return fullRefusal(full[0])
    for (const [name] of limits) this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    let taken = true
    const release = () => {
      if (taken) for (const [name] of limits) this.#giveBack(name)
      taken = false
    }
    const fullElsewhere = await this.#holdEverywhere(limits)
    if (fullElsewhere === undefined) return release
    release()
    return fullRefusal(fullElsewhere)
  }

  #attemptHere(address: string): { count: number; leftMs: number } {
    const now = this.#clock.now()
    const network = clientNetwork(address)
    const known = this.#attempts.get(network)
    const window = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 }
    window.count += 1
    this.#attempts.set(network, window)
    return { count: window.count, leftMs: window.since + MINUTE_MS - now }
  }

  /** The name of the limit that is reached by all servers together. */
  async #holdEverywhere(limits: Limit[]): Promise<string | undefined> {
    const places = limits
      .filter(([name]) => name !== ALL)
      .map(([name, limit]) => ({ name, limit, own: this.#open.get(name) ?? 0 }))
    if (places.length === 0) return undefined
    return this.#counts?.hold(places).catch(() => undefined)
  }

  /** The store is back: perhaps empty, perhaps with places that were given back meanwhile. */
  #tellAll(): Promise<void> {
    return someAtATime(new Set([...this.#untold, ...this.#open.keys()]), (name) => this.#tell(name))
  }

  /** What has no limit is not counted. */
  #limitsOf({ address, keyId, userId }: Party): Limit[] {
    const { connections, connectionsPerAddress, connectionsPerKey, connectionsPerUser } = this.#options
    const limits: Limit[] = [
      [ALL, connections],
      [`address ${address}`, connectionsPerAddress],
      [`key ${keyId}`, connectionsPerKey],
      ...(userId === undefined ? [] : [[`user ${userId}`, connectionsPerUser] as Limit]),
    ]
    return limits.filter(([, limit]) => limit !== Number.POSITIVE_INFINITY)
  }

  #giveBack(name: string): void {
    const left = (this.#open.get(name) ?? 1) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
    void this.#tell(name)
  }

  /**
   * Says how many are open under a name now; what cannot be said is remembered until the store is back. One word at a time, so that none
   * overtakes another. What one server can bear is its own affair.
   */
  async #tell(name: string): Promise<void> {
    const counts = this.#counts
    if (name === ALL || !counts) return
    this.#remember(name)
    if (this.#telling.has(name)) return
    this.#telling.add(name)
    try {
      while (this.#untold.delete(name)) await counts.keep(name, this.#open.get(name) ?? 0)
    } catch {
      this.#remember(name)
    } finally {
      this.#telling.delete(name)
    }
  }

  #remember(name: string): void {
    this.#untold.add(name)
    if (this.#untold.size > MOST_UNTOLD) this.#untold.delete(this.#untold.values().next().value!)
  }
}

function fullRefusal(name: string): Refusal {
  if (name === ALL)
    return { status: 503, message: 'The server is full. Try again later.', retryAfterSeconds: 10 }
  const whose = name.split(' ')[0]
  return { status: 429, message: `Too many connections for one ${whose}.`, retryAfterSeconds: 10 }
}
