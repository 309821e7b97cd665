import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import schema from '../../../schemas/voice-config.json' with { type: 'json' }
import { defaultSessionLimits, jsonBytes } from '../../../src/server/model/session-limits.js'

const root = join(import.meta.dirname, '../../..')
const page = (name: string) => readFileSync(join(root, name), 'utf8')

describe('the limits of a session', () => {
  it.each(Object.keys(defaultSessionLimits))(
    '%s stands in the schema of the configuration and in its pages',
    (name) => {
      expect(schema.definitions.limits.properties).toHaveProperty(name, {
        type: 'integer',
        minimum: 1,
        description: expect.any(String),
      })
      expect(page('docs/config.md')).toContain(`\`limits.${name}\``)
      expect(page('docs/protocol.md')).toContain(`\`${name}\``)
    },
  )

  it('have the defaults that their documentation says', () => {
    const source = page('src/server/model/session-limits.ts')
    const documented = [...source.matchAll(/@default (\d+) \*\/\n {2}(\w+): number/g)]
    expect(documented.length).toBe(9)
    const limits = Object.entries(defaultSessionLimits)
    for (const [, value, name] of documented) expect(limits).toContainEqual([name, Number(value)])
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
