/** Default time of `replay` for one request, retries and redirects included, in milliseconds. */
export const REPLAY_TIMEOUT_MS = 120_000

/** Longest name of a tool that providers accept, in characters. */
export const MAX_NAME_CHARS = 64

/** Default time for one request, retries and redirects included, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000
