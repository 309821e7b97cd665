import { createHash } from 'node:crypto'
import type { Diagnostic } from '../../diagnostics.js'

/** Names a finding the same way in every run, whatever lines moved above it. */
export function fingerprint(path: string, { code, pointer, message }: Diagnostic): string {
  return createHash('sha256').update([path, code, pointer, message].join('\u0000')).digest('hex').slice(0, 40)
}
