import type { HistoryItem } from '../agent/events.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import type { SessionFacts, SessionSnapshot } from '../realtime/session-snapshot.js'
import { type Encryption, isSame } from './encryption.js'
import type { RecordMarks, SealedEntry, SealedRecord } from './store.js'

export const itemField = (id: string) => `item:${id}`

export const sealField = (seal: Encryption, id: string, [name, text]: readonly [string, string]) =>
  [name, seal.close(text, `${id} ${name}`)] as const

export function sealEntry(seal: Encryption, id: string, { data, ...entry }: OutboxEntry): SealedEntry {
  return { ...entry, isBinary: typeof data !== 'string', data: seal.close(data, `${id} ${entry.number}`) }
}

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

export interface Opener {
  /** Identifies the key. Short-lived keys of one user have the same `keyId`. */
  keyId: string
  /** Identifies the exact key. */
  openerId: string
  appId: string | undefined
  resumeToken?: string | undefined
}

/** Hashes of keys and resume token. That of the token includes the app id: it is valid for this app only. */
export function marksOf(seal: Encryption, { keyId, openerId, appId, resumeToken = '' }: Opener): RecordMarks {
  const token = JSON.stringify([resumeToken, appId ?? null])
  return { key: seal.mark(keyId), opener: seal.mark(openerId), token: seal.mark(token) }
}

/** A client needs a key of the user who opened the session, and the resume token. */
export function canResume(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.key, known.key) && isSame(given.token, known.token)
}

export function isOpener(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.opener, known.opener)
}
