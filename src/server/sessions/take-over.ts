import type { Clock } from '../../ports.js'
import type { Nodes } from './nodes.js'
import type { RecordHead, SessionRecords, StoredSession } from './session-records.js'

export interface TakeOverOptions {
  owner: string
  records: Pick<SessionRecords, 'head' | 'take' | 'read'>
  nodes: Pick<Nodes, 'lives' | 'ask'>
  clock: Clock
  isAllowed: (head: RecordHead) => boolean
}

/** A session that this server now owns. `wasBroken`: its former owner died, perhaps during some work. */
export interface TakenSession {
  stored: StoredSession
  wasBroken: boolean
}

/** Maximum wait: longer than an owner needs to finish a short reply, and longer than the lease of a dead owner. */
const WAIT_MS = 8_000
/** Interval of checks. An idle owner hands over within milliseconds. */
const LOOK_MS = { first: 10, max: 200 }

/** Makes this server the owner of a session. Asks a live owner to hand it over; waits until the lease of a dead owner expires. */
export async function takeOverSession(
  id: string,
  options: TakeOverOptions,
): Promise<TakenSession | 'here' | 'refused' | 'busy'> {
  const { owner, records, nodes, clock, isAllowed } = options
  const deadline = clock.now() + WAIT_MS
  let asked = ''
  for (let wait = LOOK_MS.first; ; wait = Math.min(wait * 2, LOOK_MS.max)) {
    const head = await records.head(id)
    if (!head) return 'here'
    if (!isAllowed(head)) return 'refused'
    const isFree = head.owner === ''
    if (isFree || !(await nodes.lives(head.owner))) {
      if (await records.take(id, { from: head.owner, to: owner }))
        return { stored: await records.read(id), wasBroken: !isFree }
    } else if (asked !== head.owner) {
      asked = head.owner
      await nodes.ask(head.owner, { kind: 'hand-over', id })
    }
    if (clock.now() >= deadline) return 'busy'
    await new Promise<void>((resolve) => clock.schedule(resolve, wait))
  }
}
