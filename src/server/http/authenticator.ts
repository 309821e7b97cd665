import { createHash, randomBytes } from 'node:crypto'
import { DEMO_API_KEY } from '../../environment.js'
import { messageOf } from '../../errors.js'
import { type Clock, type Logger, within } from '../../ports.js'
import { defaultServer } from '../defaults.js'
import type { Identity } from '../model/identity.js'
import { decrypt, encrypt } from '../sessions/encryption.js'
import type { HttpRefusal } from './http-answer.js'
import { MinuteLimit, type MinuteLimitOptions } from './minute-limit.js'

/** The caller of a telephone call, as the carrier reports it. Numbers can be forged. */
export interface PhoneCaller {
  /** Telephone number of the caller, such as `+4930123456`; `undefined` if it is withheld. */
  from: string | undefined
  to: string | undefined
  carrier: string
}

/**
 * Decides whether a key may connect. Runs once per connection, with the app id from the URL. For a telephone call,
 * `key` is empty, and the validator runs twice: when the telephone rings and when the audio starts.
 */
export type ApiKeyValidator = (
  key: string,
  appId: string | undefined,
  caller?: PhoneCaller,
) => boolean | Identity | Promise<boolean | Identity>

export interface Principal {
  /** A hash that identifies the key in limits and tokens without revealing it. */
  keyId: string
  /** Identifies this exact key. Short-lived keys with the same parent and identity share `keyId`, but not `openerId`. */
  openerId: string
  /** What is counted together: `keyId`, or `openerId` for visitors of a page, who share a `keyId`. */
  accountId: string
  identity: Identity
  appId: string | undefined
  /** Whether the key is the demo key, or was created with it. */
  isDemo: boolean
  /** Only for a short-lived key: its initial settings, and the `keyId` of the key that created it. */
  secret?: { unlocked: boolean; session: Record<string, unknown> | undefined; parentId: string }
}

/**
 * Whether a key may control the call of an owner:
 * - the key that opened the call
 * - another short-lived key of the same user
 * - the key that created the short-lived key which opened it
 */
export function mayControl(owner: Principal, { keyId, openerId, accountId }: Principal): boolean {
  const isOwner = owner.openerId === openerId || owner.accountId === accountId
  return isOwner || owner.secret?.parentId === keyId
}

const VALIDATOR_TIMEOUT_MS = 10_000

const MISSING_KEY =
  'A key is needed: send "Authorization: Bearer KEY", or the subprotocols "realtime" and "openai-insecure-api-key.KEY".'

interface Caller {
  apiKey: string | undefined
  appId: string | undefined
  /** The IP address of the client, as trusted proxies report it (`clientAddress`). */
  address: string
}

export interface AuthenticatorOptions {
  validator: ApiKeyValidator
  secrets: ClientSecrets
  failedKeys: MinuteLimit
  clock: Clock
  logger: Logger
}

/** Authenticates keys. Refuses a caller if the key is wrong, or if the validator throws or hangs. */
export class Authenticator {
  readonly #options: AuthenticatorOptions

  constructor(options: AuthenticatorOptions) {
    this.#options = options
  }

  async enter({ apiKey, appId, address }: Caller): Promise<Principal | HttpRefusal> {
    const { secrets, failedKeys } = this.#options
    if (apiKey === undefined) return refuse(401, MISSING_KEY)
    const openerId = digest(apiKey)
    const entered = secrets.isOne(apiKey)
      ? this.#enterBySecret(apiKey, openerId)
      : await this.#enterByKey(apiKey, { appId, keyId: openerId })
    // Only wrong keys are counted and refused: a right one works however many wrong ones came from its address.
    if (!('status' in entered) || entered.status !== 401) return entered
    return (await failedKeys.count(address)) ?? entered
  }

  /** Asks the validator about a telephone call. All calls of one number count as one user and one key. */
  async enterCall(caller: PhoneCaller, appId: string | undefined): Promise<Principal | HttpRefusal> {
    const { carrier, from } = caller
    const keyId = digest(`phone ${carrier} ${from ?? ''}`)
    const entered = await this.#enterByKey('', { appId, keyId, caller })
    if ('status' in entered || from === undefined) return entered
    const { identity } = entered
    return { ...entered, identity: { ...identity, userId: identity.userId ?? `tel:${from}` } }
  }

  async #enterByKey(
    apiKey: string,
    { appId, keyId, caller }: { appId: string | undefined; keyId: string; caller?: PhoneCaller },
  ): Promise<Principal | HttpRefusal> {
    const { validator, clock, logger } = this.#options
    const late = () => new Error('the key validator gave no answer')
    try {
      const checking = Promise.resolve(validator(apiKey, appId, ...(caller ? [caller] : [])))
      const verdict = await within(checking, { clock, ms: VALIDATOR_TIMEOUT_MS, late })
      const identity = verdict === true ? {} : verdict
      if (!identity || typeof identity !== 'object') return refuse(401, 'The key is not valid.')
      return { keyId, openerId: keyId, accountId: keyId, identity, appId, isDemo: keyId === DEMO_KEY_ID }
    } catch (error) {
      logger.error('key validator failed', { error: messageOf(error) })
      return refuse(503, 'The key could not be checked. Try again later.')
    }
  }

  #enterBySecret(apiKey: string, openerId: string): Principal | HttpRefusal {
    const secret = this.#options.secrets.open(apiKey)
    if (!secret) return refuse(401, 'The short-lived key is not valid any more. Ask for a new one.')
    const { parent, identity, appId, unlocked, session } = secret
    // All short-lived keys that one key has created for one user have the same `keyId`. A session belongs to the
    // `keyId` that created it, so a client can resume it with a new short-lived key.
    const keyId = digest(`${parent} ${JSON.stringify(identity)}`)
    const isDemo = parent === DEMO_KEY_ID
    const accountId = identity.userId === undefined ? openerId : keyId
    const ids = { keyId, openerId, accountId }
    return { ...ids, identity, appId, isDemo, secret: { unlocked, session, parentId: parent } }
  }
}

const refuse = (status: number, message: string): HttpRefusal => ({ status, message })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

const DEMO_KEY_ID = digest(DEMO_API_KEY)

interface ClientSecret {
  parent: string
  identity: Identity
  appId: string | undefined
  /** Whether the client may set its own instructions and tools. */
  unlocked: boolean
  /** The initial settings of every session with this key. */
  session: Record<string, unknown> | undefined
}

const LIFE_SECONDS = { min: 10, max: 7_200 }

export function lifeSeconds(requested: unknown): number {
  const seconds = Number(requested ?? defaultServer.clientSecretSeconds)
  if (Number.isNaN(seconds)) return defaultServer.clientSecretSeconds
  return Math.min(Math.max(seconds, LIFE_SECONDS.min), LIFE_SECONDS.max)
}

const PREFIX = 'ek_'

/** Short-lived keys that contain their own data, encrypted (AES-256-GCM) for all servers with the secret. */
export class ClientSecrets {
  readonly #key: Buffer
  readonly #clock: Clock

  /** Without `secret`, keys are valid only in this process. */
  constructor(options: { clock: Clock; secret: string | undefined }) {
    const { clock, secret } = options
    this.#clock = clock
    this.#key = secret === undefined ? randomBytes(32) : createHash('sha256').update(secret).digest()
  }

  mint(content: ClientSecret, lifeSeconds: number): { value: string; expiresAt: number } {
    const expiresAt = Math.floor(this.#clock.now() / 1000) + lifeSeconds
    const sealed = encrypt(this.#key, JSON.stringify({ ...content, expiresAt }))
    const value = PREFIX + sealed.toString('base64url')
    return { value, expiresAt }
  }

  isOne(key: string): boolean {
    return key.startsWith(PREFIX)
  }

  /** Decrypts a key. Returns `undefined` if it is forged, changed or expired. */
  open(key: string): ClientSecret | undefined {
    try {
      const text = decrypt(this.#key, Buffer.from(key.slice(PREFIX.length), 'base64url')).toString()
      const { expiresAt, ...content } = JSON.parse(text) as ClientSecret & { expiresAt: number }
      return expiresAt * 1000 > this.#clock.now() ? content : undefined
    } catch {
      return undefined
    }
  }
}

/** Counts wrong keys by address. Valid keys are never refused, so a shared proxy locks no user out. */
export const limitFailedKeys = (
  options: Pick<MinuteLimitOptions, 'perMinute' | 'clock' | 'counters'>,
): MinuteLimit =>
  new MinuteLimit({
    what: 'wrong keys',
    message: 'Too many wrong keys came from this address. Try again with the right one.',
    ...options,
  })
