import type { Diagnostic } from '../../diagnostics.js'

/** Computes an id of a diagnostic. The id is the same in all runs and does not depend on line numbers. */
export type Fingerprint = (path: string, found: Diagnostic) => string

/** Loads `node:crypto`, slow to load, which only two reporters need. */
export async function loadFingerprint(): Promise<Fingerprint> {
  const { createHash } = await import('node:crypto')
  return (path, { code, pointer, message }) =>
    createHash('sha256').update([path, code, pointer, message].join('\u0000')).digest('hex').slice(0, 40)
}
