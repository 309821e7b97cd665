import { describe, expect, it } from 'vitest'
import { growthOf, type Work } from './growth.js'
import { READERS, type Reader } from './readers.js'
import { SHAPES } from './shapes.js'

/** Each takes far less; a busy machine may take long. */
const TIMEOUT_MS = 120_000

describe('a reader of text', () => {
  it('is one of at least sixty, each on hundreds of shapes', () => {
    expect(Object.keys(READERS).length).toBeGreaterThan(60)
    expect(SHAPES.length).toBeGreaterThan(300)
  })

  it.each(Object.entries(READERS))(
    '%s takes time in proportion to the text',
    async (_name, reader) => {
      expect(await growthOf(reader)).toEqual([])
    },
    TIMEOUT_MS,
  )
})

describe('the measure', () => {
  // The readers here tell their own work, so that the judgement does not depend on the machine: one step is a thousandth of a millisecond.
  const steps: Work = async (reader, text) => Number(await reader(text)) / 1000
  const shapes = SHAPES.filter(([name]) => name === 'a, "#", then an end')

  it.each<[name: string, reader: Reader]>([
    ['a reader that tries each character again from each character', (text) => text.length ** 2],
    [
      'one that needs a little work for each character beside that',
      (text) => text.length ** 2 + 1000 * text.length,
    ],
    [
      'one that does so above a length only',
      (text) => (text.length > 10_000 ? text.length ** 2 : text.length),
    ],
    ['one that takes three times the work for twice the text', (text) => text.length ** Math.log2(3)],
  ])('finds %s', async (_name, reader) => {
    expect(await growthOf(reader, shapes, steps)).toHaveLength(1)
  })

  it.each<[name: string, reader: Reader]>([
    ['a reader that reads once', (text) => text.length],
    ['one that sorts what it reads', (text) => text.length * Math.log2(text.length)],
    ['one that does not read', () => 0],
  ])('finds nothing in %s', async (_name, reader) => {
    expect(await growthOf(reader, shapes, steps)).toEqual([])
  })

  it('finds nothing in a reader that reads once by the time of the processor', async () => {
    expect(await growthOf((text) => text.replace(/[#a]/g, ' '))).toEqual([])
  })
})
