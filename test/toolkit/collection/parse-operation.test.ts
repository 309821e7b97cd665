import { describe, expect, it } from 'vitest'
import {
  parseOperation,
  splitOperation,
  withOperation,
} from '../../../src/toolkit/collection/parse-operation.js'

describe('the block of OpenAPI in a description', () => {
  it.each([
    ['A list.', 'A list.'],
    ['', ''],
    ['A list.\n\n```json\n{}\n```', 'A list.\n\n```json\n{}\n```'],
  ])('is cut out of %j as it was put in', (text, want) => {
    const operation = { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] }
    const { text: rest, block } = splitOperation(withOperation(text, operation))
    expect([rest, JSON.parse(block!)]).toEqual([want, operation])
  })

  it.each(['no block', '```openapi', '```openapi\n{}', 'see ```openapi\n{}\n```'])(
    'is not seen in %j',
    (text) => {
      expect(splitOperation(text)).toEqual({ text, block: undefined })
    },
  )

  it.each<[string, object]>([
    ['{"style":"deepObject"}', { style: 'deepObject' }],
    ['{"explode":false}', { style: 'simple' }],
    ['{"style":"pipeDelimited"}', { style: 'pipeDelimited' }],
    ['{"style":"spaceDelimited","explode":true}', {}],
    [
      '{"content":{"application/json":{"schema":{"type":"object"}}}}',
      { style: 'json', schema: { type: 'object' } },
    ],
    [
      '{"required":true,"deprecated":true,"description":"D."}',
      { required: true, schema: { deprecated: true, description: 'D.' } },
    ],
    ['{"schema":{"oneOf":[{"type":"string"}],"$ref":"x"}}', { schema: { anyOf: [{ type: 'string' }] } }],
    ['{"schema":{"anyOf":[{"type":"string"},false]}}', { schema: { anyOf: [{ type: 'string' }] } }],
    ['{"schema":{"anyOf":[{"type":"string"},true]}}', { schema: {} }],
  ])('reads the parameter %s', (written, want) => {
    const block = JSON.stringify({ parameters: [{ name: 'a', in: 'query', ...JSON.parse(written) }] })
    const plain = { name: 'a', in: 'query', required: false, schema: {} }
    expect(parseOperation(block)?.parameters).toEqual([{ ...plain, ...want }])
  })

  it.each(['', '{', '[]', '"x"', 'null', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`])(
    'is undefined for %j',
    (block) => {
      expect(parseOperation(block)).toBeUndefined()
    },
  )
})
