import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import { eventNumber } from '../realtime/outbox.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import { recoverSession } from '../realtime/recover.js'
import { restoreSnapshot } from '../realtime/session-snapshot.js'
import { Encryption } from './encryption.js'
import { forEachConcurrent } from './for-each-concurrent.js'
import { Journal } from './journal.js'
import { MemorySessions } from './memory.js'
import { RedisCounts } from './redis-counts.js'
import { RedisLink } from './redis-link.js'
import { Removals, whenIdle } from './removals.js'
import { ServerLeases, type ServerRequest } from './server-leases.js'
import { canErase, canResume, hasSameKey, isOpener, marksOf, SessionRecords } from './session-records.js'
import type {
  CloseReason,
  Eraser,
  Fetched,
  FetchRequest,
  KeptLimits,
  KeptSession,
  SessionOwner,
} from './session-store.js'
import { takeOverSession } from './take-over.js'

export interface RedisSessionsOptions {
  /** URL of the Redis server, with `redis://` or `rediss://`. */
  url: string
  /** Encrypts the stored data. All servers must have the same secret. */
  secret: string
  graceMs: number
  limits: KeptLimits
  clock: Clock
  logger: Logger
}

/**
 * The record of a session is kept this much longer than the grace period. In this time, other servers detect that its
 * owner is dead.
 */
const MARGIN_MS = 15_000
const SWEEP_STEP_MS = 250
/** Maximum time for releasing all sessions at shutdown. */
const CLOSE_MS = 3_000

interface Owned {
  owner: string
  journal: Journal
}

/**
 * Sessions that any server with the same store can continue. Only one server at a time owns a session. Another server
 * asks the owner to hand the session over, or takes the session if the owner is dead.
 */
export class RedisSessions extends MemorySessions {
  readonly #options: RedisSessionsOptions
  readonly #link: RedisLink
  readonly #seal: Encryption
  readonly #records: SessionRecords
  readonly #leases: ServerLeases
  override readonly counts: RedisCounts
  readonly #owned = new Map<string, Owned>()
  readonly #fetching = new Map<string, Promise<Fetched>>()
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #removals: Removals
  #stopSweep: () => void = () => {}
  #nextToRenew: MapIterator<string> = this.#owned.keys()

  constructor(options: RedisSessionsOptions) {
    const { url, secret, graceMs, limits, clock, logger } = options
    super({ clock, graceMs, limits, onEnd: (kept) => void this.#onEnd(kept) })
    this.#options = options
    this.#link = new RedisLink({ url, clock, logger })
    this.#seal = new Encryption(secret)
    this.#records = new SessionRecords({ link: this.#link, seal: this.#seal, ttlMs: graceMs + MARGIN_MS })
    this.#removals = new Removals(this.#records)
    this.#leases = new ServerLeases({
      link: this.#link,
      clock,
      onRequest: (request) => this.#onRequest(request),
      onLapse: () => void this.#catchUp(),
    })
    this.counts = new RedisCounts({ link: this.#link, seal: this.#seal, server: this.#leases.id })
  }

  override get problem(): string | undefined {
    if (this.#link.up) return undefined
    const why = this.#link.full ? 'is full' : 'cannot be reached'
    return `The session store at ${this.#link.place} ${why}: sessions go on here, and end with this server.`
  }

  override async start(): Promise<void> {
    this.#link.onUp(() => void this.#catchUp())
    await this.#link.start()
    this.#leases.start()
    this.#sweep()
  }

  override add(session: RealtimeSession, owner: SessionOwner): KeptSession {
    const kept = super.add(session, owner)
    this.#own(kept, { owner: this.#leases.claim(), isKnown: false })
    return kept
  }

  override fetch(request: FetchRequest): Promise<Fetched> | undefined {
    const { id, resumeToken } = request
    const leaving = this.#leaving.get(id)
    if (leaving) return leaving.then(() => this.fetch(request) ?? 'here')
    if (this.has(id)) return undefined
    // A client without a token wants a new session. This server can create it without the store.
    if (!this.#link.up) return resumeToken === undefined ? undefined : Promise.resolve('unreachable')
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

  override async endOf(id: string, eraser: Eraser): Promise<'ended' | 'unknown' | 'unreachable'> {
    if (this.has(id)) return super.endOf(id, eraser)
    try {
      const head = await this.#records.head(id)
      const marks = marksOf(this.#seal, eraser)
      if (!head || !canErase(marks, head)) return 'unknown'
      await this.#records.erase(id)
      const byOpener = isOpener(marks, head)
      if (head.owner) await this.#leases.ask(head.owner, { kind: 'erase', id, byOpener })
      return 'ended'
    } catch {
      return 'unreachable'
    }
  }

  override async close(): Promise<void> {
    this.#stopSweep()
    const { clock } = this.#options
    const leaving = Promise.all(this.all().map((kept) => this.#leave(kept, CLOSE.restart)))
    await Promise.race([leaving, new Promise<void>((resolve) => clock.schedule(resolve, CLOSE_MS))])
    await this.#leases.close()
    this.#link.close()
  }

  #own(kept: KeptSession, { owner, isKnown }: { owner: string; isKnown: boolean }): void {
    const { session } = kept
    const journal = new Journal({
      session,
      owner,
      isKnown,
      records: this.#records,
      marks: marksOf(this.#seal, kept),
      clock: this.#options.clock,
      isUp: () => this.#link.up,
      onLost: () => this.#drop(kept, CLOSE.lost),
      logger: this.#options.logger,
    })
    session.journal = journal
    this.#owned.set(session.id, { owner, journal })
  }

  async #fetch(request: FetchRequest): Promise<Fetched> {
    const { id, resumeToken = '', create, openerId, accountId } = request
    const owner = this.#leases.claim()
    const marks = marksOf(this.#seal, request)
    const taken = await takeOverSession(id, {
      owner,
      records: this.#records,
      leases: this.#leases,
      clock: this.#options.clock,
      isAllowed: (head) => canResume(marks, head),
      lacksToken: (head) => request.resumeToken === undefined && isOpener(marks, head),
      isForeign: (head) =>
        request.resumeToken === undefined &&
        !(accountId === openerId ? isOpener(marks, head) : hasSameKey(marks, head)),
    })
    if (typeof taken === 'string') return taken
    const session = create(taken.facts)
    session.outbox.restore(taken.entries, taken.last, eventNumber(request.lastEventId ?? ''))
    restoreSnapshot(session, taken)
    const kept = super.add(session, { ...request, resumeToken })
    this.#own(kept, { owner, isKnown: true })
    recoverSession(session)
    // Ends the session later if the client never connects.
    this.expireLater(kept)
    session.journal?.touch()
    this.#options.logger.info('session taken over', { session: id })
    return 'here'
  }

  #onRequest({ kind, id, byOpener }: ServerRequest): void {
    const kept = this.get(id)
    if (!kept) return
    if (kind === 'erase' && byOpener) kept.session.tap?.erased()
    if (kind === 'erase') this.#drop(kept, CLOSE.ended)
    else void this.#handOver(kept)
  }

  /**
   * Waits for running work, then releases the session. If a reply or a tool call is still running after the wait, the
   * session stays on this server. The server that asked for the session asks again when its client connects again.
   */
  async #handOver(kept: KeptSession): Promise<void> {
    const { session } = kept
    await whenIdle(session, this.#options.clock)
    if (session.conversation.working || this.get(session.id) !== kept) return
    await this.#leave(kept, CLOSE.replaced)
  }

  /** Releases a session, so that another server may take it. */
  #leave(kept: KeptSession, why: CloseReason): Promise<void> {
    const { id } = kept.session
    const owned = this.#owned.get(id)
    if (!owned) return Promise.resolve()
    const leaving = this.#leaving.get(id) ?? this.#letGo(kept, { owned, why })
    this.#leaving.set(id, leaving)
    return leaving
  }

  async #letGo(kept: KeptSession, { owned, why }: { owned: Owned; why: CloseReason }): Promise<void> {
    const { session } = kept
    try {
      session.close()
      // A client that is not here, or not any more, may lack pieces of text and audio.
      const isAway = kept.displace === undefined || why === CLOSE.replaced
      kept.displace?.(why)
      await owned.journal.close({ withPieces: isAway })
      await this.#records.leave(session.id, owned.owner)
    } catch (error) {
      this.#options.logger.warn('session not handed over', { session: session.id, error: messageOf(error) })
    } finally {
      this.#forget(kept)
      this.#leaving.delete(session.id)
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
    this.forget(kept)
  }

  /** Removes a session from the store, because it ended here. */
  async #onEnd({ session }: KeptSession): Promise<void> {
    const owned = this.#owned.get(session.id)
    if (!owned) return
    this.#owned.delete(session.id)
    owned.journal.stop()
    await this.#removals.remove(session.id, owned.owner)
  }

  /**
   * Updates the store after it was unreachable or the lease of this server expired. Drops the sessions that another
   * server has taken.
   */
  async #catchUp(): Promise<void> {
    this.#removals.catchUp()
    this.counts.catchUp()
    await forEachConcurrent(this.#owned.values(), ({ journal }) => this.#link.up && journal.verify())
  }

  /**
   * Renews the records of this server's sessions, so that the records of idle sessions do not expire. Each step renews a
   * few of them, so that no other session has to wait.
   */
  #sweep(): void {
    const { clock, graceMs } = this.#options
    const steps = (graceMs + MARGIN_MS) / 3 / SWEEP_STEP_MS
    this.#stopSweep = clock.schedule(() => {
      if (this.#link.up) this.#renew(Math.ceil(this.#owned.size / steps))
      this.#sweep()
    }, SWEEP_STEP_MS)
  }

  #renew(count: number): void {
    for (let at = 0; at < count; at += 1) {
      const { value: id, done } = this.#nextToRenew.next()
      if (done) this.#nextToRenew = this.#owned.keys()
      else this.#records.keep(id).catch(() => {})
    }
  }
}
