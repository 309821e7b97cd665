import { createHash } from 'node:crypto'
import type { Diagnostic } from '../../diagnostics.js'

/** An id of a diagnostic, the same in all runs. It does not depend on line numbers. */
export const fingerprint = (path: string, { code, pointer, message }: Diagnostic): string =>
  createHash('sha256').update([path, code, pointer, message].join('\u0000')).digest('hex').slice(0, 40)
