import { getHeapStatistics } from 'node:v8'

/** What sessions may hold in memory. Everything that a client can make more of has a bound here. */
export interface SessionLimits {
  /** Items of a conversation. For more, its oldest turns are dropped, and the client is told. @default 2000 */
  maxItems: number
  /** Bytes of the items of a conversation, as JSON. For more, its oldest turns are dropped, and the client is told. @default 4194304 */
  maxHistoryBytes: number
  /** Bytes of one item of a client, as JSON. @default 262144 */
  maxItemBytes: number
  /** Calls of a session that run, wait for approval, or wait for the output of a client's function. @default 64 */
  maxOpenCalls: number
  /** Responses of a session that run beside its conversation. @default 8 */
  maxOutOfBandResponses: number
  /** Bytes of the settings of a session, and of those of one response: instructions, tools and all else, as JSON. @default 262144 */
  maxSettingsBytes: number
  /** Function tools of a client. @default 128 */
  maxClientTools: number
  /** Seconds of audio that wait to be committed or recognized. @default 600 */
  maxAudioSeconds: number
  /** Sessions without a connection that wait for their clients. For more, the one that waits longest ends. @default as many as there may be connections */
  maxKeptSessions: number
  /** Sessions of one key, with a connection or without. For more, one without ends, or the new one is refused. @default 10000 */
  maxSessionsPerKey: number
  /** Bytes that all sessions of one key hold: items, and events for clients that come back. @default a quarter of the heap of the process */
  maxBytesPerKey: number
  /** Bytes that all sessions of the server hold. @default half of the heap of the process */
  maxBytes: number
}

const HEAP_BYTES = getHeapStatistics().heap_size_limit

/** The limits of a server that says nothing else. */
export const defaultSessionLimits: SessionLimits = {
  maxItems: 2_000,
  maxHistoryBytes: 4 * 1024 * 1024,
  maxItemBytes: 256 * 1024,
  maxOpenCalls: 64,
  maxOutOfBandResponses: 8,
  maxSettingsBytes: 256 * 1024,
  maxClientTools: 128,
  maxAudioSeconds: 600,
  maxKeptSessions: 10_000,
  maxSessionsPerKey: 10_000,
  maxBytesPerKey: Math.floor(HEAP_BYTES / 4),
  maxBytes: Math.floor(HEAP_BYTES / 2),
}

/** Counts what one session holds in memory, together with all others. */
export interface MemoryAccount {
  /** Whether the session may hold so many bytes more. */
  fits(bytes: number): boolean
  /** The session holds so many bytes more, or fewer. */
  add(bytes: number): void
  /** The session has ended and holds nothing. */
  close(): void
}

/** For a session whose memory nobody counts. */
export const uncounted: MemoryAccount = { fits: () => true, add() {}, close() {} }

/** The bytes of a value as JSON. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
