import type { Header } from '../wire-request.js'

/** A response with its whole body, not decompressed. */
export interface RawResponse {
  status: number
  /** The headers, with names in lower case. A name may occur several times. */
  headers: Header[]
  body: Buffer
}

/** Limits of a request. All times in milliseconds. */
export interface SendLimits {
  connectTimeoutMs: number
  /** Maximum time without new data, both before the headers arrive and between two pieces of the body. */
  idleTimeoutMs: number
  /** Maximum size of the body in bytes, before and after decompression. */
  maxBytes: number
}

export const DEFAULT_LIMITS: SendLimits = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxBytes: 10_000_000,
}

/** The value of a response header; `name` is in lower case. */
export function responseHeader(response: Pick<RawResponse, 'headers'>, name: string): string | undefined {
  return response.headers.find((header) => header.key === name)?.value
}
