import { afterEach, describe, expect, it, vi } from 'vitest'
import { boundedFetch } from '../../../src/server/providers/bounded-fetch.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const MB = Buffer.alloc(1_000_000, 'x')
const LINE = Buffer.from(`${'x'.repeat(999_999)}\n`)

/** The bytes that are read of an answer of pieces, or why it fails. */
async function read(piece: Uint8Array, count: number): Promise<number | string> {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ === count) controller.close()
      else controller.enqueue(piece)
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 201, headers: { a: 'b' } }))
  const response = await boundedFetch('test/m')('http://localhost:1')
  expect([response.status, response.headers.get('a')]).toEqual([201, 'b'])
  let bytes = 0
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.byteLength
    return bytes
  } catch (error) {
    return `${(error as { failure?: string }).failure}: ${(error as Error).message}`
  }
}

describe('the answer of a model', () => {
  it.each<[name: string, piece: Uint8Array, count: number, want: number | RegExp]>([
    ['of short lines', LINE, 128, 128_000_000],
    ['of too many lines', LINE, 129, /^bad-answer: .*too long/],
    ['of one long line', MB, 4, 4_000_000],
    ['of one too long line', MB, 5, /^bad-answer: .*too long/],
  ])('%s', async (_name, piece, count, want) => {
    const found = await read(piece, count)
    if (typeof want === 'number') expect(found).toBe(want)
    else expect(found).toMatch(want)
  })

  it('without a body is as it is', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    expect((await boundedFetch('test/m')('http://localhost:1')).status).toBe(204)
  })
})
