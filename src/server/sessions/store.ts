import type { OutboxEntry } from '../realtime/outbox.js'

/** What servers share: records of sessions, leases of servers, counts. An engine is one folder that implements it. */
export interface Store {
  readonly records: RecordStore
  readonly leases: Leases
  readonly counters: Counters
  /** Whether the store can be used now. While it cannot, every method rejects. */
  readonly isUp: boolean
  /** While the store cannot be used, a sentence that describes the problem. */
  readonly problem: string | undefined
  /** Opens the store. Throws a `VoiceError` if it cannot work, for example without its package. */
  start(): Promise<void>
  /** After an outage or an expired lease: writes may be lost, and sessions taken by other servers. */
  onUp(listener: () => void): void
  close(): Promise<void>
}

/** The values of a session that are stored under a name each, encrypted. */
export type SealedFields = readonly (readonly [name: string, value: Buffer])[]

/** A stored event of a session. `data` is encrypted. */
export type SealedEntry = Omit<OutboxEntry, 'data'> & { isBinary: boolean; data: Buffer }

export interface RecordChange {
  fields: SealedFields
  gone: readonly string[]
  marks: RecordMarks
  entries: readonly SealedEntry[]
  /** Whether `entries` replace all stored events. Otherwise, they follow them. */
  replaces: boolean
  last: number
  oldest: number
  /**
   * How the record is written:
   * - `new`: creates it, also in place of an erased record.
   * - `whole`: replaces all of it.
   * - `part`: changes some fields.
   */
  mode: 'new' | 'whole' | 'part'
}

export interface SealedRecord {
  fields: ReadonlyMap<string, Buffer>
  entries: readonly SealedEntry[]
  last: number
}

/** Hashes of a key and a resume token. Short-lived keys of a user share `key`; each has its own `opener`. */
export interface RecordMarks {
  key: string
  opener: string
  token: string
}

export interface RecordHead extends RecordMarks {
  owner: string
}

/** Only the owner of a record can change it. Records expire if no owner renews them. */
export interface RecordStore {
  /** The owner of a session and the hashes of its client; `undefined` if the session does not exist or was erased. */
  head(id: string): Promise<RecordHead | undefined>
  /** May be repeated. `lost`: another server owns the session, or it was erased. `gone`: the store has lost it. */
  append(id: string, owner: string, change: RecordChange): Promise<'ok' | 'lost' | 'gone'>
  /** Makes `to` the owner if the owner is still `from`. Returns whether it did. */
  claim(id: string, options: { from: string; to: string }): Promise<boolean>
  /** Gives up a session: any server may claim it. */
  release(id: string, owner: string): Promise<void>
  read(id: string): Promise<SealedRecord>
  renew(id: string): Promise<void>
  remove(id: string, owner: string): Promise<void>
  /** Erases a session, no matter which server owns it. The owner notices with its next write. */
  erase(id: string): Promise<void>
}

export interface ServerRequest {
  kind: 'hand-over' | 'erase'
  id: string
  /** For `erase`: whether the client has the key that opened the session. If so, its recordings are erased too. */
  byOpener?: boolean
}

export interface Leases {
  /** A new owner name with which this server claims a session. Each claim has another one. */
  claim(): string
  /** Whether an owner name belongs to another server that is alive. */
  lives(owner: string): Promise<boolean>
  /** Sends a request to the owner of a session. It may get lost. */
  ask(owner: string, request: ServerRequest): Promise<void>
  /** Sets what is called for the requests of other servers. */
  onRequest(listener: (request: ServerRequest) => void): void
}

export type Sums = Readonly<Record<string, number>>

export interface SumChange {
  /** Unique id of the change. If a change is sent again after a lost reply, it is counted only once. */
  id: string
  add: Sums
  /** Minimum sums before `add`. Lower sums, because the store has lost some, are first raised to these. */
  atLeast: Sums
}

/** How much of a limit this server uses under a name, for example the open connections of an API key. */
export interface Reservation {
  name: string
  /** What this server uses, including what is new. */
  own: number
  limit: number
}

/** Counts of all servers together. While the store cannot be used, each server counts alone. */
export interface Counters {
  /** Adds amounts and returns the sums of all servers. Sums expire 24 hours after the last addition. */
  add(name: string, change: SumChange): Promise<Sums>
  /** See `Store.onUp`. */
  onUp(listener: () => void): void
  /** Counts an event in a window of `spanMs`, which starts with its first event. `leftMs`: until it ends. */
  tick(name: string, spanMs: number): Promise<{ count: number; leftMs: number }>
  /** Returns a name that would exceed its limit; the caller then takes back the others. Dead servers do not count. */
  reserve(reservations: readonly Reservation[]): Promise<string | undefined>
  setReserved(name: string, own: number): Promise<void>
}
