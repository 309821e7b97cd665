import { describe, expect, it, vi } from 'vitest'
import { cutNesting, isTooDeep, MAX_NESTING } from '../../src/protocol/nesting.js'

/** So many lists or objects in each other, with something in the innermost. */
function nested(depth: number, { inside, as }: { inside: unknown[]; as: 'lists' | 'objects' }): unknown {
  let value: unknown = as === 'lists' ? inside : Object.fromEntries(inside.entries())
  for (let left = depth - 1; left > 0; left -= 1) value = as === 'lists' ? [value, 1] : { in: value, n: 1 }
  return value
}

function circle(): unknown {
  const value: Record<string, unknown> = { one: 1 }
  value.self = value
  return value
}

describe('the nesting of a message', () => {
  it.each<[what: string, value: unknown, want: boolean]>([
    ['no value', undefined, false],
    ['null', null, false],
    ['a text', 'text', false],
    ['an empty list', [], false],
    ['as many lists as are taken', nested(MAX_NESTING, { inside: [1], as: 'lists' }), false],
    ['one more', nested(MAX_NESTING + 1, { inside: [1], as: 'lists' }), true],
    ['one more, which is empty', nested(MAX_NESTING + 1, { inside: [], as: 'lists' }), true],
    ['as many objects as are taken', nested(MAX_NESTING, { inside: ['a'], as: 'objects' }), false],
    ['one more object', nested(MAX_NESTING + 1, { inside: ['a'], as: 'objects' }), true],
    ['one beside a shallow one', [1, {}, nested(MAX_NESTING, { inside: [], as: 'lists' })], true],
    ['more than a stack can hold', nested(100_000, { inside: [], as: 'lists' }), true],
    ['what stands in itself', circle(), true],
  ])('of %s', (_, value, want) => {
    expect(isTooDeep(value)).toBe(want)
  })

  it('copies nothing to look at it', () => {
    const values = vi.spyOn(Object, 'values')
    expect(isTooDeep({ audio: Array(1_000).fill(1) })).toBe(false)
    expect(values).not.toHaveBeenCalled()
    values.mockRestore()
  })
})

describe('cutNesting', () => {
  it('hands on what is not too deep', () => {
    const value = { a: [1, { b: 2 }] }
    expect(cutNesting(value, 3)).toBe(value)
  })
  it.each<[what: string, value: unknown, want: unknown]>([
    ['deeper lists', [[[['x']]], 'y'], [[null], 'y']],
    ['deeper objects', { a: { b: { c: 1 }, d: 2 } }, { a: { b: null, d: 2 } }],
    ['what stands in itself', circle(), { one: 1, self: { one: 1, self: null } }],
  ])('writes null for %s', (_, value, want) => expect(cutNesting(value, 2)).toEqual(want))
  it('is safe for what no stack can hold', () => {
    expect(cutNesting(nested(100_000, { inside: [], as: 'objects' }), 1)).toEqual({ in: null, n: 1 })
  })
})
