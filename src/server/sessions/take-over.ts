import type { Clock } from '../../ports.js'
import type { HistoryItem } from '../agent/events.js'
import type { Encryption } from './encryption.js'
import { openRecord, type StoredSession } from './sealed-record.js'
import type { RecordHead, Store } from './store.js'

/**
 * What a client may do with a stored session:
 * - `resume`: take it over.
 * - `replace`: get a new session in its place, if it has no message of the user. The client opened the session, but never
 *   got the resume token.
 * - `foreign`: another client has it, and this one wants a new session.
 * - `refused`: nothing.
 */
export type Claim = 'resume' | 'replace' | 'foreign' | 'refused'

export interface TakeOverOptions {
  owner: string
  store: Pick<Store, 'records' | 'leases'>
  seal: Encryption
  clock: Clock
  claimOf: (head: RecordHead) => Claim
}

/** To resume takes longer than a short reply and the lease of a dead owner; to replace, than the lease. */
const WAIT_MS = { resume: 8_000, replace: 5_000 }
/** Begins with `first`, because an idle owner hands over within milliseconds, and grows to `max`. */
const LOOK_MS = { first: 10, max: 200 }

/** Asks a live owner to hand over, or waits for the lease of a dead one. `here`: the session was replaced. */
export async function takeOverSession(
  id: string,
  options: TakeOverOptions,
): Promise<StoredSession | 'here' | 'refused' | 'foreign' | 'busy'> {
  const { owner, store, seal, clock, claimOf } = options
  const { records, leases } = store
  const startedAt = clock.now()
  const read = async () => openRecord(seal, id, await records.read(id))
  let asked = ''
  for (let wait = LOOK_MS.first; ; wait = Math.min(wait * 2, LOOK_MS.max)) {
    const head = await records.head(id)
    if (!head) return 'here'
    const claim = claimOf(head)
    if (claim !== 'resume' && claim !== 'replace') return claim
    if (claim === 'replace' && (await read()).items.some(isOfUser)) return 'refused'
    if (head.owner === '' || !(await leases.lives(head.owner))) {
      if (await records.claim(id, { from: head.owner, to: owner })) {
        if (claim === 'resume') return read()
        await records.remove(id, owner)
        return 'here'
      }
    } else if (claim === 'resume' && asked !== head.owner) {
      asked = head.owner
      await leases.ask(head.owner, { kind: 'hand-over', id })
    }
    if (clock.now() - startedAt >= WAIT_MS[claim]) return claim === 'resume' ? 'busy' : 'refused'
    await new Promise<void>((resolve) => clock.schedule(resolve, wait))
  }
}

const isOfUser = (item: HistoryItem) => item.type === 'message' && item.role === 'user'
