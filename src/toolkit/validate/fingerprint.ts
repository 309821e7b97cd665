import { createHash } from 'node:crypto'
import type { Diagnostic } from '../../diagnostics.js'

/** A stable id of a diagnostic across runs, independent of line numbers. */
export function fingerprint(path: string, { code, pointer, message }: Diagnostic): string {
  return createHash('sha256').update([path, code, pointer, message].join('\u0000')).digest('hex').slice(0, 40)
}
