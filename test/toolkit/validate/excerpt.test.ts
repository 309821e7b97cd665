import { describe, expect, it } from 'vitest'
import { excerptsOf } from '../../../src/toolkit/validate/excerpt.js'
import type { FileReport } from '../../../src/toolkit/validate/report.js'

/** The excerpt of one line of a text that holds no finding of a secret. */
function shown(text: string, line: number): string {
  const file: FileReport = { path: 'postman.json', valid: true, diagnostics: [], text }
  const place = {
    line,
    column: 1,
    endLine: line,
    endColumn: 2,
    pointer: '',
    code: 'x',
    message: '',
    fixable: false,
  }
  return excerptsOf(file)({ ...place, severity: 'info' })?.text ?? ''
}

describe('an excerpt', () => {
  it.each([
    ['below its key', '{\n  "key": "password",\n  "value": "correcthorse"\n}', 3],
    ['above its key', '{\n  "value": "correcthorse",\n  "type": "text",\n  "key": "password"\n}', 2],
    ['beside its key', '{\n  "password": "correcthorse"\n}', 2],
    ['alone after its key', '{\n  "password":\n    "correcthorse"\n}', 3],
  ])('covers a credential %s', (_name, text, line) => {
    const want = (text.split('\n')[line - 1] ?? '').replace('correcthorse', '•'.repeat(12))
    expect(shown(text, line)).toBe(want)
  })

  it('shows the value of another entry', () => {
    expect(shown('{\n  "key": "limit",\n  "value": "twenty"\n}', 3)).toBe('  "value": "twenty"')
  })
})
