import type { IncomingMessage } from 'node:http'
import type { Refusal } from './answer.js'
import { clientAddress } from './client-address.js'
import type { Gate, Principal } from './gate.js'
import type { OriginPolicy } from './origin-policy.js'
import { addressOf, bearerKey } from './upgrade-request.js'

/** What deciding who may use a server takes. */
export interface AccessOptions {
  gate: Gate
  origins: OriginPolicy
  /** See `AppOptions.trustProxy`. */
  trustProxy: number
}

/** Decides who may use a server: by the web page that a request comes from, by the address of the client, and by the key. */
export class Access {
  readonly origins: OriginPolicy
  readonly #gate: Gate
  readonly #trustProxy: number

  constructor({ gate, origins, trustProxy }: AccessOptions) {
    this.origins = origins
    this.#gate = gate
    this.#trustProxy = trustProxy
  }

  /** The address of the client. */
  addressOf(request: IncomingMessage): string {
    return clientAddress(request, this.#trustProxy)
  }

  /** Tells who stands behind the key of a request; an upgrade may carry the key elsewhere than in the header. */
  async enter(
    request: IncomingMessage,
    apiKey: string | undefined = bearerKey(request),
  ): Promise<Principal | Refusal> {
    const appId = addressOf(request).searchParams.get('app_id') || undefined
    const principal = await this.#gate.enter({ apiKey, appId, address: this.addressOf(request) })
    if ('status' in principal || !principal.isDemo) return principal
    return this.origins.refusalWithDemoKey(request) ?? principal
  }
}
