import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_FILE_NESTING, MAX_NESTING } from '../../src/protocol/nesting.js'
import { parseFile, parseJson, parseShallow, stringEnd, tooDeepAt } from '../../src/protocol/parse-json.js'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('parseJson', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text))
        expect(parseShallow(text)).toEqual(JSON.parse(text))
      }),
    )
  })
  it.each<[what: string, text: string, want: RegExp]>([
    ['no JSON', '{"a":', /JSON/],
    ['one level more', lists(MAX_NESTING + 1), /nested more than 100 levels deep/],
    ['levels without end', '['.repeat(100_000), /nested more than 100 levels deep/],
    ['levels of objects', '{"a":'.repeat(100_000), /nested more than 100 levels deep/],
  ])('refuses %s', (_, text, want) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
    expect(() => parseJson(text)).toThrow(want)
  })
  it('takes as many levels as it says, and brackets in strings are none', () => {
    expect(parseJson(lists(MAX_NESTING))).toBeInstanceOf(Array)
    const brackets = JSON.stringify({ a: '[{"'.repeat(1_000), '[[[': '\\"[[['.repeat(500) })
    expect(parseJson(brackets)).toEqual(JSON.parse(brackets))
  })
})

describe('parseFile', () => {
  const deep = MAX_FILE_NESTING + 1
  it.each<[what: string, text: string]>([
    ['one level more', lists(deep)],
    ['one level more of objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['one level more in a long text', `${' '.repeat(9_000_000)}${lists(deep)}`],
    ['many levels in a long text', lists(5_000_000)],
  ])('refuses %s', (_, text) => {
    expect(() => parseFile(text)).toThrow(/nested more than 200 levels deep/)
  })
  it('refuses levels without end', () => {
    expect(() => parseFile('['.repeat(1_000_000))).toThrow(SyntaxError)
    expect(() => parseFile('['.repeat(10_000_000))).toThrow(SyntaxError)
  })
  it('takes as many levels as it says', () => {
    expect(parseFile(lists(MAX_FILE_NESTING))).toBeInstanceOf(Array)
    expect(parseFile('7')).toBe(7)
  })
})

describe('tooDeepAt', () => {
  it.each<[text: string, max: number, want: number | undefined]>([
    ['[[]]', 2, undefined],
    ['[[]]', 1, 1],
    ['[1,[2],{"a":[3]}]', 2, 12],
    ['["[[["]', 1, undefined],
    ['["\\"[["]', 1, undefined],
    ['[],[],[]', 1, undefined],
    ['', 0, undefined],
  ])('%s, %i', (text, max, want) => expect(tooDeepAt(text, max)).toBe(want))
})

describe('parseShallow', () => {
  it.each<[text: string, want: unknown]>([
    ['{"a":{"b":{"c":1},"d":[2]},"e":3}', { a: { b: {}, d: [] }, e: 3 }],
    ['{"a":{"b":["]",{"c":[]}]},"id":"x"}', { a: { b: [] }, id: 'x' }],
    ['[[[[[1]]]],[[2]],3]', [[[]], [[]], 3]],
  ])('%s', (text, want) => expect(parseShallow(text, 2)).toEqual(want))
  it('names what stands behind what was left out', () => {
    const text = `{"deep":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},"event_id":"after"}`
    expect(parseShallow(text, 3)).toEqual({ deep: { a: { a: {} } }, event_id: 'after' })
  })
  it.each(['['.repeat(100_000), `{"a":${'['.repeat(100_000)}`, `${lists(5)}]`])(
    'refuses what never ends, or ends too often',
    (text) => expect(() => parseShallow(text, 2)).toThrow(SyntaxError),
  )
})

describe('stringEnd', () => {
  it.each<[text: string, start: number, want: number]>([
    ['"a"b', 0, 3],
    ['x"a\\"b"c', 1, 7],
    ['"a\\\\"b', 0, 5],
    ['"never', 0, 6],
  ])('%s', (text, start, want) => expect(stringEnd(text, start)).toBe(want))
})

/** Files that parse what they, or a peer that holds the secret of the service, wrote themselves. */
const OWN_TEXT = new Set([
  'cli/serve/find-example-question.ts',
  'cli/serve/screen.ts',
  'prompt/generate-collection.ts',
  'protocol/parse-json.ts',
  'server/ag-ui/run.ts',
  'server/agent/offered-tools.ts',
  'server/http/authenticator.ts',
  'server/mcp/call-handler.ts',
  'server/phone/line-call.ts',
  'server/phone/media-streams.ts',
  'server/realtime/session-config.ts',
  'server/recording/recordings.ts',
  'server/sessions/sealed-record.ts',
  'toolkit/collection/json-tokens.ts',
  'toolkit/collection/upgrade.ts',
  'toolkit/semantics/named-in-lines.ts',
  'toolkit/validate/repeats.ts',
])

it('every reader of foreign JSON checks the depth first', () => {
  const source = join(import.meta.dirname, '../../src')
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    // A page reads what its own server says.
    (name) => /\.tsx?$/.test(name) && !name.startsWith('client/'),
  )
  const unchecked = names.filter((name) => /\bJSON\.parse\(/.test(readFileSync(join(source, name), 'utf8')))
  expect(unchecked.sort()).toEqual([...OWN_TEXT])
})
