import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import type { Capture } from '../../../src/toolkit/model/tool.js'
import { capturedValues } from '../../../src/toolkit/run/shape/answer-job.js'
import { sketchTool } from '../../support/tool.js'

const long = (length: number) => 'x'.repeat(length)

describe('capturedValues', () => {
  const read = (from: Capture['from'], value: JsonValue | undefined) => {
    const definition = sketchTool({ request: 'http://h', captures: [{ variable: 'v', from, secret: true }] })
    return capturedValues(definition, { headers: [{ key: 'x-id', value: 'h' }], value })
  }
  const pointer = (text: string) => ({ in: 'body' as const, pointer: text })

  it.each<[name: string, from: Capture['from'], value: JsonValue | undefined, want: JsonValue | undefined]>([
    ['a member', pointer('/a/0'), { a: ['x'] }, 'x'],
    ['a number', pointer('/a'), { a: 0 }, 0],
    ['a boolean', pointer('/a'), { a: false }, false],
    ['an empty text', pointer('/a'), { a: '' }, ''],
    ['a text of 65,536 characters', pointer('/a'), { a: long(65_536) }, long(65_536)],
    ['no longer text', pointer('/a'), { a: long(65_537) }, undefined],
    ['no object', pointer('/a'), { a: {} }, undefined],
    ['no list', pointer('/a'), { a: [] }, undefined],
    ['no null', pointer('/a'), { a: null }, undefined],
    ['nothing of another answer', pointer('/a'), { b: 1 }, undefined],
    ['nothing of no answer', pointer(''), undefined, undefined],
    ['a header', { in: 'header', name: 'X-ID' }, undefined, 'h'],
    ['no header of another name', { in: 'header', name: 'x' }, undefined, undefined],
  ])('reads %s', (_name, from, value, want) =>
    expect(read(from, value)).toEqual(want === undefined ? [] : [{ key: 'v', value: want, secret: true }]),
  )

  it.each<[value: JsonValue, want: JsonValue]>([
    [{ a: 1, b: 2 }, 1],
    [{ a: '', b: 2 }, 2],
    [{ a: null, b: 2 }, 2],
    [{ a: '', b: '' }, ''],
  ])('the first of several values for a variable applies: %j', (value, want) => {
    const captures = ['/a', '/b'].map((text) => ({ variable: 'v', from: pointer(text), secret: false }))
    const definition = sketchTool({ request: 'http://h', captures })
    expect(capturedValues(definition, { headers: [], value })).toEqual([
      { key: 'v', value: want, secret: false },
    ])
  })

  it('reads nothing where nothing is asked for', () =>
    expect(capturedValues(sketchTool({ request: 'http://h' }), { headers: [], value: {} })).toEqual([]))
})
