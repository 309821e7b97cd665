import { messageOf } from '../../errors.js'
import type { Clock } from '../../ports.js'
import { eventNumber } from '../realtime/outbox.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import { recoverSession } from '../realtime/recover.js'
import { restoreSnapshot } from '../realtime/session-snapshot.js'
import { type Encryption, isSame } from './encryption.js'
import { forEachConcurrent } from './for-each-concurrent.js'
import { Journal } from './journal.js'
import { canResume, isOpener, marksOf, type Opener } from './sealed-record.js'
import type {
  CloseReason,
  Erased,
  Fetched,
  FetchRequest,
  KeptSession,
  Sessions,
  SessionsOptions,
  Sharing,
} from './sessions.js'
import type { RecordHead, RecordMarks, ServerRequest, Store } from './store.js'
import { type Claim, takeOverSession } from './take-over.js'

export interface SharedSessionsOptions extends Pick<SessionsOptions, 'clock' | 'logger'> {
  store: Store
  seal: Encryption
  /** How long the store keeps a record that no server renews. */
  ttlMs: number
  sessions: Sessions
}

const SWEEP_STEP_MS = 250
/** Maximum time for releasing all sessions at shutdown. */
const CLOSE_MS = 3_000
/** Maximum time that the owner of a session may take to finish its work before a handover. */
const HAND_OVER_MS = 6_000
const STEP_MS = 50
/** Maximum removals that wait for the store. Further records stay there until they expire. */
const MAX_REMOVALS = 10_000

interface Owned {
  owner: string
  journal: Journal
}

/** Any server can continue a session, but one at a time owns it: others ask it, or take it from a dead owner. */
export class SharedSessions implements Sharing {
  readonly #options: SharedSessionsOptions
  readonly #sessions: Sessions
  readonly store: Store
  readonly #owned = new Map<string, Owned>()
  readonly #fetching = new Map<string, Promise<Fetched>>()
  readonly #releasing = new Map<string, Promise<void>>()
  /** The owners of ended sessions whose records could not be removed yet, by session. */
  readonly #removals = new Map<string, string>()
  #stopSweep: () => void = () => {}
  #nextToRenew: MapIterator<string> = this.#owned.keys()

  constructor(options: SharedSessionsOptions) {
    this.#options = options
    this.#sessions = options.sessions
    this.store = options.store
  }

  async start(): Promise<void> {
    const { leases } = this.store
    leases.onRequest((request) => this.#onRequest(request))
    this.store.onUp(() => void this.#catchUp())
    await this.store.start()
    this.#sweep()
  }

  own(kept: KeptSession): void {
    this.#own(kept, { owner: this.store.leases.claim(), isKnown: false })
  }

  fetch(request: FetchRequest): Promise<Fetched> | undefined {
    const { id, resumeToken } = request
    const releasing = this.#releasing.get(id)
    if (releasing) return releasing.then(() => this.fetch(request) ?? 'here')
    if (this.#sessions.has(id)) return undefined
    // A client without a token wants a new session. This server can create it without the store.
    if (!this.store.isUp) return resumeToken === undefined ? undefined : Promise.resolve('unreachable')
    const known = this.#fetching.get(id)
    if (known) return known.then(() => this.fetch(request) ?? 'here')
    const fetching = this.#fetch(request)
      .catch((error: unknown): Fetched => {
        this.#options.logger.warn('session not fetched', { session: id, error: messageOf(error) })
        return resumeToken === undefined ? 'here' : 'unreachable'
      })
      .finally(() => this.#fetching.delete(id))
    this.#fetching.set(id, fetching)
    return fetching
  }

  async erase(id: string, eraser: Opener): Promise<Erased> {
    const { records, leases } = this.store
    const marks = marksOf(this.#options.seal, eraser)
    try {
      const head = await records.head(id)
      if (!head || !(isOpener(marks, head) || canResume(marks, head))) return 'unknown'
      await records.erase(id)
      if (head.owner) await leases.ask(head.owner, { kind: 'erase', id, byOpener: isOpener(marks, head) })
      return 'ended'
    } catch {
      return 'unreachable'
    }
  }

  remove(id: string): void {
    const owned = this.#owned.get(id)
    if (!owned) return
    this.#owned.delete(id)
    owned.journal.stop()
    void this.#remove(id, owned.owner)
  }

  async close(): Promise<void> {
    this.#stopSweep()
    const releasing = Promise.all(this.#sessions.all().map((kept) => this.#release(kept, CLOSE.restart)))
    await Promise.race([releasing, wait(CLOSE_MS, this.#options.clock)])
    await this.store.close()
  }

  #own(kept: KeptSession, { owner, isKnown }: { owner: string; isKnown: boolean }): void {
    const { session } = kept
    const journal = new Journal({
      ...this.#options,
      session,
      owner,
      isKnown,
      marks: marksOf(this.#options.seal, kept),
      onLost: () => this.#drop(kept, CLOSE.lost),
    })
    session.journal = journal
    this.#owned.set(session.id, { owner, journal })
  }

  async #fetch(request: FetchRequest): Promise<Fetched> {
    const { id, resumeToken, create } = request
    const { seal, clock, logger } = this.#options
    const owner = this.store.leases.claim()
    const marks = marksOf(seal, request)
    const claimOf = (head: RecordHead) => this.#claimOf(head, marks, request)
    const taken = await takeOverSession(id, { owner, store: this.store, seal, clock, claimOf })
    if (typeof taken === 'string') return taken
    const session = create(taken.facts)
    session.outbox.restore(taken.entries, taken.last, eventNumber(request.lastEventId ?? ''))
    restoreSnapshot(session, taken)
    const kept = this.#sessions.keep(session, { ...request, resumeToken: resumeToken ?? '' })
    this.#own(kept, { owner, isKnown: true })
    recoverSession(session)
    // Ends the session later if the client never connects.
    this.#sessions.expireLater(kept)
    session.journal?.touch()
    logger.info('session taken over', { session: id })
    return 'here'
  }

  #claimOf(head: RecordHead, marks: RecordMarks, { resumeToken, openerId, accountId }: FetchRequest): Claim {
    if (canResume(marks, head)) return 'resume'
    if (resumeToken !== undefined) return 'refused'
    if (isOpener(marks, head)) return 'replace'
    return accountId !== openerId && isSame(marks.key, head.key) ? 'refused' : 'foreign'
  }

  #onRequest({ kind, id, byOpener }: ServerRequest): void {
    const kept = this.#sessions.get(id)
    if (!kept) return
    if (kind === 'erase' && byOpener) kept.session.tap?.erased()
    if (kind === 'erase') this.#drop(kept, CLOSE.ended)
    else void this.#handOver(kept)
  }

  /** Releases a session after its work. If that takes too long, it stays, and the other server asks again. */
  async #handOver(kept: KeptSession): Promise<void> {
    const { session } = kept
    const { clock } = this.#options
    const deadline = clock.now() + HAND_OVER_MS
    while (session.busy && clock.now() < deadline) await wait(STEP_MS, clock)
    if (session.conversation.working || this.#sessions.get(session.id) !== kept) return
    await this.#release(kept, CLOSE.replaced)
  }

  /** Releases a session, so that another server may take it. */
  #release(kept: KeptSession, why: CloseReason): Promise<void> {
    const { id } = kept.session
    const owned = this.#owned.get(id)
    if (!owned) return Promise.resolve()
    const releasing = this.#releasing.get(id) ?? this.#releaseNow(kept, { owned, why })
    this.#releasing.set(id, releasing)
    return releasing
  }

  async #releaseNow(kept: KeptSession, { owned, why }: { owned: Owned; why: CloseReason }): Promise<void> {
    const { session } = kept
    try {
      session.close()
      // A client that is not here, or not any more, may lack pieces of text and audio.
      const isAway = kept.displace === undefined || why === CLOSE.replaced
      kept.displace?.(why)
      await owned.journal.close({ withPieces: isAway })
      await this.store.records.release(session.id, owned.owner)
    } catch (error) {
      this.#options.logger.warn('session not handed over', { session: session.id, error: messageOf(error) })
    } finally {
      this.#forget(kept)
      this.#releasing.delete(session.id)
    }
  }

  /** Stops a session that this server no longer owns. Its waiting events are not sent. */
  #drop(kept: KeptSession, why: CloseReason): void {
    kept.session.close()
    kept.displace?.(why)
    this.#owned.get(kept.session.id)?.journal.stop()
    this.#forget(kept)
  }

  #forget(kept: KeptSession): void {
    this.#owned.delete(kept.session.id)
    this.#sessions.forget(kept)
  }

  async #remove(id: string, owner: string): Promise<void> {
    try {
      await this.store.records.remove(id, owner)
    } catch {
      if (this.#removals.size < MAX_REMOVALS) this.#removals.set(id, owner)
    }
  }

  /** Updates the store after an outage. Drops the sessions that another server has taken. */
  async #catchUp(): Promise<void> {
    const removals = [...this.#removals]
    this.#removals.clear()
    await forEachConcurrent(removals, ([id, owner]) => this.#remove(id, owner))
    await forEachConcurrent(this.#owned.values(), ({ journal }) => this.store.isUp && journal.verify())
  }

  /** Renews the records of idle sessions, a few in each step, so that no other session has to wait. */
  #sweep(): void {
    const { clock, ttlMs } = this.#options
    const steps = ttlMs / 3 / SWEEP_STEP_MS
    this.#stopSweep = clock.schedule(() => {
      if (this.store.isUp) this.#renew(Math.ceil(this.#owned.size / steps))
      this.#sweep()
    }, SWEEP_STEP_MS)
  }

  #renew(count: number): void {
    for (let at = 0; at < count; at += 1) {
      const { value: id, done } = this.#nextToRenew.next()
      if (done) this.#nextToRenew = this.#owned.keys()
      else this.store.records.renew(id).catch(() => {})
    }
  }
}

const wait = (ms: number, clock: Clock) => new Promise<void>((resolve) => clock.schedule(resolve, ms))
