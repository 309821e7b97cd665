import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputFields } from '../../src/text/input-fields.js'
import { shownInput } from '../../src/text/shown-input.js'

const style = { maxChars: 20, maxRows: 4 }
const shown = (input: unknown) => shownInput(JSON.stringify(input), style)

describe('shownInput', () => {
  const cases: [title: string, input: unknown, want: [path: string, value: string][]][] = [
    [
      'one row a field, those of the body without its name',
      { id: 7, body: { a: { b: true } } },
      [
        ['id', '7'],
        ['a.b', 'true'],
      ],
    ],
    ['lists with their number', { ids: [1, 2, 3] }, [['ids', '(3) [1,2,3]']]],
    [
      'both ends of a long value',
      { note: `start${'x'.repeat(50)}end` },
      [['note', 'startxxxxx … xxxxxxxend (58)']],
    ],
    ['hidden characters', { 'a\u200b': 'b\u202e' }, [['a<U+200B>', 'b<U+202E>']]],
    [
      'what has no row of its own by its name',
      { a: 1, b: 2, c: 3, d: 4, role: 'admin' },
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['+2', 'd, role'],
      ],
    ],
    [
      'a file by its name and its size',
      { file: { base64: 'QUJDRA==', name: 'a.txt' }, more: [{ base64: 'QUJD' }] },
      [
        ['file', 'a.txt (4B)'],
        ['more', '(1) ["3B"]'],
      ],
    ],
    ['a list as it is', [1], [['', '[1]']]],
  ]
  it.each(cases)('shows %s', (_, input, want) => {
    expect(shown(input).map(({ path, value }) => [path.join('.'), value])).toEqual(want)
  })

  it('shows or counts every field of any input, and hides none', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (input) => {
        const rows = shown(input)
        const { count } = inputFields(JSON.parse(JSON.stringify(input)))
        const others = count > style.maxRows ? Number(rows.at(-1)!.path[0]!.slice(1)) : 0
        expect(rows.length - (others > 0 ? 1 : 0) + others).toBe(count)
        expect(rows.flatMap(({ path, value }) => [...path, value]).join('')).not.toMatch(
          /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/u,
        )
      }),
    )
  })
})
