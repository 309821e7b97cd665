import type { Header } from '../wire-request.js'

/** A response with its whole body, still encoded. */
export interface RawResponse {
  status: number
  /** Names in lower case, duplicates kept. */
  headers: Header[]
  body: Buffer
}

/** Limits of a request. All times in milliseconds. */
export interface SendLimits {
  /** Until the connection is established. */
  connectTimeoutMs: number
  /** Inactivity before the headers and between two chunks of the body. */
  idleTimeoutMs: number
  /** Maximum size of the body in bytes, both compressed and decompressed. */
  maxBytes: number
}

/** Limits for an API call within a conversation. */
export const DEFAULT_LIMITS: SendLimits = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxBytes: 10_000_000,
}

/** The value of a response header by its lower-case name. */
export function responseHeader(response: Pick<RawResponse, 'headers'>, name: string): string | undefined {
  return response.headers.find((header) => header.key === name)?.value
}
