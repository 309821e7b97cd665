import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { replay } from '../../src/toolkit/replay.js'
import { type CapturedRequest, startCapture } from '../support/capture-server.js'
import { runNewman } from '../support/newman-peer.js'
import { comparable, redirectCollection } from '../support/parity.js'
import { hasShared, sharedPath } from '../support/shared.js'

/** A request of this collection has a proxy of its own, which is not used here (docs/wire.md). */
const WITH_PROXY = 'postmanlabs-schemas__request.json'

const folder = sharedPath('corpus', 'collections')
const all = hasShared
  ? readdirSync(folder).filter((name) => name.endsWith('.json') && name !== WITH_PROXY)
  : []

/** Every seventh collection in the suite: twenty of them. */
const files = process.env.VOICE_TEST_FULL ? all : all.filter((_name, index) => index % 7 === 3)

describe.skipIf(!hasShared)('real collections, newman beside us', () => {
  let same = 0
  let total = 0

  it.each(files)('%s', { timeout: 300_000 }, async (file) => {
    const { theirs, ours } = await bothSend(file)
    total += ours.length
    const different = ours.filter(
      ({ requests }, index) => comparable(requests) !== comparable(theirs[index] ?? []),
    )
    same += ours.length - different.length
    expect(different.map(({ name }) => name)).toEqual([])
  })

  it('counts', () => {
    console.log(`corpus: ${same} of ${total} requests identical`)
    expect(same).toBe(total)
  })
})

async function bothSend(file: string) {
  const server = await startCapture()
  const text = readFileSync(`${folder}/${file}`, 'utf8').replace(/^\ufeff/, '')
  const document = redirectCollection(JSON.parse(text), server.port)
  const inner = (document as { collection?: unknown }).collection ?? document
  const directory = sharedPath('wire-probes')
  const theirs: CapturedRequest[][] = []
  const ours: { name: string; requests: CapturedRequest[] }[] = []
  await runNewman({ collection: inner, workingDir: directory }, () => theirs.push(server.captured.splice(0)))
  for await (const { name } of replay(parseCollection(document), { directory })) {
    ours.push({ name, requests: server.captured.splice(0) })
  }
  await server.close()
  return { theirs, ours }
}
