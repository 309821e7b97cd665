import type { Header } from '../wire-request.js'

/** An answer with its whole body, still as it came: encoded, undecoded. */
export interface RawResponse {
  status: number
  /** Names in lower case, duplicates kept. */
  headers: Header[]
  body: Buffer
}

/** What a request may take. All times in milliseconds. */
export interface SendLimits {
  /** Until the connection stands. */
  connectTimeoutMs: number
  /** Silence before the headers and between two pieces of the body. */
  idleTimeoutMs: number
  /** Bytes of the body, as sent and again when decompressed. */
  maxBytes: number
}

/** Limits that suit an API call of a conversation. */
export const DEFAULT_LIMITS: SendLimits = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxBytes: 10_000_000,
}

/** The value of a response header by its lower-case name. */
export function responseHeader(response: Pick<RawResponse, 'headers'>, name: string): string | undefined {
  return response.headers.find((header) => header.key === name)?.value
}
