export const REPLAY_TIMEOUT_MS = 120_000

export const MAX_NAME_CHARS = 64

/** Default time limit for one request, including retries and redirects, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000
