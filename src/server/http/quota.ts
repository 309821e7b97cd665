import type { Clock } from '../../ports.js'
import type { Refusal } from './answer.js'

/** How many connections one party may have or open. */
export interface QuotaOptions {
  /** All connections at the same time. @default 10000 */
  connections: number
  /** Connections of one user at the same time; users are told apart by the identity. @default 50 */
  connectionsPerUser: number
  /** Connections with one key at the same time. @default no limit */
  connectionsPerKey: number
  /** Connections from one address at the same time. Behind a proxy all come from one. @default no limit */
  connectionsPerAddress: number
  /** Tries to connect from one address in a minute, right or wrong. @default no limit */
  attemptsPerMinute: number
}

/** The quota of a server that says nothing else. */
export const defaultQuota = {
  connections: 10_000,
  connectionsPerUser: 50,
  connectionsPerKey: Number.POSITIVE_INFINITY,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  attemptsPerMinute: Number.POSITIVE_INFINITY,
} as const satisfies QuotaOptions

const MINUTE_MS = 60_000

/** Who wants a connection. */
export interface Party {
  address: string
  keyId: string
  userId: string | undefined
}

/** Counts connections and attempts; whoever has too many is told when to come back. */
export class Quota {
  readonly #options: QuotaOptions
  readonly #clock: Clock
  readonly #open = new Map<string, number>()
  readonly #attempts = new Map<string, { since: number; count: number }>()

  constructor(options: Partial<QuotaOptions>, clock: Clock) {
    this.#options = { ...defaultQuota, ...options }
    this.#clock = clock
  }

  /** Counts an attempt; a refusal when the address makes too many. */
  attempt(address: string): Refusal | undefined {
    const { attemptsPerMinute } = this.#options
    if (attemptsPerMinute === Number.POSITIVE_INFINITY) return undefined
    const now = this.#clock.now()
    const known = this.#attempts.get(address)
    const window = known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 }
    window.count += 1
    this.#attempts.set(address, window)
    if (this.#attempts.size > 10_000) this.#forgetOld(now)
    if (window.count <= attemptsPerMinute) return undefined
    const retryAfterSeconds = (window.since + MINUTE_MS - now) / 1000
    return { status: 429, message: 'Too many connections were tried from this address.', retryAfterSeconds }
  }

  /** Takes a connection for a party; returns what gives it back, or a refusal. */
  take(party: Party): (() => void) | Refusal {
    const limits = this.#limitsOf(party)
    const full = limits.find(([name, limit]) => (this.#open.get(name) ?? 0) >= limit)
    if (full) return fullRefusal(full[0])
    for (const [name] of limits) this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    let taken = true
    return () => {
      if (taken) for (const [name] of limits) this.#giveBack(name)
      taken = false
    }
  }

  #limitsOf({ address, keyId, userId }: Party): [name: string, limit: number][] {
    const { connections, connectionsPerAddress, connectionsPerKey, connectionsPerUser } = this.#options
    return [
      ['all', connections],
      [`address ${address}`, connectionsPerAddress],
      [`key ${keyId}`, connectionsPerKey],
      ...(userId === undefined ? [] : [[`user ${userId}`, connectionsPerUser] as [string, number]]),
    ]
  }

  #giveBack(name: string): void {
    const left = (this.#open.get(name) ?? 1) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
  }

  #forgetOld(now: number): void {
    for (const [address, { since }] of this.#attempts) {
      if (now - since >= MINUTE_MS) this.#attempts.delete(address)
    }
  }
}

function fullRefusal(name: string): Refusal {
  if (name === 'all')
    return { status: 503, message: 'The server is full. Try again later.', retryAfterSeconds: 10 }
  const whose = name.split(' ')[0]
  return { status: 429, message: `Too many connections for one ${whose}.`, retryAfterSeconds: 10 }
}
