import type { Seal } from './seal.js'
import { isSame, type Opener } from './session-store.js'

/** By what a key and a token are known again; neither can be read from it. `opener` is of the very key, where several count as one. */
export interface RecordMarks {
  key: string
  opener: string
  token: string
}

/** The marks of a session. A token is good for the key and the app it was given for. */
export function marksOf(
  seal: Seal,
  { keyId, openerId, appId, resumeToken = '' }: Opener & { resumeToken: string | undefined },
): RecordMarks {
  const token = JSON.stringify([resumeToken, appId ?? null])
  return { key: seal.mark(keyId), opener: seal.mark(openerId), token: seal.mark(token) }
}

/** Whether the session of a record is of the same user, and the token is the one it was given. */
export function canResume(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.key, known.key) && isSame(given.token, known.token)
}

/** The same, or the key is the very one that opened it. */
export function canErase(given: RecordMarks, known: RecordMarks): boolean {
  return isSame(given.opener, known.opener) || canResume(given, known)
}
