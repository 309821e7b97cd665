import type { CarrierName } from './carriers/carrier.js'

/** Options of telephone calls. */
export interface PhoneOptions {
  carrier: CarrierName
  /**
   * Proves the requests of the carrier: the auth token of the account (Twilio), its public key in base64 (Telnyx), or
   * its signature secret (Vonage).
   */
  credential: string
  /**
   * The address under which the carrier reaches this server, such as `https://voice.example.com`; signatures include
   * it. @default the address of each request, as far as trusted proxies tell it
   */
  publicUrl?: string | undefined
  /** First words of each call. @default a greeting in the language of the agent */
  greeting?: string | undefined
  /** Maximum length of a call. @default 1800000 */
  maxCallMs?: number | undefined
  /** Silence of the caller after which the agent asks, and later says goodbye. @default 10000 */
  silenceMs?: number | undefined
}

/** The path of the carrier's request about a call. */
export const callPath = (carrier: CarrierName) => `/phone/${carrier}`

/** The path of the media streams of a carrier. */
export const mediaPath = (carrier: CarrierName) => `/phone/${carrier}/media`
