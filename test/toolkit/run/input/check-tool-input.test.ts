import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { checkToolInput } from '../../../../src/toolkit/run/input/check-input.js'

/** A call that creates a pet, whose example has two members with content. */
const tool = compileCollection(
  parseCollection({
    info: { name: 'x' },
    item: [
      {
        name: 'Create pet',
        request: {
          method: 'POST',
          url: 'https://x.com/pets',
          body: { mode: 'raw', raw: '{"name":"Rex","price":10,"parts":[{"size":1}]}' },
        },
      },
      {
        name: 'Create toy',
        request: {
          method: 'POST',
          url: 'https://x.com/toys',
          description: '- `kind` (string, required): what it is\n- `price`: how much',
          body: { mode: 'raw', raw: '{"kind":"ball","price":10}' },
        },
      },
    ],
  }),
)
const [pet, toy] = tool.definitions

describe('checkToolInput takes', () => {
  const cases: [title: string, input: JsonObject, want: JsonObject][] = [
    ['a part of what an example has', { body: { name: 'Rex' } }, { body: { name: 'Rex' } }],
    [
      'decimals where examples have none',
      { body: { name: 'Rex', price: 9.5, parts: [{ size: 0.5 }] } },
      { body: { name: 'Rex', price: 9.5, parts: [{ size: 0.5 }] } },
    ],
  ]
  it.each(cases)('%s', (_title, input, want) => {
    expect(pet!.parameters.properties?.body?.required).toEqual(['name', 'price', 'parts'])
    expect(checkToolInput(pet!, input)).toEqual({ input: want })
  })
})

describe('checkToolInput refuses', () => {
  it('a body with nothing of it, and names all of it', () => {
    expect(checkToolInput(pet!, { body: {} })).toMatchObject({
      problems: [
        '"body.name" is required (a string).',
        '"body.price" is required (an integer).',
        expect.anything(),
      ],
    })
  })

  it('a body without a member that the description requires', () => {
    expect(checkToolInput(toy!, { body: { price: 9.5 } })).toEqual({
      problems: [
        '"body.kind" is required (a string).',
        '"body.price" must be an integer, but 9.5 was given.',
      ],
    })
  })
})
