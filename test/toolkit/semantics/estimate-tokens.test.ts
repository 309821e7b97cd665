import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { estimateTokens } from '../../../src/toolkit/semantics/tokens.js'

it.each([
  ...[
    '',
    '7',
    '123',
    '1234',
    '1234567',
    'a',
    'Pet',
    ' pet',
    'pet store',
    'Pet Store',
    'the id of a pet',
    'PET',
    'a.b',
  ],
  ...[
    '{"a":1}',
    '  ',
    '!',
    '...',
    '===',
    'x = 1',
    'get /pets',
    'true, false',
    'listPets',
    'petId',
    'é',
    'A',
    'a 1 b',
  ],
  ...[
    'information',
    'one two three four five',
    '{"type":"string"}',
    '"name": "x"',
    'GET',
    '10 items',
    '----',
    '12 34',
  ],
])('the tokens of %j are those of the tokenizer', (text) =>
  expect(estimateTokens(text)).toBe(encode(text).length),
)

it.each<[text: string, tokens: number]>([
  ['internationalization', 3],
  ['/organizations', 2],
  ['/pets', 1],
  [':organizations:', 3],
  ['='.repeat(21), 10],
  ['====='.repeat(2), 5],
  ['ABCDEFGHIJKLMNOPQR', 5],
  ['日本語の文', 3],
  [' '.repeat(40), 1],
  ['1'.repeat(30), 10],
  ['recommendations of it', 4],
])('%j has about %i tokens', (text, tokens) => expect(estimateTokens(text)).toBe(tokens))
