import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { comment, key, literal, quote } from '../../../src/toolkit/generate/write-type.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

/** Texts that try to get out of where they stand. */
const hostile = fc.stringMatching(/^[\s\S]*$/).map((text) => text)
const nasty = fc.oneof(
  hostile,
  fc.constantFrom(
    '*/ alert(1) /*',
    '*\u202e/ alert(1) /*',
    '*\u200f\u061c/ alert(1) /*',
    '`$\u007bprocess.exit()}`',
    '"\\',
    "'",
    '\u2028',
    '\r\n',
    '\u202e',
    '*',
    '/',
    '// x',
    '@internal',
  ),
)

/** What a source text evaluates to. */
function evaluate(source: string): unknown {
  return new Function(`return (${source})`)()
}

describe('literals', () => {
  it('evaluate to the value they were written from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(evaluate(literal(value as JsonValue))).toEqual(value)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('stay on one line and show nothing invisible, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(nasty).map((parts) => parts.join('')),
        (text) => {
          const quoted = quote(text)
          expect(evaluate(quoted)).toBe(text)
          expect(quoted).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
        },
      ),
      { seed: 2, numRuns: 500 },
    )
  })

  it('keep a member named __proto__ a member', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as JsonValue
    expect(Object.keys(evaluate(literal(value)) as object)).toEqual(['__proto__', 'b'])
  })

  it('leave out members that are undefined, as JSON does', () => {
    expect(literal({ a: undefined as unknown as JsonValue, b: 1 })).toBe('{ b: 1 }')
  })

  it.each([
    ['name', 'name'],
    ['$filter', '$filter'],
    ['first-name', '"first-name"'],
    ['1st', '"1st"'],
    ['__proto__', '"__proto__"'],
  ])('write the key %s as %s', (name, want) => expect(key(name)).toBe(want))
})

describe('comments', () => {
  it('end where they should, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.array(nasty), fc.constantFrom('', ' ')).map(([parts, between]) => parts.join(between)),
        (text) => {
          const source = `${comment(text, { lines: [`@example ${text}`] })}const a = 1\n`
          const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.ES2022)
          expect(file.statements).toHaveLength(1)
          expect(file.statements[0]!.getFullText(file).trim()).toBe(source.trim())
          expect(source).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
        },
      ),
      { seed: 3, numRuns: 500 },
    )
  })

  it('make no tag of a text', () => {
    expect(comment('@internal')).toBe('/** \\@internal */\n')
    expect(comment('One.\n@private')).toBe('/** One. \\@private */\n')
    expect(comment(`${'word '.repeat(20)}@deprecated`)).toContain('\n * \\@deprecated\n')
  })

  it('are absent where there is nothing to say', () => expect(comment(' \n ')).toBe(''))
})
