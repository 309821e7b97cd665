import { createHash } from 'node:crypto'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Identity } from '../model/identity.js'
import type { Refusal } from './answer.js'
import type { ClientSecrets } from './client-secrets.js'

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
  identity: Identity
  appId: string | undefined
  /** Set for a short-lived key: what it was minted with. */
  secret?: { unlocked: boolean; session: Record<string, unknown> | undefined }
}

/** A validator that takes longer is treated as broken. */
const VALIDATOR_TIMEOUT_MS = 10_000

const MISSING_KEY =
  'A key is needed: send "Authorization: Bearer KEY", or the subprotocols "realtime" and "openai-insecure-api-key.KEY".'

/** Finds out who stands behind a key. A validator that throws or hangs lets nobody in. */
export class Gate {
  readonly #options: { validator: ApiKeyValidator; secrets: ClientSecrets; clock: Clock; logger: Logger }

  constructor(options: { validator: ApiKeyValidator; secrets: ClientSecrets; clock: Clock; logger: Logger }) {
    this.#options = options
  }

  async enter(request: {
    apiKey: string | undefined
    appId: string | undefined
  }): Promise<Principal | Refusal> {
    const { apiKey, appId } = request
    const { secrets, validator, clock, logger } = this.#options
    if (apiKey === undefined) return refuse(401, MISSING_KEY)
    if (secrets.isOne(apiKey)) return this.#enterBySecret(apiKey)
    try {
      const verdict = await inTime(clock, async () => validator(apiKey, appId))
      const identity = verdict === true ? {} : verdict
      if (!identity || typeof identity !== 'object') return refuse(401, 'The key is not valid.')
      return { keyId: digest(apiKey), identity, appId }
    } catch (error) {
      logger.error('key validator failed', { error: messageOf(error) })
      return refuse(503, 'The key could not be checked. Try again later.')
    }
  }

  #enterBySecret(apiKey: string): Principal | Refusal {
    const secret = this.#options.secrets.open(apiKey)
    if (!secret) return refuse(401, 'The short-lived key is not valid any more. Ask for a new one.')
    const { parent, identity, appId, unlocked, session } = secret
    // The same for every key of this parent and identity, so that a session can be resumed with a fresh one.
    const keyId = digest(`${parent} ${JSON.stringify(identity)}`)
    return { keyId, identity, appId, secret: { unlocked, session } }
  }
}

const refuse = (status: number, message: string): Refusal => ({ status, message })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

function inTime<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(
      () => reject(new Error('the key validator gave no answer')),
      VALIDATOR_TIMEOUT_MS,
    )
    work().then(resolve, reject).finally(cancel)
  })
}

/** Whether a browser's origin is on the list; without a list every origin is, and so is a client that has none. */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[] | undefined): boolean {
  if (!allowed || origin === undefined) return true
  return allowed.includes('*') || allowed.includes(origin)
}
