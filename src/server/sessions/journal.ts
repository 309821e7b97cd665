import { createHash } from 'node:crypto'
import type { Clock, Logger } from '../../ports.js'
import type { HistoryItem } from '../agent/events.js'
import type { RealtimeSession, SessionJournal } from '../realtime/realtime-session.js'
import { takeSnapshot } from '../realtime/session-snapshot.js'
import type { Encryption } from './encryption.js'
import { itemField, sealEntry, sealField } from './sealed-record.js'
import type { RecordChange, RecordMarks, Store } from './store.js'

export interface JournalOptions {
  session: RealtimeSession
  marks: RecordMarks
  owner: string
  store: Pick<Store, 'records' | 'isUp'>
  seal: Encryption
  clock: Clock
  onLost: () => void
  logger: Logger
  isKnown: boolean
}

/** Maximum time after which a change is stored that no event tells, such as more text of an open message. */
const LATER_MS = 1_000

/**
 * Writes one session to the store, one write at a time. An event is sent only after the write that stores it; pieces of
 * text and audio are stored only when the session moves to another server. States:
 * - held: clients get only stored events.
 * - free: the store is unreachable, and the session continues without it. It can become held again.
 * - closed: the journal writes nothing more.
 */
export class Journal implements SessionJournal {
  readonly #options: JournalOptions
  readonly #items = new Map<string, HistoryItem>()
  /** Digests of the fields as they were written. Their texts would take memory as long as the session lives. */
  readonly #digests = new Map<string, string>()
  #mode: RecordChange['mode']
  #written = 0
  #isHeld = false
  #scheduled = false
  #writing: Promise<void> | undefined
  #dirty = false
  #stopTimer: (() => void) | undefined
  /** Whether the next write happens even if nothing has changed, because it shows who owns the session. */
  #verifies = false
  #withPieces = false
  #closed = false
  #waiters: (() => void)[] = []

  constructor(options: JournalOptions) {
    this.#options = options
    this.#mode = options.isKnown ? 'whole' : 'new'
    this.#written = options.isKnown ? options.session.outbox.last : 0
    this.#hold()
  }

  touch(): void {
    this.#dirty = true
    if (this.#scheduled || this.#writing || this.#closed) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (!this.#writing) this.#options.session.guard(() => this.#writeAll())
    })
  }

  touchLater(): void {
    if (this.#dirty || this.#closed) return
    this.#stopTimer ??= this.#options.clock.schedule(() => this.touch(), LATER_MS)
  }

  verify(): Promise<void> {
    this.#verifies = true
    return this.committed()
  }

  committed(): Promise<void> {
    if (this.#closed || !this.#options.store.isUp) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiters.push(resolve)
      this.touch()
    })
  }

  /** Writes the remaining changes, then stops. `withPieces`: also stores the pieces of text and audio. */
  async close({ withPieces }: { withPieces: boolean }): Promise<void> {
    this.#withPieces = withPieces
    await this.committed()
    this.stop()
  }

  stop(): void {
    this.#closed = true
    this.#stopTimer?.()
    for (const resolve of this.#waiters.splice(0)) resolve()
  }

  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#options.session.outbox.hold({
      waits: () => this.touch(),
      hasPiece: () => this.touchLater(),
      overflows: () => this.#free(),
    })
  }

  /** Goes on without the store. The next write has the whole session, as the content of the store is unknown. */
  #free(): void {
    if (this.#isHeld) this.#options.session.outbox.free()
    this.#isHeld = false
    this.#startOver()
    for (const resolve of this.#waiters.splice(0)) resolve()
  }

  #startOver(): void {
    if (this.#mode === 'part') this.#mode = 'whole'
    this.#items.clear()
    this.#digests.clear()
    this.#written = 0
  }

  async #writeAll(): Promise<void> {
    const writing = this.#write()
    this.#writing = writing
    await writing
    this.#writing = undefined
    // While the store is unreachable, nothing is written. When it is reachable again, `SharedSessions` starts the next
    // write.
    if (this.#dirty && this.#options.store.isUp) this.touch()
  }

  async #write(): Promise<void> {
    const { session, store, owner, logger } = this.#options
    this.#dirty = false
    this.#stopTimer?.()
    this.#stopTimer = undefined
    if (this.#closed) return
    if (!store.isUp) return this.#free()
    const waiters = this.#waiters.splice(0)
    try {
      const change = this.#change()
      if (isEmpty(change) && !this.#verifies) return
      this.#verifies = false
      const written = await store.records.append(session.id, owner, change)
      if (this.#closed) return
      if (written === 'ok') this.#onWritten(change.last)
      else if (written === 'lost') this.#options.onLost()
      else {
        this.#startOver()
        this.#dirty = true
      }
    } catch (error) {
      // If the store is unreachable, the store has logged this once. It is not logged again for each session.
      if (store.isUp) logger.warn('session not stored', { session: session.id, error: String(error) })
      this.#free()
    } finally {
      for (const resolve of waiters) resolve()
    }
  }

  #onWritten(last: number): void {
    this.#mode = 'part'
    this.#written = last
    this.#options.session.outbox.release(last)
    this.#hold()
  }

  #change(): RecordChange {
    const { session, marks, seal } = this.#options
    const { id, outbox } = session
    const { facts, items, answers, tools } = takeSnapshot(session)
    const fields = new Map<string, string>()
    const put = (name: string, value: unknown) => {
      const text = JSON.stringify(value)
      const digest = createHash('sha256').update(text).digest('base64')
      if (this.#digests.get(name) === digest) return
      this.#digests.set(name, digest)
      fields.set(name, text)
    }
    const { config, seen, ...rest } = facts
    put('facts', rest)
    put('config', config)
    put('seen', seen)
    put(
      'order',
      items.map(({ id }) => id),
    )
    if (answers) put('answers', answers)
    if (tools) put('tools', tools)
    for (const item of items) {
      if (this.#items.get(item.id) === item) continue
      this.#items.set(item.id, item)
      fields.set(itemField(item.id), JSON.stringify(item))
    }
    return {
      fields: [...fields].map((field) => sealField(seal, id, field)),
      gone: this.#forgetGone(session),
      marks,
      entries: outbox
        .keptAfter(this.#withPieces ? 0 : this.#written)
        .filter(({ isPiece }) => this.#withPieces || !isPiece)
        .map((entry) => sealEntry(seal, id, entry)),
      replaces: this.#withPieces,
      last: outbox.last,
      oldest: outbox.oldest,
      mode: this.#mode,
    }
  }

  #forgetGone({ conversation }: RealtimeSession): string[] {
    const gone = [...this.#items.keys()].filter((id) => !conversation.history.get(id))
    for (const id of gone) this.#items.delete(id)
    return gone.map(itemField)
  }
}

const isEmpty = ({ mode, fields, gone, entries }: RecordChange) =>
  mode === 'part' && fields.length + gone.length + entries.length === 0
