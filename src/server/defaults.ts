import { getHeapStatistics } from 'node:v8'

const HEAP_BYTES = getHeapStatistics().heap_size_limit

const kB = 1024
const MB = 1024 * kB
const MINUTE_MS = 60_000

export const defaultServer = {
  /** How long a session is kept after its connection is lost, in milliseconds. */
  graceMs: 2 * MINUTE_MS,
  /** How long running replies may take when the server stops, in milliseconds. */
  drainMs: 10_000,
  /** Lifetime of a short-lived key for a browser, in seconds. */
  clientSecretSeconds: 600,
} as const

/** The default values of `ReplyLimits`. That type explains each limit. */
export const defaultReplyLimits = {
  maxSteps: 16,
  maxCallsPerStep: 16,
  maxArgumentBytes: 256 * kB,
  maxBadSteps: 3,
  replyTimeoutMs: 2 * MINUTE_MS,
  modelSilenceMs: 30_000,
  toolTimeoutMs: MINUTE_MS,
  fillerAfterMs: 2_500,
  backgroundAfterMs: 8_000,
  approvalTimeoutMs: 2 * MINUTE_MS,
  maxHistoryTokens: 24_000,
  maxReplyTokens: 200_000,
} as const

/** The default values of `SessionLimits`. That type explains each limit. */
export const defaultSessionLimits = {
  maxItems: 2_000,
  maxHistoryBytes: 4 * MB,
  maxItemBytes: 256 * kB,
  maxOpenCalls: 64,
  maxOutOfBandResponses: 8,
  maxSettingsBytes: 256 * kB,
  maxClientTools: 128,
  maxAudioSeconds: 600,
  maxKeptSessions: 10_000,
  maxSessionsPerKey: 10_000,
  maxBytesPerKey: Math.floor(HEAP_BYTES / 4),
  maxBytes: Math.floor(HEAP_BYTES / 2),
}

/** Limits of the data that a server keeps for a client that reconnects. No option changes them. */
export const replayLimits = {
  /** Maximum number of server events that the client may have missed. */
  events: 2_000,
  bytes: 4 * MB,
  /**
   * Number of remembered ids of client events. With them, an event that the client sends again is not applied twice.
   */
  clientEventIds: 256,
} as const

/** The default values of `ConnectionLimits`. That type explains each limit. */
export const defaultConnectionLimits = {
  maxMessageBytes: 4 * MB,
  maxQueuedBytes: 8 * MB,
  pingIntervalMs: 25_000,
  idleTimeoutMs: 30 * MINUTE_MS,
  messagesPerSecond: 1_000,
  bytesPerSecond: 2 * MB,
} as const

/** The default values of `QuotaOptions`. That type explains each limit. */
export const defaultQuota = {
  connections: 10_000,
  connectionsPerUser: 50,
  connectionsPerKey: Number.POSITIVE_INFINITY,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  attemptsPerMinute: Number.POSITIVE_INFINITY,
  failedKeysPerMinute: 30,
} as const

export const defaultTurnDetection = {
  /** Milliseconds of silence that end a turn. */
  silenceMs: 500,
  /** Milliseconds of audio before the detected start of speech. They also belong to the turn. */
  paddingMs: 300,
} as const

/** The default limits of a telephone call. `PhoneOptions` explains them. */
export const defaultCallLimits = { maxCallMs: 30 * MINUTE_MS, silenceMs: 10_000 } as const

/** The default values of `RecordingLimits`. That type explains each limit. */
export const defaultRecordingLimits = { maxBytes: 64 * MB, maxWaitingBytes: 8 * MB } as const

/** The default limits of the MCP endpoint. `McpEndpointOptions` explains them. */
export const defaultMcpEndpoint = { maxSessions: 1_000, idleMs: 30 * MINUTE_MS } as const
