import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts data with AES-256-GCM. `place` is authenticated too: the data cannot be used in another place. */
export function encrypt(key: Buffer, content: string | Uint8Array, place = ''): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(place))
  const hidden = [cipher.update(content), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...hidden])
}

/** Decrypts data. Throws if the data was changed, moved to another place, or encrypted with another key. */
export function decrypt(key: Buffer, sealed: Buffer, place = ''): Buffer {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, tagEnd))
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
}

/** A key for one purpose, derived from the secret of the service. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'voice', purpose, 32))
}

/** Encrypts what is stored outside this process. Data that was moved to another place cannot be decrypted. */
export class Encryption {
  readonly #key: Buffer
  readonly #marks: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'sessions')
    this.#marks = deriveKey(secret, 'marks')
  }

  close(content: string | Uint8Array, place: string): Buffer {
    return encrypt(this.#key, content, place)
  }

  open(sealed: Buffer, place: string): Buffer {
    return decrypt(this.#key, sealed, place)
  }

  /** A keyed hash of a text that must not itself be stored, such as a resume token. */
  mark(text: string): string {
    return createHmac('sha256', this.#marks).update(text).digest('base64url')
  }
}

/** Compares two strings in constant time. */
export function isSame(given: string, known: string): boolean {
  return timingSafeEqual(digest(given), digest(known))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
