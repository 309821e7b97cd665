import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts data that is stored outside this process, with AES-256-GCM. The key is derived from the secret of the
 * service. `place` is the location of the data: data that was moved to another place cannot be decrypted.
 */
export class Encryption {
  readonly #key: Buffer
  readonly #marks: Buffer

  constructor(secret: string) {
    this.#key = derive(secret, 'sessions')
    this.#marks = derive(secret, 'marks')
  }

  close(content: string | Uint8Array, place: string): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv)
    cipher.setAAD(Buffer.from(place))
    const hidden = [cipher.update(content), cipher.final()]
    return Buffer.concat([iv, cipher.getAuthTag(), ...hidden])
  }

  /** Decrypts data. Throws if the data was changed, moved to another place, or encrypted with another secret. */
  open(sealed: Buffer, place: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  }

  /** A keyed hash of a text that must not itself be stored, such as a resume token. */
  mark(text: string): string {
    return createHmac('sha256', this.#marks).update(text).digest('base64url')
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'voice', purpose, 32))
}
