/** Default settings of a client. Times are in milliseconds. */
export const clientDefaults = {
  maxReconnectAttempts: 10,
  reconnectDelayMs: 1_000,
  heartbeatIntervalMs: 30_000,
} as const
