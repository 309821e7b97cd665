import type { Clock } from '../../ports.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import type { SharedCounts } from '../sessions/shared-counts.js'
import type { Refusal } from './answer.js'
import { clientNetwork } from './client-address.js'

/** What counting wrong keys takes. */
export interface FailedKeysOptions {
  /** Wrong keys from one address in a minute; further requests of that address are refused. */
  perMinute: number
  clock: Clock
  /** Where several servers count together; absent for a server that counts alone. */
  counts?: SharedCounts | undefined
}

const MINUTE_MS = 60_000
/** The addresses, and the keys that were valid, that are remembered; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000

interface Failures {
  since: number
  count: number
}

/**
 * Refuses addresses that send wrong keys, on WebSockets and on HTTP, before their keys are looked at: guessing is slow. A key that was valid from
 * the same address before goes on to work, so that one client behind a proxy locks out none of the others.
 */
export class FailedKeys {
  readonly #options: FailedKeysOptions
  readonly #failures = new BoundedMap<string, Failures>(MAX_REMEMBERED)
  readonly #valid = new BoundedMap<string, true>(MAX_REMEMBERED)

  constructor(options: FailedKeysOptions) {
    this.#options = options
  }

  /** How many addresses are remembered. */
  get remembered(): number {
    return this.#failures.size
  }

  /** A refusal when too many wrong keys came from an address; `keyId` stands for the key of this request. */
  refusal(address: string, keyId: string): Refusal | undefined {
    const network = clientNetwork(address)
    const { since, count } = this.#window(network)
    if (count < this.#options.perMinute || this.#valid.has(`${network} ${keyId}`)) return undefined
    const message =
      'Too many wrong keys came from this address. Wait a minute, then try again with the right one.'
    return { status: 429, message, retryAfterSeconds: (since + MINUTE_MS - this.#options.clock.now()) / 1000 }
  }

  /** A key was right. */
  succeeded(address: string, keyId: string): void {
    this.#valid.set(`${clientNetwork(address)} ${keyId}`, true)
  }

  /** A key was wrong. Never rejects. */
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
