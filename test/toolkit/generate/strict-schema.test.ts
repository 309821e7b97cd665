import { Ajv, type ValidateFunction } from 'ajv'
import { toStrictJsonSchema } from 'openai/lib/transform'
import { describe, expect, it } from 'vitest'
import { toStrictSchema } from '../../../src/toolkit/generate/strict-schema.js'
import type { JsonSchema, JsonValue } from '../../../src/toolkit/model/json.js'
import { targetInput } from '../../support/compiled.js'
import { realCollection, someRealCollections } from '../../support/corpus.js'
import { exampleInput } from '../../support/example-input.js'
import { hasShared } from '../../support/shared.js'

const string: JsonSchema = { type: 'string' }

it.each<[what: string, schema: JsonSchema, want: JsonSchema | undefined]>([
  [
    'makes every member required, optional ones nullable',
    { type: 'object', properties: { a: string, b: { type: 'integer', default: 1 } }, required: ['a'] },
    {
      type: 'object',
      properties: { a: string, b: { type: ['integer', 'null'] } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  ],
  [
    'lets an optional choice be null',
    { type: 'object', properties: { a: { enum: [1, 2] }, b: { const: 'x' } } },
    {
      type: 'object',
      properties: { a: { enum: [1, 2, null] }, b: { anyOf: [{ const: 'x' }, { type: 'null' }] } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  ],
  [
    'goes into lists',
    { type: 'array', items: { type: 'object', properties: {}, required: [] } },
    { type: 'array', items: { type: 'object', properties: {}, required: [], additionalProperties: false } },
  ],
  ['cannot say what takes any value', { type: 'object', properties: { a: {} } }, undefined],
  ['cannot say free members', { type: 'object', properties: {}, additionalProperties: string }, undefined],
  [
    'cannot say named members beside free ones',
    { type: 'object', properties: { a: string }, additionalProperties: true },
    undefined,
  ],
  ['cannot say an object of which nothing is known', { type: 'object' }, undefined],
])('%s', (_, schema, want) => expect(toStrictSchema(schema)).toEqual(want))

describe.skipIf(!hasShared)('the strict form of the tools of', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })

  it.each(someRealCollections(20))('%s takes the same input', (name) => {
    for (const definition of targetInput(realCollection(name).document).definitions) {
      const strict = toStrictSchema(definition.parameters)
      if (!strict) continue
      // The rules of the API, as the SDK of OpenAI enforces them: it has nothing to add.
      expect(toStrictJsonSchema(strict as never)).toEqual(strict)
      const example = exampleInput(definition)
      if (!ajv.validate(definition.parameters, example)) continue
      const validate: ValidateFunction = ajv.compile(strict)
      const input = withNulls(example, strict)
      expect(validate(input), `${definition.name}: ${ajv.errorsText(validate.errors)}`).toBe(true)
    }
  })
})

/** The value with a null for every member that is left out, as a model in strict mode writes it. */
function withNulls(value: JsonValue | undefined, schema: JsonSchema): JsonValue {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) {
    const { items = {} } = schema.items ? schema : branch(schema, 'array')
    return value.map((element) => withNulls(element, items))
  }
  if (typeof value !== 'object') return value
  const { properties = {} } = schema.properties ? schema : branch(schema, 'object')
  return Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, withNulls(value[key], member)]),
  )
}

const branch = (schema: JsonSchema, type: string): JsonSchema =>
  schema.anyOf?.find((one) => one.type === type) ?? schema
