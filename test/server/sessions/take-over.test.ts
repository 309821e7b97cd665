import { describe, expect, it } from 'vitest'
import { Encryption } from '../../../src/server/sessions/encryption.js'
import { sealField } from '../../../src/server/sessions/sealed-record.js'
import type { Store } from '../../../src/server/sessions/store.js'
import { type Claim, takeOverSession } from '../../../src/server/sessions/take-over.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const STORED = { items: [], tools: undefined, entries: [], last: 7 }
const seal = new Encryption('secret')

/** A stored session with these items. */
function recordOf(items: readonly object[]) {
  const named = items.map((item, at) => [`item:item_${at}`, item] as const)
  const fields = { facts: {}, order: items.map((_, at) => `item_${at}`), ...Object.fromEntries(named) }
  const texts = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)] as const)
  return { fields: new Map(texts.map((text) => sealField(seal, 'id', text))), entries: [], last: 7 }
}

/** A store with one session in it, whose owner does what a case says as time goes on. */
interface Story {
  /** The owner at first; absent when there is no such session. */
  owner?: string
  /** The owner after so many milliseconds; empty for one that let go. */
  later?: [ms: number, owner: string]
  /** When the owner stops living. */
  diesAt?: number
  /** @default resume */
  claim?: Claim
  items?: object[]
}

async function play({
  owner,
  later,
  diesAt = Number.POSITIVE_INFINITY,
  claim = 'resume',
  items = [],
}: Story) {
  const clock = new VirtualClock()
  const asked: string[] = []
  let taken: string | undefined
  const removed: string[] = []
  const ownerNow = () => taken ?? (later && clock.now() >= later[0] ? later[1] : owner)
  const records = {
    head: async () => {
      const now = ownerNow()
      return now === undefined ? undefined : { owner: now, key: 'key', opener: 'key', token: 'token' }
    },
    claim: async (_id: string, { from, to }: { from: string; to: string }) => {
      if (ownerNow() !== from) return false
      taken = to
      return true
    },
    read: async () => recordOf(items),
    remove: async (_id: string, by: string) => void removed.push(by),
  }
  const leases = {
    lives: async () => clock.now() < diesAt,
    ask: async (whom: string) => void asked.push(whom),
  }
  const taking = takeOverSession('id', {
    owner: 'me.1',
    store: { records, leases } as unknown as Store,
    seal,
    clock,
    claimOf: () => claim,
  })
  await clock.advance(20_000)
  return { outcome: await taking, asked, taken, removed }
}

describe('takeOver', () => {
  it.each<[name: string, story: Story, want: object]>([
    ['no such session', {}, { outcome: 'here', asked: [], taken: undefined }],
    ['a wrong token', { owner: '', claim: 'refused' }, { outcome: 'refused', taken: undefined }],
    [
      'a session of another key',
      { owner: '', claim: 'foreign' },
      { outcome: 'foreign', asked: [], taken: undefined },
    ],
    ['a session nobody has', { owner: '' }, { outcome: STORED, asked: [], taken: 'me.1' }],
    ['a dead owner', { owner: 'dead.1', diesAt: 0 }, { outcome: STORED, asked: [], taken: 'me.1' }],
    [
      'an owner that hands over',
      { owner: 'one.1', later: [300, ''] },
      { outcome: STORED, asked: ['one.1'], taken: 'me.1' },
    ],
    [
      'an owner that dies meanwhile',
      { owner: 'one.1', diesAt: 4_000 },
      { outcome: STORED, asked: ['one.1'], taken: 'me.1' },
    ],
    [
      'an owner that is busy for long',
      { owner: 'one.1' },
      { outcome: 'busy', asked: ['one.1'], taken: undefined },
    ],
    [
      'another server that was faster',
      { owner: 'one.1', later: [100, 'two.1'] },
      { outcome: 'busy', asked: ['one.1', 'two.1'], taken: undefined },
    ],
    [
      'a server that died before the client got its token',
      { owner: 'dead.1', diesAt: 4_000, claim: 'replace' },
      { outcome: 'here', asked: [], taken: 'me.1', removed: ['me.1'] },
    ],
    [
      'no token, and the user has said something',
      { owner: '', claim: 'replace', items: [{ type: 'message', role: 'user' }] },
      { outcome: 'refused', taken: undefined, removed: [] },
    ],
    [
      'no token, and a live owner',
      { owner: 'one.1', claim: 'replace' },
      { outcome: 'refused', asked: [], taken: undefined, removed: [] },
    ],
  ])('%s', async (_name, story, want) => {
    expect(await play(story)).toMatchObject(want)
  })
})
