import type { Encryption } from './encryption.js'
import { isSame, type Opener } from './session-store.js'

/**
 * Hashes that identify a key and a token; neither can be derived from them. `opener` identifies the exact key when
 * several keys share `key`.
 */
export interface RecordMarks {
  key: string
  opener: string
  token: string
}

/** The marks of a session. Resume tokens are bound to key and app. */
export function marksOf(
  seal: Encryption,
  { keyId, openerId, appId, resumeToken = '' }: Opener & { resumeToken: string | undefined },
): RecordMarks {
  const token = JSON.stringify([resumeToken, appId ?? null])
  return { key: seal.mark(keyId), opener: seal.mark(openerId), token: seal.mark(token) }
}

/** Whether the caller is the user of the recorded session and has its resume token. */
export function canResume(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.key, known.key) && isSame(given.token, known.token)
}

/** Whether the caller can resume the session, or has the exact key that opened it. */
export function canErase(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.opener, known.opener) || canResume(given, known)
}
