import { expect, it } from 'vitest'
import { inferSchema } from '../../../src/toolkit/compile/infer-schema.js'
import { createKnownVariables } from '../../../src/toolkit/compile/known-variables.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

const schemaOf = (...samples: JsonValue[]) => inferSchema(samples, createKnownVariables([], new Set())).schema

it('gives each type its own example', () => {
  expect(schemaOf('abc', 1, 1.5)).toEqual({
    anyOf: [
      { type: 'string', examples: ['abc'] },
      { type: 'number', examples: [1] },
    ],
  })
})

it('shows no number that parsing has rounded', () => {
  expect(schemaOf(JSON.parse('12345678901234567890'))).toEqual({ type: 'integer' })
})
