import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { getAt, setAt } from '../../../src/toolkit/model/json-pointer.js'

describe('the value at a pointer', () => {
  const document = { a: { 'b/c': [1, { '~': 2 }], '': 3 }, n: null, s: 'text' }
  it.each<[pointer: string, want: JsonValue | undefined]>([
    ['', document],
    ['/a/b~1c/0', 1],
    ['/a/b~1c/1/~0', 2],
    ['/a/', 3],
    ['/n', null],
    ['/n/x', undefined],
    ['/s/0', undefined],
    ['/s/length', undefined],
    ['/a/b~1c/2', undefined],
    ['/none/x', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/a/toString', undefined],
  ])('%j', (pointer, want) => expect(getAt(document, pointer)).toEqual(want))
  it('unescapes once', () => expect(getAt({ '~1': 1 }, '/~01')).toBe(1))
})

describe('another value at a pointer', () => {
  it.each<[whole: JsonValue, pointer: string, want: JsonValue]>([
    [{ a: 1, b: 2 }, '/a', { b: 2, a: 9 }],
    [{ a: { x: 1 } }, '/a/y', { a: { x: 1, y: 9 } }],
    [{}, '/a/b', { a: { b: 9 } }],
    [{}, '/a~1b', { 'a/b': 9 }],
    [{ a: 'text' }, '/a/b', { a: 'text' }],
    [{ a: [1, 2] }, '/a/1', { a: [1, 9] }],
    [{ a: [1] }, '/a/1', { a: [1] }],
    [{ a: [1] }, '/a/x', { a: [1] }],
    [{ a: null }, '/a/b', { a: null }],
    [null, '/a', null],
    [[{ b: 1 }], '/0/b', [{ b: 9 }]],
    [{ a: 1 }, '', 9],
  ])('of %j at %j gives %j', (whole, pointer, want) => {
    const before = JSON.stringify(whole)
    const changed = setAt(whole, pointer, 9)
    expect(JSON.stringify(changed)).toBe(JSON.stringify(want))
    expect(JSON.stringify(whole)).toBe(before)
  })

  it('never changes a prototype', () => {
    const changed = setAt({}, '/__proto__/admin', true) as object
    expect(Object.hasOwn(changed, '__proto__')).toBe(true)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})
