import type { Encryption } from './encryption.js'
import { isSame, type Opener } from './session-store.js'

/** Hashes that identify a key and a token, but do not reveal them. `opener` identifies the exact key if several keys share `key`. */
export interface RecordMarks {
  key: string
  opener: string
  token: string
}

/** The hashes for a session. Resume tokens are bound to key and app. */
export function marksOf(
  seal: Encryption,
  { keyId, openerId, appId, resumeToken = '' }: Opener & { resumeToken: string | undefined },
): RecordMarks {
  const token = JSON.stringify([resumeToken, appId ?? null])
  return { key: seal.mark(keyId), opener: seal.mark(openerId), token: seal.mark(token) }
}

/** Whether a caller is the user of the session and has its resume token. */
export function canResume(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.key, known.key) && isSame(given.token, known.token)
}

/** Whether a caller may resume the session, or has the exact key that opened it. */
export function canErase(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.opener, known.opener) || canResume(given, known)
}
