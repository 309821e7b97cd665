import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { HistoryItem } from '../agent/events.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import type { SessionFacts, SessionSnapshot } from '../realtime/session-snapshot.js'
import type { RecordMarks, SealedEntry, SealedRecord } from './store.js'

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

/** The name of the field that has an item. */
export const itemField = (id: string) => `item:${id}`

export const sealField = (seal: Encryption, id: string, [name, text]: readonly [string, string]) =>
  [name, seal.close(text, `${id} ${name}`)] as const

export function sealEntry(seal: Encryption, id: string, { data, ...entry }: OutboxEntry): SealedEntry {
  return { ...entry, isBinary: typeof data !== 'string', data: seal.close(data, `${id} ${entry.number}`) }
}

/** A session as it was stored. */
export interface StoredSession extends SessionSnapshot {
  entries: OutboxEntry[]
  last: number
}

/** Decrypts a stored session. Throws if it was encrypted with another secret. */
export function openRecord(seal: Encryption, id: string, record: SealedRecord): StoredSession {
  const open = (name: string): unknown => {
    const sealed = record.fields.get(name)
    return sealed && JSON.parse(seal.open(sealed, `${id} ${name}`).toString())
  }
  return {
    facts: { ...(open('facts') as object), config: open('config'), seen: open('seen') } as SessionFacts,
    items: (open('order') as string[]).map((itemId) => open(itemField(itemId)) as HistoryItem),
    answers: open('answers') as SessionSnapshot['answers'],
    tools: open('tools') as SessionSnapshot['tools'],
    entries: record.entries.map(({ isBinary, data, ...entry }) => {
      const bytes = seal.open(data, `${id} ${entry.number}`)
      return { ...entry, data: isBinary ? bytes : bytes.toString() }
    }),
    last: record.last,
  }
}

/** The client that opens, resumes or erases a session. */
export interface Opener {
  /** Identifies the key. Short-lived keys of one user have the same `keyId`. */
  keyId: string
  /** Identifies the exact key. */
  openerId: string
  appId: string | undefined
  resumeToken?: string | undefined
}

/**
 * Hashes the keys and the resume token of a client. The hash of the token includes the app id, because a token is valid
 * only for the app that opened the session.
 */
export function marksOf(seal: Encryption, { keyId, openerId, appId, resumeToken = '' }: Opener): RecordMarks {
  const token = JSON.stringify([resumeToken, appId ?? null])
  return { key: seal.mark(keyId), opener: seal.mark(openerId), token: seal.mark(token) }
}

/**
 * Whether a client may resume a session. The client needs two things: a key of the user who opened the session, and the
 * resume token of the session.
 */
export function canResume(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.key, known.key) && isSame(given.token, known.token)
}

/** Whether a client has the exact key that opened the session. */
export function isOpener(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.opener, known.opener)
}

/** Compares two strings in constant time. */
export function isSame(given: string, known: string): boolean {
  return timingSafeEqual(digest(given), digest(known))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
