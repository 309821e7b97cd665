import type { Diagnostic } from '../../diagnostics.js'

/** Computes a stable id of a diagnostic across runs, independent of line numbers. */
export type Fingerprint = (path: string, found: Diagnostic) => string

/** Loads `node:crypto`, which takes long and which only two reporters need, and returns the function that uses it. */
export async function loadFingerprint(): Promise<Fingerprint> {
  const { createHash } = await import('node:crypto')
  return (path, { code, pointer, message }) =>
    createHash('sha256').update([path, code, pointer, message].join('\u0000')).digest('hex').slice(0, 40)
}
