import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { defaultServer } from '../defaults.js'
import type { Identity } from '../model/identity.js'

/** The content of a short-lived key. */
export interface ClientSecret {
  parent: string
  identity: Identity
  appId: string | undefined
  /** Whether the client may set its own instructions and tools. */
  unlocked: boolean
  /** The initial settings of every session with this key. */
  session: Record<string, unknown> | undefined
}

/** Limits of the lifetime of a short-lived key in seconds, the same as with OpenAI. */
const LIFE_SECONDS = { min: 10, max: 7_200 }

/** The lifetime of a key in seconds: as requested, within the limits. */
export function lifeSeconds(requested: unknown): number {
  const seconds = Number(requested ?? defaultServer.clientSecretSeconds)
  if (Number.isNaN(seconds)) return defaultServer.clientSecretSeconds
  return Math.min(Math.max(seconds, LIFE_SECONDS.min), LIFE_SECONDS.max)
}

const PREFIX = 'ek_'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Short-lived keys for browsers. A key contains its own data, encrypted with a secret of the server (AES-256-GCM).
 * Every server with this secret accepts the key, but its user cannot read the data.
 */
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
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv)
    const text = JSON.stringify({ ...content, expiresAt })
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
    const value = PREFIX + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
    return { value, expiresAt }
  }

  isOne(key: string): boolean {
    return key.startsWith(PREFIX)
  }

  /** Decrypts a key. Returns `undefined` if it is forged, changed or expired. */
  open(key: string): ClientSecret | undefined {
    const sealed = Buffer.from(key.slice(PREFIX.length), 'base64url')
    if (sealed.length <= IV_BYTES + TAG_BYTES) return undefined
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      const { expiresAt, ...content } = JSON.parse(text.toString()) as ClientSecret & { expiresAt: number }
      return expiresAt * 1000 > this.#clock.now() ? content : undefined
    } catch {
      return undefined
    }
  }
}
