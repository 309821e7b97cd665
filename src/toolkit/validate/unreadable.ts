import type { Diagnostic } from '../../diagnostics.js'

/** The one finding of a file that cannot be read, at line 1, column 1. */
export function unreadableFile(message: string): Diagnostic {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 1 }
  return { code: 'file-unreadable', severity: 'error', message, pointer: '', ...place, fixable: false }
}
