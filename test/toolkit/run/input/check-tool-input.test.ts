import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { checkToolInput } from '../../../../src/toolkit/run/input/check-input.js'

/** A call that creates a pet, whose example has three members. */
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
      {
        name: 'Create walk',
        request: {
          method: 'POST',
          url: 'https://x.com/walks',
          body: { mode: 'raw', raw: '{"park":"North","km":10}' },
        },
      },
    ],
  }),
)
const [pet, toy, walk] = tool.definitions

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
    expect(pet!.parameters.properties?.body?.required).toEqual(['name'])
    expect(checkToolInput(pet!, input)).toEqual({ input: want })
  })
})

describe('checkToolInput refuses', () => {
  it('an empty body, and says what it may have', () => {
    expect(checkToolInput(pet!, { body: {} })).toMatchObject({
      problems: ['"body.name" is required (a string).'],
    })
    expect(checkToolInput(walk!, { body: {} })).toEqual({
      problems: ['"body" is empty. Give the members that the user spoke of: park, km.'],
    })
  })

  it('a body without a member that the description requires', () => {
    expect(checkToolInput(toy!, { body: { price: 9.5 } })).toEqual({
      problems: ['"body.kind" is required (a string).'],
    })
  })
})
