import type { Clock } from '../../ports.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import type { SharedCounts } from '../sessions/shared-counts.js'
import { clientNetwork } from './client-address.js'
import type { HttpRefusal } from './http-answer.js'

export interface FailedKeysOptions {
  /** Maximum wrong keys from one address in a minute. Further ones get status 429. */
  perMinute: number
  clock: Clock
  /** Counts that several servers share; absent if this server counts alone. */
  counts?: SharedCounts | undefined
}

const MINUTE_MS = 60_000
/** Maximum number of remembered addresses. The oldest are removed first. */
const MAX_REMEMBERED = 10_000

interface Failures {
  since: number
  count: number
}

/**
 * Counts the wrong keys of each address. Many clients may share an address, so a valid key is never refused: one client
 * with wrong keys does not lock out others behind the same proxy.
 */
export class FailedKeys {
  readonly #options: FailedKeysOptions
  readonly #failures = new BoundedMap<string, Failures>(MAX_REMEMBERED)

  constructor(options: FailedKeysOptions) {
    this.#options = options
  }

  get remembered(): number {
    return this.#failures.size
  }

  /** Counts a wrong key. Returns a refusal if the address has sent too many. Never rejects. */
  async failed(address: string): Promise<HttpRefusal | undefined> {
    const network = clientNetwork(address)
    const failures = this.#window(network)
    failures.count += 1
    const own = failures.count
    this.#failures.set(network, failures)
    const name = `wrong keys ${network}`
    const everywhere = await this.#options.counts?.tick(name, MINUTE_MS).catch(() => undefined)
    if (everywhere) failures.count = Math.max(failures.count, everywhere.count)
    if (Math.max(own, everywhere?.count ?? 0) <= this.#options.perMinute) return undefined
    const message = 'Too many wrong keys came from this address. Try again with the right one.'
    const leftMs = failures.since + MINUTE_MS - this.#options.clock.now()
    return { status: 429, message, retryAfterSeconds: leftMs / 1000 }
  }

  #window(network: string): Failures {
    const now = this.#options.clock.now()
    const known = this.#failures.get(network)
    return known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 }
  }
}
