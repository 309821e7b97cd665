import type { Clock } from '../../ports.js'
import { defaultQuota } from '../defaults.js'
import { withDefaults } from '../model/with-defaults.js'
import { forEachConcurrent } from '../sessions/for-each-concurrent.js'
import type { Counters } from '../sessions/store.js'
import { clientNetwork } from './client-address.js'
import type { HttpRefusal } from './http-answer.js'
import { MinuteLimit } from './minute-limit.js'

/** Limits on connections. */
export interface QuotaOptions {
  /** Maximum simultaneous connections of this process. @default 10000 */
  connections: number
  /** Maximum simultaneous connections of one user (`Identity.userId`). @default 50 */
  connectionsPerUser: number
  /** Maximum simultaneous connections with one key. @default no limit */
  connectionsPerKey: number
  /**
   * Maximum simultaneous connections from one address. All clients behind a proxy that is not trusted share one
   * address. @default no limit
   */
  connectionsPerAddress: number
  /** Maximum connection attempts from one address in a minute, successful or not. @default no limit */
  attemptsPerMinute: number
  /** Maximum wrong keys from one address in a minute. Further wrong keys get status 429. @default 30 */
  failedKeysPerMinute: number
}

const ALL = 'all'
/** Maximum number of names, such as `address 192.0.2.1`, whose count has not been sent to the store yet. */
const MAX_UNSENT = 100_000

export interface QuotaSubject {
  address: string
  keyId: string
  userId: string | undefined
}

export interface QuotaParts {
  clock: Clock
  /** Counts that several servers share; absent if this server counts alone. */
  counters?: Counters | undefined
}

type Limit = [name: string, limit: number]

/** Counts connections and attempts, in all servers together while the store is reachable. */
export class Quota {
  readonly #options: QuotaOptions
  readonly #counters: Counters | undefined
  readonly #open = new Map<string, number>()
  /** Counts that the store lacks or has wrong, such as `address 192.0.2.1`. */
  readonly #unsent = new Set<string>()
  readonly #sending = new Set<string>()
  readonly #attempts: MinuteLimit

  constructor(options: Partial<QuotaOptions>, { clock, counters }: QuotaParts) {
    this.#options = withDefaults(defaultQuota, options)
    this.#counters = counters
    this.#attempts = new MinuteLimit({
      what: 'attempts',
      message: 'Too many connections were tried from this address.',
      perMinute: this.#options.attemptsPerMinute,
      clock,
      counters,
    })
    counters?.onUp(() => void this.#sendAll())
  }

  /** Counts an attempt. Returns a refusal if the address has made too many. */
  attempt(address: string): Promise<HttpRefusal | undefined> {
    return this.#attempts.count(address)
  }

  /** The refusal of one more attempt, by this server's counts. Nothing is counted. */
  refusalOf(party: QuotaSubject): HttpRefusal | undefined {
    const full = this.#fullAt(this.#limitsOf(party))
    return this.#attempts.refusalOf(party.address) ?? (full === undefined ? undefined : fullRefusal(full))
  }

  /** Counts a connection. Returns a function that gives it back, or a refusal. */
  async take(party: QuotaSubject): Promise<(() => void) | HttpRefusal> {
    const limits = this.#limitsOf(party)
    const full = this.#fullAt(limits)
    if (full !== undefined) return fullRefusal(full)
    for (const [name] of limits) this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    let taken = true
    const release = () => {
      if (taken) for (const [name] of limits) this.#giveBack(name)
      taken = false
    }
    const fullElsewhere = await this.#reserveEverywhere(limits)
    if (fullElsewhere === undefined) return release
    release()
    return fullRefusal(fullElsewhere)
  }

  #fullAt(limits: Limit[]): string | undefined {
    return limits.find(([name, limit]) => (this.#open.get(name) ?? 0) >= limit)?.[0]
  }

  /** Reserves a connection in all servers' counts. Returns the limit that is reached there, if any. */
  async #reserveEverywhere(limits: Limit[]): Promise<string | undefined> {
    const reservations = limits
      .filter(([name]) => name !== ALL)
      .map(([name, limit]) => ({ name, limit, own: this.#open.get(name) ?? 0 }))
    if (reservations.length === 0) return undefined
    return this.#counters?.reserve(reservations).catch(() => undefined)
  }

  /** Sends all counts to a store that is reachable again and may have lost them or count closed connections. */
  #sendAll(): Promise<void> {
    return forEachConcurrent(new Set([...this.#unsent, ...this.#open.keys()]), (name) => this.#send(name))
  }

  #limitsOf({ address, keyId, userId }: QuotaSubject): Limit[] {
    const { connections, connectionsPerAddress, connectionsPerKey, connectionsPerUser } = this.#options
    const limits: Limit[] = [
      [ALL, connections],
      [`address ${clientNetwork(address)}`, connectionsPerAddress],
      [`key ${keyId}`, connectionsPerKey],
      ...(userId === undefined ? [] : [[`user ${userId}`, connectionsPerUser] as Limit]),
    ]
    return limits.filter(([, limit]) => limit !== Number.POSITIVE_INFINITY)
  }

  #giveBack(name: string): void {
    const left = (this.#open.get(name) ?? 1) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
    void this.#send(name)
  }

  /** Sends the open connections of a user, key or address, one request at a time, later if it fails. The total stays local. */
  async #send(name: string): Promise<void> {
    const counters = this.#counters
    if (name === ALL || !counters) return
    this.#remember(name)
    if (this.#sending.has(name)) return
    this.#sending.add(name)
    try {
      while (this.#unsent.delete(name)) await counters.setReserved(name, this.#open.get(name) ?? 0)
    } catch {
      this.#remember(name)
    } finally {
      this.#sending.delete(name)
    }
  }

  #remember(name: string): void {
    this.#unsent.add(name)
    if (this.#unsent.size > MAX_UNSENT) this.#unsent.delete(this.#unsent.values().next().value!)
  }
}

function fullRefusal(name: string): HttpRefusal {
  if (name === ALL)
    return { status: 503, message: 'The server is full. Try again later.', retryAfterSeconds: 10 }
  const whose = name.split(' ')[0]
  return { status: 429, message: `Too many connections for one ${whose}.`, retryAfterSeconds: 10 }
}
