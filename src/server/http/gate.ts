import { createHash } from 'node:crypto'
import { DEMO_API_KEY } from '../../environment.js'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Identity } from '../model/identity.js'
import type { Refusal } from './answer.js'
import type { ClientSecrets } from './client-secrets.js'
import type { FailedKeys } from './failed-keys.js'

/**
 * Says whether a key may connect, as a yes or no or as the identity behind it. Called once per connection, with the key and the app id of the
 * address.
 */
export type ApiKeyValidator = (
  key: string,
  appId: string | undefined,
) => boolean | Identity | Promise<boolean | Identity>

/** Whoever has been let in. */
export interface Principal {
  /** Stands for the key in limits and tokens; the key cannot be read from it. */
  keyId: string
  /** Stands for this very key: short-lived keys of one parent and identity share `keyId`, not this. */
  openerId: string
  identity: Identity
  appId: string | undefined
  /** Whether it is the demo key, or was minted with it. */
  isDemo: boolean
  /** Set for a short-lived key: what it was minted with. */
  secret?: { unlocked: boolean; session: Record<string, unknown> | undefined }
}

/** A validator that takes longer is treated as broken. */
const VALIDATOR_TIMEOUT_MS = 10_000

const MISSING_KEY =
  'A key is needed: send "Authorization: Bearer KEY", or the subprotocols "realtime" and "openai-insecure-api-key.KEY".'

/** Who asks to be let in. */
export interface Caller {
  apiKey: string | undefined
  appId: string | undefined
  /** See `clientAddress`. */
  address: string
}

/** What telling who stands behind a key takes. */
export interface GateOptions {
  validator: ApiKeyValidator
  secrets: ClientSecrets
  failedKeys: FailedKeys
  clock: Clock
  logger: Logger
}

/** Finds out who stands behind a key. A validator that throws or hangs lets nobody in, and neither does an address that sent too many wrong keys. */
export class Gate {
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#options = options
  }

  async enter({ apiKey, appId, address }: Caller): Promise<Principal | Refusal> {
    const { secrets, failedKeys } = this.#options
    if (apiKey === undefined) return refuse(401, MISSING_KEY)
    const openerId = digest(apiKey)
    const tooMany = failedKeys.refusal(address, openerId)
    if (tooMany) return tooMany
    const entered = secrets.isOne(apiKey)
      ? this.#enterBySecret(apiKey, openerId)
      : await this.#enterByKey(apiKey, { appId, keyId: openerId })
    if (!('status' in entered)) failedKeys.succeeded(address, openerId)
    else if (entered.status === 401) await failedKeys.failed(address)
    return entered
  }

  async #enterByKey(
    apiKey: string,
    { appId, keyId }: { appId: string | undefined; keyId: string },
  ): Promise<Principal | Refusal> {
    const { validator, clock, logger } = this.#options
    try {
      const verdict = await inTime(clock, async () => validator(apiKey, appId))
      const identity = verdict === true ? {} : verdict
      if (!identity || typeof identity !== 'object') return refuse(401, 'The key is not valid.')
      return { keyId, openerId: keyId, identity, appId, isDemo: keyId === DEMO_KEY_ID }
    } catch (error) {
      logger.error('key validator failed', { error: messageOf(error) })
      return refuse(503, 'The key could not be checked. Try again later.')
    }
  }

  #enterBySecret(apiKey: string, openerId: string): Principal | Refusal {
    const secret = this.#options.secrets.open(apiKey)
    if (!secret) return refuse(401, 'The short-lived key is not valid any more. Ask for a new one.')
    const { parent, identity, appId, unlocked, session } = secret
    // The same for every key of this parent and identity, so that a session can be resumed with a fresh one.
    const keyId = digest(`${parent} ${JSON.stringify(identity)}`)
    return { keyId, openerId, identity, appId, isDemo: parent === DEMO_KEY_ID, secret: { unlocked, session } }
  }
}

const refuse = (status: number, message: string): Refusal => ({ status, message })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

const DEMO_KEY_ID = digest(DEMO_API_KEY)

function inTime<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(
      () => reject(new Error('the key validator gave no answer')),
      VALIDATOR_TIMEOUT_MS,
    )
    work().then(resolve, reject).finally(cancel)
  })
}
