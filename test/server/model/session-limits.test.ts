import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSessionLimits } from '../../../src/server/defaults.js'
import { jsonBytes } from '../../../src/server/model/session-limits.js'

const page = readFileSync(join(import.meta.dirname, '../../../docs/limits.md'), 'utf8')

describe('the limits of a session', () => {
  it.each(Object.keys(defaultSessionLimits))('%s stands in the page about limits', (name) => {
    expect(page).toContain(`\`${name}\``)
  })

  it('give one key less than the server', () => {
    const { maxBytes, maxBytesPerKey } = defaultSessionLimits
    expect(maxBytes).toBeGreaterThan(maxBytesPerKey)
  })
})

it.each([
  [{}, 2],
  ['ä', 4],
  ['\u0000', 8],
  [undefined, 0],
])('%j takes %i bytes', (value, bytes) => expect(jsonBytes(value)).toBe(bytes))
