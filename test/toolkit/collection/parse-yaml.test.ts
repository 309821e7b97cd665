import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../../src/toolkit/collection/parse-yaml.js'

describe('parseYaml', () => {
  it('merges maps', () => {
    const text = 'a: &a {x: 1, y: 2}\nb: &b {z: 3}\nc: {<<: *a, y: 4}\nd: {<<: [*a, *b]}\n'
    expect(parseYaml(text)).toMatchObject({ c: { x: 1, y: 4 }, d: { x: 1, y: 2, z: 3 } })
  })

  it('refuses several documents, in a sentence with the place of the second', () => {
    const text = 'name: one\n---\nname: two\n'
    expect(() => parseYaml(text)).toThrow('It contains several documents, divided by --- at line ')
  })

  it('reads an alias that is used often, as programs write shared values', () => {
    const uses = Array.from({ length: 500 }, (_, index) => `k${index}: *id001`)
    expect(parseYaml(`first: &id001 {a: 1}\n${uses.join('\n')}\n`)).toMatchObject({ k499: { a: 1 } })
  })

  it.each([
    [
      'multiply',
      ['&a0 {x: 1}', ...Array.from({ length: 9 }, (_, n) => `&a${n + 1} [${`*a${n}, `.repeat(10)}]`)],
    ],
    [
      'have many uses of a large value',
      [`&a0 [${'1, '.repeat(10_000)}]`, ...Array.from({ length: 600 }, () => '*a0')],
    ],
    ['contain themselves', ['&a0 [*a0]']],
  ])('refuses aliases that %s', (_, lines) => {
    expect(() => parseYaml(lines.map((line) => `- ${line}\n`).join(''))).toThrow(/alias|nested/i)
  })
})
