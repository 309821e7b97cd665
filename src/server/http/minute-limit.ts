import type { Clock } from '../../ports.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import type { Counters } from '../sessions/store.js'
import { clientNetwork } from './client-address.js'
import type { HttpRefusal } from './http-answer.js'

export interface MinuteLimitOptions {
  /** What is counted. It is the name of the counts in a shared store. */
  what: string
  /** The refusal of an address that has done more. */
  message: string
  /** Maximum from one address in a minute. With no limit, nothing is counted. */
  perMinute: number
  clock: Clock
  /** Counts that several servers share; absent if this server counts alone. */
  counters?: Counters | undefined
}

const MINUTE_MS = 60_000

const MAX_ADDRESSES = 10_000

interface Minute {
  since: number
  count: number
}

/** Counts what each address does in a minute, in all servers together while the store is reachable. */
export class MinuteLimit {
  readonly #options: MinuteLimitOptions
  readonly #minutes = new BoundedMap<string, Minute>(MAX_ADDRESSES)

  constructor(options: MinuteLimitOptions) {
    this.#options = options
  }

  get remembered(): number {
    return this.#minutes.size
  }

  /** Counts once more. Returns a refusal if the address has done it too often. Never rejects. */
  async count(address: string): Promise<HttpRefusal | undefined> {
    const { what, perMinute, counters } = this.#options
    if (perMinute === Number.POSITIVE_INFINITY) return undefined
    const network = clientNetwork(address)
    const minute = this.#minuteOf(network)
    minute.count += 1
    const own = minute.count
    this.#minutes.set(network, minute)
    const everywhere = await counters?.tick(`${what} ${network}`, MINUTE_MS).catch(() => undefined)
    if (Math.max(own, everywhere?.count ?? 0) <= perMinute) return undefined
    return this.#refusal(everywhere?.leftMs ?? this.#leftMs(minute))
  }

  refusalOf(address: string): HttpRefusal | undefined {
    const minute = this.#minuteOf(clientNetwork(address))
    return minute.count >= this.#options.perMinute ? this.#refusal(this.#leftMs(minute)) : undefined
  }

  #minuteOf(network: string): Minute {
    const now = this.#options.clock.now()
    const known = this.#minutes.get(network)
    return known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 }
  }

  #leftMs({ since }: Minute): number {
    return since + MINUTE_MS - this.#options.clock.now()
  }

  #refusal(leftMs: number): HttpRefusal {
    return { status: 429, message: this.#options.message, retryAfterSeconds: leftMs / 1000 }
  }
}
