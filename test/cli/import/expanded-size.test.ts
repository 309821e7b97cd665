import { describe, expect, it } from 'vitest'
import { expandedSize } from '../../../src/cli/import/expanded-size.js'
import { importOpenApi } from '../../../src/cli/import/openapi.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Schemas of which each names the next one twice. */
function doubling(levels: number): JsonObject {
  const names = Array.from({ length: levels }, (_, level) => `S${level}`)
  const schemas = names.map((name, level) => [
    name,
    { type: 'object', properties: { a: ref(`S${level + 1}`), b: ref(`S${level + 1}`) } },
  ])
  return {
    openapi: '3.0.0',
    info: { title: 'doubling', version: '1' },
    paths: {
      '/a': {
        get: {
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('S0') } } } },
        },
      },
    },
    components: { schemas: { ...Object.fromEntries(schemas), [`S${levels}`]: { type: 'string' } } },
  }
}

describe('the size of a document with its references replaced', () => {
  it('doubles with each level', () => {
    expect(expandedSize(doubling(11)) / expandedSize(doubling(10))).toBeCloseTo(2, 1)
    expect(expandedSize(doubling(60))).toBeGreaterThan(2 ** 60)
  })

  it('counts what contains itself once', () => {
    const root = doubling(1) as { components: { schemas: JsonObject } } & JsonObject
    root.components.schemas.S1 = { type: 'array', items: ref('S0') }
    expect(expandedSize(root)).toBeLessThan(50)
  })

  it('of a chain without end is too large', () => {
    expect(expandedSize(doubling(2_000))).toBe(Number.POSITIVE_INFINITY)
  })

  it('refuses references that multiply with a sentence', async () => {
    const root = doubling(30)
    await expect(importOpenApi(JSON.stringify(root), root)).rejects.toThrow(
      /references expand to more than 1,000,000 values/,
    )
  })
})
