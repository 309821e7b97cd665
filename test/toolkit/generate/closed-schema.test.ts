import { describe, expect, it } from 'vitest'
import { toClosedSchema } from '../../../src/toolkit/generate/strict-schema.js'
import type { JsonSchema } from '../../../src/toolkit/model/json.js'
import { checkInput } from '../../../src/toolkit/run/input/check-input.js'

const object = (properties: Record<string, JsonSchema>, more?: boolean | JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  ...(more !== undefined && { additionalProperties: more }),
})
const text: JsonSchema = { type: 'string' }

/** Each body, and whether a call with the unknown member `x` in its innermost object is refused. */
const BODIES: [string, JsonSchema, object, JsonSchema | boolean | undefined][] = [
  ['an object with members', object({ a: text }), { x: '1' }, false],
  ['one that is open', object({ a: text }, true), { x: '1' }, true],
  ['a map', object({}, text), { x: '1' }, text],
  ['an object of which nothing is known', { type: 'object' }, { x: '1' }, undefined],
]

describe.each(BODIES)('%s', (_name, schema, value, more) => {
  const places: [string, JsonSchema, object][] = [
    ['as the body', schema, value],
    ['in a list', { type: 'array', items: schema }, [value]],
    ['as a choice', { anyOf: [schema] }, value],
    ['in a member', object({ inner: schema }, false), { inner: value }],
  ]

  it.each(places)('says what the check of a call does: %s', (_place, body, given) => {
    const closed = toClosedSchema(object({ body }, false))
    const check = checkInput({ body: given } as never, closed)
    expect(check).toEqual(checkInput({ body: given } as never, object({ body }, false)))
    expect('problems' in check).toBe(more === false)
    expect(toClosedSchema(schema).additionalProperties).toEqual(more)
  })
})
