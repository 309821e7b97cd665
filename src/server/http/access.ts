import type { IncomingMessage } from 'node:http'
import type { Authenticator, PhoneCaller, Principal } from './authenticator.js'
import { clientAddress } from './client-address.js'
import type { HttpRefusal } from './http-answer.js'
import type { OriginPolicy } from './origin-policy.js'
import { addressOf, fullUrlOf, headerKey } from './upgrade-request.js'

export interface AccessOptions {
  gate: Authenticator
  origins: OriginPolicy
  trustProxy: number
}

/** Decides who may use a server: checks the origin of the page, the address of the client, and the key. */
export class Access {
  readonly origins: OriginPolicy
  readonly #gate: Authenticator
  readonly #trustProxy: number

  constructor({ gate, origins, trustProxy }: AccessOptions) {
    this.origins = origins
    this.#gate = gate
    this.#trustProxy = trustProxy
  }

  addressOf(request: IncomingMessage): string {
    return clientAddress(request, this.#trustProxy)
  }

  /** Asks the key validator about a telephone call. The carrier has already been authenticated. */
  enterCall(caller: PhoneCaller, appId: string | undefined): Promise<Principal | HttpRefusal> {
    return this.#gate.enterCall(caller, appId)
  }

  urlOf(request: IncomingMessage): string {
    return `${this.origins.schemeOf(request)}://${request.headers.host ?? 'localhost'}${fullUrlOf(request)}`
  }

  /** Authenticates by the key in the headers, or for an upgrade also in a subprotocol. */
  async enter(
    request: IncomingMessage,
    apiKey: string | undefined = headerKey(request),
  ): Promise<Principal | HttpRefusal> {
    const appId = addressOf(request).searchParams.get('app_id') || undefined
    const principal = await this.#gate.enter({ apiKey, appId, address: this.addressOf(request) })
    if ('status' in principal || !principal.isDemo) return principal
    return this.origins.refusalWithDemoKey(request) ?? principal
  }
}
