import { describe, expect, it } from 'vitest'
import {
  inputEntries,
  prettyJson,
  readableName,
  readableResult,
  readableTime,
} from '../../../src/client/overlay/tool-words.js'

describe('a name for people', () => {
  it.each([
    ['create_order', 'Create order'],
    ['get-pet', 'Get pet'],
    ['petId', 'Pet id'],
    ['deliverTo', 'Deliver to'],
    ['URL', 'URL'],
    ['pets_v2', 'Pets v2'],
    ['_', '_'],
  ])('%s is %s', (name, want) => {
    expect(readableName(name)).toBe(want)
  })
})

describe('what a person is asked to allow', () => {
  it.each([
    [
      '{"petId":7,"body":{"quantity":1,"tags":["a"]}}',
      [
        ['Pet id', '7'],
        ['Quantity', '1'],
        ['Tags', '(1) ["a"]'],
      ],
    ],
    ['{"body":"plain text"}', [['Body', 'plain text']]],
    ['{}', []],
    ['', []],
    ['{"note":"a\\u202eb\\n\\u200b"}', [['Note', 'a<U+202E>b⏎<U+200B>']]],
    ['{"petId":1234567890123456789}', [['Pet id', '1234567890123456789']]],
    ['{"cut', [['', '{"cut']]],
    ['[1]', [['', '[1]']]],
  ])('%s', (text, want) => {
    expect(inputEntries(text)).toEqual(want)
  })
})

describe('what a tool answered', () => {
  it.each([
    ['{"isError":false,"status":200,"content":{"id":7}}', '{\n  "id": 7\n}'],
    ['{"isError":true,"content":"No such pet."}', 'No such pet.'],
    ['{"content":1}', '{\n  "content": 1\n}'],
    ['{"isError":false,"content":{"id":1234567890123456789}}', '{\n  "id": "1234567890123456789"\n}'],
    ['plain', 'plain'],
    ['null', 'null'],
  ])('%s', (text, want) => {
    expect(readableResult(text)).toBe(want)
  })

  it('is indented where it is JSON', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(prettyJson('{"a":')).toBe('{"a":')
    expect(prettyJson('{"id":1234567890123456789}')).toContain('1234567890123456789')
  })
})

describe('a time', () => {
  it.each([
    [0.4, '0 ms'],
    [184.4, '184 ms'],
    [2_140, '2.1 s'],
  ])('%d ms is %s', (ms, want) => {
    expect(readableTime(ms)).toBe(want)
  })
})
