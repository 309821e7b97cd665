/** Limits of the memory of sessions. Everything that a client can make larger has a limit here. */
export interface SessionLimits {
  /** Maximum items in a conversation. Beyond it, the server drops the oldest turns and notifies the client. @default 2000 */
  maxItems: number
  /**
   * Maximum size of the items of a conversation as JSON, in bytes. Beyond it, the server drops the oldest turns and
   * notifies the client.
   * @default 4194304
   */
  maxHistoryBytes: number
  /** Maximum size of one client item as JSON, in bytes. @default 262144 */
  maxItemBytes: number
  /** Maximum calls of a session that run, or wait for approval or for the output of a client function. @default 64 */
  maxOpenCalls: number
  /** Maximum simultaneous out-of-band responses of a session. @default 8 */
  maxOutOfBandResponses: number
  /** Maximum size of the settings of a session or of one response as JSON, in bytes. @default 262144 */
  maxSettingsBytes: number
  /** Maximum number of functions that a client may define as tools. @default 128 */
  maxClientTools: number
  /** Maximum seconds of audio that wait for a commit or for recognition. @default 600 */
  maxAudioSeconds: number
  /**
   * Maximum sessions without a connection. Beyond it, the session that has waited longest ends.
   * @default as many as there may be connections
   */
  maxKeptSessions: number
  /**
   * Maximum sessions of one key, connected or not. Beyond it, a session of the key without a connection ends. If all
   * have one, the new session is refused.
   * @default 10000
   */
  maxSessionsPerKey: number
  /**
   * Maximum bytes of all sessions of one key: items, and events kept for clients that resume.
   * @default a quarter of the heap of the process
   */
  maxBytesPerKey: number
  /** Maximum bytes of all sessions of the server. @default half of the heap of the process */
  maxBytes: number
}

/** Counts the memory of one session for the limits of key and server. */
export interface MemoryAccount {
  /** Whether this many more bytes are within the limits. */
  fits(bytes: number): boolean
  /** Adds bytes; removes them if the number is negative. */
  add(bytes: number): void
  /** Releases all bytes of the session. */
  close(): void
}

export const uncounted: MemoryAccount = { fits: () => true, add() {}, close() {} }

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
