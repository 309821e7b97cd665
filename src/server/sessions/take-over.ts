import type { Clock } from '../../ports.js'
import type { Nodes } from './nodes.js'
import type { RecordHead, SessionRecords, StoredSession } from './session-records.js'

/** What taking a session over needs. */
export interface TakeOverOptions {
  /** The name under which this server will own it. */
  owner: string
  records: Pick<SessionRecords, 'head' | 'take' | 'read'>
  nodes: Pick<Nodes, 'lives' | 'ask'>
  clock: Clock
  isAllowed: (head: RecordHead) => boolean
}

/** A session that is this server's now. `wasBroken`: its owner died with it, perhaps in the middle of something. */
export interface TakenSession {
  stored: StoredSession
  wasBroken: boolean
}

/** Longer than an owner needs to finish a short answer, and than the lease of a dead one lasts. */
const WAIT_MS = 8_000
/** An owner that has nothing to finish hands over within milliseconds. */
const LOOK_MS = { first: 10, max: 200 }

/** Makes this server the owner of a session that another one has or had: asks a living owner to hand it over, waits for a dead one's lease to end. */
export async function takeOver(
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
