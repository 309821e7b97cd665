import { describe, expect, it } from 'vitest'
import { formOf, menuOf } from '../../../../src/server/providers/local/tool-menu.js'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'

const tool = (description: string, parameters: JsonSchema) => ({ name: 'do_it', description, parameters })
const text = { type: 'string' }

describe('menuOf', () => {
  it.each<[string, string, JsonSchema, string]>([
    ['no input', 'Does it. And more.', {}, '- do_it(): Does it.'],
    [
      'members, those that may be left out marked',
      'Does it',
      { properties: { id: text, limit: text }, required: ['id'] },
      '- do_it(id, limit?): Does it',
    ],
    [
      'the members of a body',
      'Does it.',
      {
        properties: { id: text, body: { properties: { name: text, age: text }, required: ['name'] } },
        required: ['id', 'body'],
      },
      '- do_it(id, name, age?): Does it.',
    ],
    [
      'many members',
      'Does it.',
      { properties: Object.fromEntries([...'abcdefghij'].map((name) => [name, text])) },
      '- do_it(a?, b?, c?, d?, e?, f?, g?, h?, ...): Does it.',
    ],
    ['a sentence without end', 'x'.repeat(500), {}, `- do_it(): ${'x'.repeat(160)}...`],
    ['no description', '', {}, '- do_it(): '],
  ])('shows %s', (_, description, parameters, line) => {
    expect(
      menuOf([tool(description, parameters)])
        .split('\n')
        .at(-1),
    ).toBe(line)
  })
})

describe('formOf', () => {
  it('shows no examples, which a small model would send as they are', () => {
    const given: JsonSchema = {
      properties: {
        list: { type: 'array', items: { ...text, examples: ['x'] } },
        price: { examples: [9] },
        examples: { anyOf: [{ ...text, examples: ['x'] }], additionalProperties: { examples: [1] } },
      },
      examples: [{}],
    }
    const shown = {
      properties: {
        ...{ list: { type: 'array', items: text }, price: {} },
        examples: { anyOf: [text], additionalProperties: {} },
      },
    }
    const form = formOf(tool('Does it.', { properties: { it: given }, required: ['it'] }))
    expect(form).toContain(JSON.stringify({ properties: { it: shown }, required: ['it'] }))
  })

  it('gives the schema of the input whole', () => {
    const parameters = { type: 'object', properties: { id: text }, required: ['id'] }
    expect(formOf(tool('Does it.', parameters))).toContain(
      'do_it has this JSON Schema: {"properties":{"id":{"type":"string"}},"required":["id"]}',
    )
  })
})
