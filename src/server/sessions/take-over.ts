import type { Clock } from '../../ports.js'
import { type Encryption, openRecord, type StoredSession } from './sealed-record.js'
import type { RecordHead, Store } from './store.js'

export interface TakeOverOptions {
  /** The name under which this server claims the session. */
  owner: string
  store: Pick<Store, 'records' | 'leases'>
  seal: Encryption
  clock: Clock
  isAllowed: (head: RecordHead) => boolean
  /**
   * Whether the client opened the session but never got the resume token. A session without a message of the user may
   * then be replaced by a new session.
   */
  lacksToken: (head: RecordHead) => boolean
  /** Whether another client has the session, and this one wants a new session. */
  isForeign: (head: RecordHead) => boolean
}

/** Maximum wait: longer than an owner needs to finish a short reply, and longer than the lease of a dead owner. */
const WAIT_MS = 8_000
/**
 * Interval at which the owner of the session is checked. It starts with `first`, because an idle owner hands over
 * within milliseconds, and grows to `max`.
 */
const LOOK_MS = { first: 10, max: 200 }
/** A client without a token waits at most this long for the lease of a dead owner to expire. */
const REPLACE_WAIT_MS = 5_000

/**
 * Makes this server the owner of a session. Asks a live owner to hand the session over, or waits until the lease of a
 * dead owner expires.
 */
export async function takeOverSession(
  id: string,
  options: TakeOverOptions,
): Promise<StoredSession | 'here' | 'refused' | 'foreign' | 'busy'> {
  const { owner, store, seal, clock, isAllowed, lacksToken, isForeign } = options
  const { records, leases } = store
  const deadline = clock.now() + WAIT_MS
  let asked = ''
  for (let wait = LOOK_MS.first; ; wait = Math.min(wait * 2, LOOK_MS.max)) {
    const head = await records.head(id)
    if (!head) return 'here'
    if (!isAllowed(head)) {
      if (lacksToken(head)) return replaceSession(id, options)
      return isForeign(head) ? 'foreign' : 'refused'
    }
    if (head.owner === '' || !(await leases.lives(head.owner))) {
      if (await records.claim(id, { from: head.owner, to: owner }))
        return openRecord(seal, id, await records.read(id))
    } else if (asked !== head.owner) {
      asked = head.owner
      await leases.ask(head.owner, { kind: 'hand-over', id })
    }
    if (clock.now() >= deadline) return 'busy'
    await new Promise<void>((resolve) => clock.schedule(resolve, wait))
  }
}

/**
 * Removes a session whose server stopped before the client got the resume token. The client then gets a new session
 * (`here`). The session stays if its server is alive, or if the session has a message of the user (`refused`).
 */
async function replaceSession(
  id: string,
  { owner, store: { records, leases }, seal, clock }: TakeOverOptions,
): Promise<'here' | 'refused'> {
  const deadline = clock.now() + REPLACE_WAIT_MS
  for (let head = await records.head(id); head; head = await records.head(id)) {
    const { items } = openRecord(seal, id, await records.read(id))
    if (items.some((item) => item.type === 'message' && item.role === 'user')) return 'refused'
    if (head.owner === '' || !(await leases.lives(head.owner))) {
      if (!(await records.claim(id, { from: head.owner, to: owner }))) return 'refused'
      await records.remove(id, owner)
      return 'here'
    }
    if (clock.now() >= deadline) return 'refused'
    await new Promise<void>((resolve) => clock.schedule(resolve, LOOK_MS.max))
  }
  return 'here'
}
