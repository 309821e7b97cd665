import { expect, it } from 'vitest'
import type { LineSink, RecordingLine } from '../../../src/server/recording/recording-lines.js'
import { RedactingSink } from '../../../src/server/recording/recordings.js'
import { Redactor } from '../../../src/server/recording/redactor.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'

function create(maxWaitingChars = 1e7) {
  const lines: RecordingLine[] = []
  const ends: string[] = []
  const kept: LineSink = {
    write: (line) => void lines.push(line),
    cut: (reason) => void ends.push(reason),
    close: () => void ends.push('closed'),
    erase: () => void ends.push('erased'),
    flushed: async () => {},
  }
  return { lines, ends, sink: new RedactingSink(kept, new Redactor([]), maxWaitingChars) }
}

const line = (event: JsonObject, at = 0): RecordingLine => ({ at, kind: 'out', event })
const wide = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `value ${at}`]))

it('passes a small line on at once, redacted where values of the session are', () => {
  const { lines, sink } = create()
  sink.write(line({ password: 'sesame-street' }))
  sink.write({ kind: 'cut', reason: 'sesame-street' })
  expect(lines).toEqual([line({ password: '•••' }), { kind: 'cut', reason: 'sesame-street' }])
})

it('redacts a large line over many turns of the event loop, and keeps the order', async () => {
  const { lines, ends, sink } = create()
  sink.write(line({ ...wide(20_000), password: 'sesame-street' }))
  sink.write(line({ said: 'sesame-street' }, 1))
  sink.close()
  expect([lines, ends]).toEqual([[], []])
  let turns = 0
  while (ends.length === 0) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    turns += 1
  }
  expect(turns).toBeGreaterThan(20)
  expect(lines).toEqual([line({ ...wide(20_000), password: '•••' }), line({ said: '•••' }, 1)])
  expect(ends).toEqual(['closed'])
})

it('has everything on the disk when it is flushed', async () => {
  const { lines, sink } = create()
  sink.write(line(wide(5_000)))
  sink.write(line({ last: true }))
  await sink.flushed()
  expect(lines).toHaveLength(2)
})

it('ends the recording, once, when lines arrive faster than they are redacted', async () => {
  const { lines, ends, sink } = create(1_000)
  sink.write(line(wide(5_000)))
  sink.write(line({ text: 'x'.repeat(2_000) }))
  sink.close()
  await sink.flushed()
  expect(ends).toEqual(['its lines arrive faster than they are redacted', 'closed'])
  expect(lines).toEqual([])
})

it('writes nothing of a line that is erased while it is redacted', async () => {
  const { lines, ends, sink } = create()
  sink.write(line(wide(5_000)))
  sink.write(line({ next: 1 }))
  sink.erase()
  await sink.flushed()
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect([lines, ends]).toEqual([[], ['erased']])
})
