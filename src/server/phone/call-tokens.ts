import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import { isSame } from '../sessions/session-store.js'
import type { AnnouncedCall, CarrierName } from './carriers/carrier.js'

export interface AdmittedCall extends AnnouncedCall {
  carrier: CarrierName
  appId: string | undefined
}

/** How long a token is valid. This is long enough, because the carrier opens the media stream at once. */
const LIFE_MS = 60_000
const MAC_CHARS = 43
/** Maximum number of used tokens that are remembered until they expire. */
const MAX_USED = 100_000

/**
 * Tokens that show to which admitted call a media stream belongs. A token contains the call, signed with HMAC-SHA256.
 * Every server with the same secret accepts the token.
 */
export class CallTokens {
  readonly #key: Buffer
  readonly #clock: Clock
  readonly #used = new BoundedMap<string, true>(MAX_USED)

  /** Without `secret`, tokens are valid only in this process. */
  constructor({ secret, clock }: { secret: string | undefined; clock: Clock }) {
    this.#key =
      secret === undefined ? randomBytes(32) : Buffer.from(hkdfSync('sha256', secret, 'voice', 'calls', 32))
    this.#clock = clock
  }

  mint(call: AdmittedCall): string {
    const content = Buffer.from(JSON.stringify({ ...call, until: this.#clock.now() + LIFE_MS }))
    const text = content.toString('base64url')
    return this.#mac(text) + text
  }

  /** Returns the call in a token, and marks the token as used. `undefined` if the token is forged, expired or used. */
  redeem(token: string): AdmittedCall | undefined {
    const text = token.slice(MAC_CHARS)
    if (!isSame(token.slice(0, MAC_CHARS), this.#mac(text)) || this.#used.get(text)) return undefined
    const { until, ...call } = JSON.parse(Buffer.from(text, 'base64url').toString()) as AdmittedCall & {
      until: number
    }
    if (until <= this.#clock.now()) return undefined
    this.#used.set(text, true)
    return call
  }

  #mac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }
}
