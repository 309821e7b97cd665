/** Limits of the memory that sessions use. Everything that a client can enlarge has a limit here. */
export interface SessionLimits {
  /**
   * Maximum items in a conversation. Beyond it, the server drops the oldest turns and notifies the client. @default
   * 2000
   */
  maxItems: number
  /**
   * Maximum size of the items of a conversation as JSON, in bytes. Beyond it, the server drops the oldest turns and
   * notifies the client.
   * @default 4194304
   */
  maxHistoryBytes: number
  /** Maximum size of one client item as JSON, in bytes. @default 262144 */
  maxItemBytes: number
  /**
   * Maximum tool calls of a session without a result. They run, wait for approval, or wait for the output of a client
   * function. @default 64
   */
  maxOpenCalls: number
  /** Maximum simultaneous out-of-band responses of a session. @default 8 */
  maxOutOfBandResponses: number
  /** Maximum size of the settings of a session or of one response as JSON, in bytes. @default 262144 */
  maxSettingsBytes: number
  /** Maximum number of functions that a client may define as tools. @default 128 */
  maxClientTools: number
  /** Maximum seconds of user audio that wait for a commit or for recognition. @default 600 */
  maxAudioSeconds: number
  /**
   * Maximum sessions without a connection. Beyond it, the session whose connection was lost first ends.
   * @default the maximum number of connections
   */
  maxKeptSessions: number
  /**
   * Maximum sessions of one API key, with or without a connection. Beyond it, a session of the key without a connection
   * ends. If all sessions of the key have a connection, the new session is refused.
   * @default 10000
   */
  maxSessionsPerKey: number
  /**
   * Maximum bytes that all sessions of one API key store. Counted are conversation items, and events kept for clients
   * that resume.
   * @default a quarter of the heap of the process
   */
  maxBytesPerKey: number
  /** Maximum bytes that all sessions of the server store. @default half of the heap of the process */
  maxBytes: number
}

/** Counts the stored bytes of one session for the limits `maxBytesPerKey` and `maxBytes`. */
export interface MemoryAccount {
  /** Whether the session may store `bytes` more bytes. */
  fits(bytes: number): boolean
  /** Adds `bytes` to the count. A negative number reduces the count. */
  add(bytes: number): void
  /** Releases all bytes of the session. */
  close(): void
}

export const uncounted: MemoryAccount = { fits: () => true, add() {}, close() {} }

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
