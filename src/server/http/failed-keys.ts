import type { Clock } from '../../ports.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import type { SharedCounts } from '../sessions/shared-counts.js'
import { clientNetwork } from './client-address.js'
import type { HttpRefusal } from './http-answer.js'

export interface FailedKeysOptions {
  /** Maximum wrong keys from one address in a minute. After that, the server refuses requests from this address. */
  perMinute: number
  clock: Clock
  /** Counts that several servers share; absent if this server counts alone. */
  counts?: SharedCounts | undefined
}

const MINUTE_MS = 60_000
/** Maximum number of remembered addresses, and of remembered valid keys. The oldest are removed first. */
const MAX_REMEMBERED = 10_000

interface Failures {
  since: number
  count: number
}

/**
 * Refuses requests from addresses that have sent too many wrong keys, so that keys cannot be guessed quickly. A key
 * that was valid from the same address still works: one client with wrong keys does not lock out others behind the same
 * proxy.
 */
export class FailedKeys {
  readonly #options: FailedKeysOptions
  readonly #failures = new BoundedMap<string, Failures>(MAX_REMEMBERED)
  readonly #valid = new BoundedMap<string, true>(MAX_REMEMBERED)

  constructor(options: FailedKeysOptions) {
    this.#options = options
  }

  get remembered(): number {
    return this.#failures.size
  }

  /** Returns a refusal if an address has sent too many wrong keys. `keyId` identifies the key of this request. */
  refusal(address: string, keyId: string): HttpRefusal | undefined {
    const network = clientNetwork(address)
    const { since, count } = this.#window(network)
    if (count < this.#options.perMinute || this.#valid.has(`${network} ${keyId}`)) return undefined
    const message =
      'Too many wrong keys came from this address. Wait a minute, then try again with the right one.'
    return { status: 429, message, retryAfterSeconds: (since + MINUTE_MS - this.#options.clock.now()) / 1000 }
  }

  succeeded(address: string, keyId: string): void {
    this.#valid.set(`${clientNetwork(address)} ${keyId}`, true)
  }

  /** Records a wrong key. Never rejects. */
  async failed(address: string): Promise<void> {
    const network = clientNetwork(address)
    const failures = this.#window(network)
    failures.count += 1
    this.#failures.set(network, failures)
    const name = `wrong keys ${network}`
    const everywhere = await this.#options.counts?.tick(name, MINUTE_MS).catch(() => undefined)
    if (everywhere) failures.count = Math.max(failures.count, everywhere.count)
  }

  #window(network: string): Failures {
    const now = this.#options.clock.now()
    const known = this.#failures.get(network)
    return known && now - known.since < MINUTE_MS ? known : { since: now, count: 0 }
  }
}
