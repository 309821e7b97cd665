import type { CarrierName } from './carriers/carrier.js'

/** Options of telephone calls. */
export interface PhoneOptions {
  carrier: CarrierName
  /**
   * Verifies the requests of the carrier: the auth token of the account (Twilio), its public key in base64 (Telnyx),
   * its signature secret (Vonage), or the secret of the webhook (OpenAI).
   */
  credential: string
  /**
   * The URL at which the carrier reaches this server, such as `https://voice.example.com`. The carrier's signatures
   * include it.
   * @default the URL of each request, as trusted proxies report it
   */
  publicUrl?: string | undefined
  /** The first sentence of each call. @default a greeting in the language of the agent */
  greeting?: string | undefined
  /** Maximum length of a call in milliseconds. @default 1800000 */
  maxCallMs?: number | undefined
  /**
   * If the caller is silent for this time (in milliseconds), the agent asks whether they are still there. If the caller
   * stays silent, the agent says goodbye and hangs up.
   * @default 10000
   */
  silenceMs?: number | undefined
}

export const callPath = (carrier: CarrierName) => `/phone/${carrier}`

export const mediaPath = (carrier: CarrierName) => `/phone/${carrier}/media`
