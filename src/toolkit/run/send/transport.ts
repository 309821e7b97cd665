import type { Header, WireRequest } from '../wire-request.js'
import type { Deadline } from './deadline.js'

/** Sends one request without following redirects or decompressing. Rejects with a `VoiceError`. */
export type Transport = (wire: WireRequest, options: TransportOptions) => Promise<RawResponse>

/**
 * Which addresses a request may not reach:
 * - `public`: private networks, because the API is public
 * - `local`: link-local addresses and the metadata of clouds
 * - `none`: it may reach every address
 */
export type AddressGuard = 'public' | 'local' | 'none'

export interface TransportOptions {
  limits: SendLimits
  deadline: Deadline
  guard: AddressGuard
}

export interface Exchanged {
  response: RawResponse
  wire: WireRequest
}

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
