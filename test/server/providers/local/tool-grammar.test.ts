import { describe, expect, it } from 'vitest'
import { inputGrammar } from '../../../../src/server/providers/local/tool-grammar.js'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { grammarMatcher } from './grammar-matcher.js'

const takes = (parameters: JsonSchema) =>
  grammarMatcher(inputGrammar({ name: 't', description: '', parameters }))

const order: JsonSchema = {
  type: 'object',
  properties: {
    petId: { type: 'integer' },
    size: { type: 'string', enum: ['small', 'large'] },
    note: { type: 'string' },
  },
  required: ['petId'],
}

describe('inputGrammar', () => {
  it.each<[string, JsonSchema, string, boolean]>([
    ['required alone', order, '{"petId": 2}', true],
    ['with one that may be', order, '{"petId": 2, "note": "soon \\" ü"}', true],
    ['all in order', order, '{"petId": 2, "size": "small", "note": ""}', true],
    ['required missing', order, '{"size": "small"}', false],
    ['nothing', order, '{}', false],
    ['another value than listed', order, '{"petId": 2, "size": "huge"}', false],
    ['a text for a number', order, '{"petId": "2"}', false],
    ['an unknown member', order, '{"petId": 2, "colour": "red"}', false],
    ['not closed', order, '{"petId": 2', false],
    ['no parameters', { type: 'object', properties: {} }, '{}', true],
    ['no parameters but some', { type: 'object', properties: {} }, '{"a": 1}', false],
    ['optional only: none', { properties: { a: { type: 'boolean' } } }, '{}', true],
    ['optional only: one', { properties: { a: { type: 'boolean' } } }, '{"a": true}', true],
    [
      'a list',
      { properties: { a: { items: { type: 'number' } } }, required: ['a'] },
      '{"a": [1, -2.5]}',
      true,
    ],
    [
      'a list of others',
      { properties: { a: { items: { type: 'number' } } }, required: ['a'] },
      '{"a": ["x"]}',
      false,
    ],
    [
      'a list too long',
      { properties: { a: { items: { type: 'integer' }, maxItems: 1 } } },
      '{"a": [1, 2]}',
      false,
    ],
    ['null or text', { properties: { a: { type: ['string', 'null'] } } }, '{"a": null}', true],
    [
      'one of several',
      { properties: { a: { anyOf: [{ type: 'integer' }, { const: 'all' }] } } },
      '{"a": "all"}',
      true,
    ],
    [
      'none of several',
      { properties: { a: { anyOf: [{ type: 'integer' }, { const: 'all' }] } } },
      '{"a": "some"}',
      false,
    ],
    ['a date', { properties: { a: { type: 'string', format: 'date' } } }, '{"a": "2026-01-31"}', true],
    ['no date', { properties: { a: { type: 'string', format: 'date' } } }, '{"a": "tomorrow"}', false],
    ['too short', { properties: { a: { type: 'string', minLength: 2 } } }, '{"a": "x"}', false],
    [
      'a free object inside',
      { properties: { body: { type: 'object' } }, required: ['body'] },
      '{"body": {"a": [1, "b"]}}',
      true,
    ],
    ['an object inside', { properties: { body: order }, required: ['body'] }, '{"body": {"petId": 7}}', true],
    ['a name with a quote', { properties: { 'a"b': { type: 'integer' } } }, '{"a\\"b": 1}', true],
  ])('%s', (_, schema, text, fits) => expect(takes(schema)(text)).toBe(fits))
})
