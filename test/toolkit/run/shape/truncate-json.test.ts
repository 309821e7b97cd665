import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import { largestList, truncateJson } from '../../../../src/toolkit/run/shape/truncate-json.js'

const size = (value: JsonValue) => JSON.stringify(value).length

describe('a value that fits', () => {
  it('stays whole, to its last character', () => {
    const value = { list: [1, 2, 3], text: 'x' }
    expect(truncateJson(value, size(value))).toEqual({ content: value })
    expect(truncateJson([1, 2, 3], size([1, 2, 3]) - 1).truncated).toEqual({ total: 3, kept: 2 })
  })
})

describe('of a list that is too large', () => {
  it.each<[value: JsonValue, room: number, kept: JsonValue, count: { total: number; kept: number }]>([
    [[11, 22, 33, 44], 9, [11, 22], { total: 4, kept: 2 }],
    [{ ok: true, data: [11, 22, 33] }, 25, { ok: true, data: [11] }, { total: 3, kept: 1 }],
    [
      { a: [1, 2], b: { c: [111, 222, 333] } },
      32,
      { a: [1, 2], b: { c: [111, 222] } },
      { total: 3, kept: 2 },
    ],
  ])('%j in %i characters stays %j', (value, room, kept, count) => {
    expect(truncateJson(value, room)).toEqual({ content: kept, truncated: count })
  })

  it('whole items stay, in order, as many as there is room for', () => {
    const items = Array.from({ length: 100 }, (_, id) => ({ id, text: 'x'.repeat(20) }))
    const { content, truncated } = truncateJson({ items, more: 1 }, 1_000)
    const { items: kept } = content as { items: JsonValue[] }
    expect(kept).toEqual(items.slice(0, kept.length))
    expect(truncated).toEqual({ total: 100, kept: kept.length })
    expect(size(content)).toBeLessThanOrEqual(1_000)
    expect(size({ items: items.slice(0, kept.length + 1), more: 1 })).toBeGreaterThan(1_000 - 2)
  })

  it('one item stays even when it is cut itself', () => {
    const { content, truncated } = truncateJson([{ text: 'x'.repeat(5_000) }, 2], 1_000)
    expect(truncated).toEqual({ total: 2, kept: 1 })
    expect(content).toEqual([{ text: `${'x'.repeat(600)}…` }])
  })
})

describe('the largest list', () => {
  it.each<[value: JsonValue, path: string[] | undefined]>([
    [[1], []],
    [[], undefined],
    ['text', undefined],
    [null, undefined],
    [{ a: [1], b: [1, 2], c: [1] }, ['b']],
    [{ a: [1, 2, 3], b: ['xxxxxxxxxx'] }, ['b']],
    [{ a: [1], b: [1] }, ['a']],
    [{ a: { b: { c: { d: [1] } } } }, ['a', 'b', 'c', 'd']],
    [{ a: { b: { c: { d: { e: [1] } } } } }, undefined],
    [{ a: [[1, 2, 3]] }, ['a']],
    [{ a: {}, b: null, c: 1 }, undefined],
  ])('of %j stands at %j', (value, path) => expect(largestList(value)?.path).toEqual(path))
})

describe('what is still too large', () => {
  it.each<[name: string, value: JsonObject, room: number, want: JsonObject]>([
    ['long texts, a little', { text: 'x'.repeat(700), a: 1 }, 650, { text: `${'x'.repeat(600)}…`, a: 1 }],
    ['long texts, more', { text: 'x'.repeat(700), a: 1 }, 300, { text: `${'x'.repeat(200)}…`, a: 1 }],
    ['long texts, much', { text: 'x'.repeat(700), a: 1 }, 150, { text: `${'x'.repeat(80)}…`, a: 1 }],
    ['long texts, most', { text: 'x'.repeat(700), a: 1 }, 60, { text: `${'x'.repeat(30)}…`, a: 1 }],
  ])('has %s cut', (_name, value, room, want) => expect(truncateJson(value, room).content).toEqual(want))

  it('has inner lists cut, with a count', () => {
    const inner = Array.from({ length: 30 }, () => 'y'.repeat(50))
    const { content } = truncateJson([{ inner }], 1_000)
    expect(content).toEqual([{ inner: [...inner.slice(0, 10), '… 20 more'] }])
  })

  it('has members cut, with a count', () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 1]))
    const content = truncateJson(value, 4_000).content as JsonObject
    expect(Object.keys(content)).toHaveLength(401)
    expect(content['…']).toBe('100 more')
  })

  it('has deep values cut', () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? 'x'.repeat(700) : { a: nested(depth - 1) })
    expect(JSON.stringify(truncateJson(nested(20), 600).content)).toBe(
      `${'{"a":'.repeat(8)}"…"${'}'.repeat(8)}`,
    )
  })

  it('is text that is cut when nothing else helps', () => {
    const value = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`key number ${at}`, { a: [1, 2] }]),
    )
    const { content } = truncateJson(value, 50)
    expect(content).toMatch(/^\{"key number 0":.*…$/)
    expect(content).toHaveLength(50)
  })
})

it('never cuts an emoji in half', () => {
  const emojis = '😀'.repeat(2000)
  for (const value of [{ text: `x${emojis}` }, { text: emojis }, [`x${emojis}`], { [`x${emojis}`]: 1 }]) {
    const text = JSON.stringify(truncateJson(value, 1000).content)
    expect(/\p{Surrogate}|\\ud[89a-f]/u.test(text), text.slice(0, 20)).toBe(false)
  }
})
