import { describe, expect, it } from 'vitest'
import { growthOf } from './growth.js'
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
  const slow: [name: string, reader: Reader][] = [
    ['a pattern that tries each run again', (text) => /#+$/.test(text)],
    [
      'a rest that is searched from each character',
      (text) => [...text].filter((_, at) => text.includes('\u0002', at)).length,
    ],
  ]
  it.each(slow)(
    'finds %s',
    async (_name, reader) => {
      const shapes = SHAPES.filter(([name]) => name === 'a, "#", then an end')
      expect(await growthOf(reader, shapes)).toHaveLength(1)
    },
    TIMEOUT_MS,
  )

  it('finds nothing in a reader that reads once', async () => {
    expect(await growthOf((text) => text.replace(/[#a]/g, ' '))).toEqual([])
  })
})
