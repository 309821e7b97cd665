import type { WireRequest } from '../wire-request.js'
import type { Deadline } from './deadline.js'
import type { RawResponse, SendLimits } from './response.js'

/**
 * Sends one request and collects its response. Neither follows redirects nor decompresses. Rejects with a `VoiceError`.
 */
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
