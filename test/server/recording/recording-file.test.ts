import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RecordingLine } from '../../../src/server/recording/recording-lines.js'
import { RecordingFile } from '../../../src/server/recording/recordings.js'
import { Redactor } from '../../../src/server/recording/redactor.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'voice-recording-file-'))
})
afterEach(() => rm(directory, { recursive: true }))

function create({ directory: where = directory, maxBytes = 1e7, maxWaitingBytes = 1e7 } = {}) {
  const troubles: string[] = []
  let hasEnded = false
  const file = new RecordingFile({
    ...{ directory: where, name: 'session-one', redactor: new Redactor([]) },
    limits: { maxBytes, maxWaitingBytes },
    onTrouble: (reason) => void troubles.push(reason),
    onEnd: () => {
      hasEnded = true
    },
  })
  const lines = async () =>
    (await readFile(join(directory, 'session-one.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordingLine)
  return { file, troubles, lines, hasEnded: () => hasEnded }
}

const line = (event: JsonObject, at = 0): RecordingLine => ({ at, kind: 'out', event })
const wide = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `value ${at}`]))

it('redacts lines where they have values of the session', async () => {
  const { file, lines } = create()
  file.write(line({ password: 'sesame-street' }))
  file.write({ kind: 'cut', reason: 'sesame-street' })
  file.close()
  await file.flushed()
  expect(await lines()).toEqual([line({ password: '•••' }), { kind: 'cut', reason: 'sesame-street' }])
})

it('redacts a large line over many turns of the event loop, and keeps the order', async () => {
  const { file, lines, hasEnded } = create()
  file.write(line({ ...wide(20_000), password: 'sesame-street' }))
  file.write(line({ said: 'sesame-street' }, 1))
  file.close()
  let turns = 0
  while (!hasEnded()) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    turns += 1
  }
  expect(turns).toBeGreaterThan(20)
  await file.flushed()
  expect(await lines()).toEqual([line({ ...wide(20_000), password: '•••' }), line({ said: '•••' }, 1)])
})

it('ends the recording, once, when lines arrive faster than they are written', async () => {
  const { file, lines, troubles } = create({ maxWaitingBytes: 1_000 })
  file.write(line({ text: 'x'.repeat(600) }))
  // The first line is taken at once, and these wait until it is written.
  file.write(line({ text: 'y'.repeat(600) }))
  file.write(line({ text: 'z'.repeat(600) }))
  file.write(line({ text: 'z' }))
  file.close()
  await file.flushed()
  const reason = 'its lines arrive faster than they are written'
  expect(troubles).toEqual([reason])
  expect(await lines()).toEqual([
    line({ text: 'x'.repeat(600) }),
    line({ text: 'y'.repeat(600) }),
    { kind: 'cut', reason: `The recording ends here: ${reason}.` },
  ])
})

it('writes nothing of a line that is erased while it is redacted', async () => {
  const { file, hasEnded } = create()
  file.write(line(wide(5_000)))
  file.write(line({ next: 1 }))
  file.erase()
  await file.flushed()
  expect(hasEnded()).toBe(true)
  expect(await readdir(directory)).toEqual([])
})

it('ends a recording that becomes too long, or cannot be written, with one warning', async () => {
  const short = create({ maxBytes: 100 })
  for (let at = 0; at < 5; at += 1) short.file.write(line({ text: 'a line of a certain length' }))
  await short.file.flushed()
  const lines = await short.lines()
  expect(lines).toHaveLength(2)
  expect(JSON.stringify(lines.at(-1))).toContain('it reached 100 bytes')
  const lost = create({ directory: join(directory, 'missing') })
  lost.file.write(line({}))
  await lost.file.flushed()
  lost.file.write(line({}))
  expect([short.troubles, lost.troubles]).toEqual([
    ['it reached 100 bytes'],
    [expect.stringContaining('ENOENT')],
  ])
})
