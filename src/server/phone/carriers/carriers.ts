import type { Carrier, CarrierName } from './carrier.js'
import { telnyx } from './telnyx.js'
import { twilio } from './twilio.js'
import { vonage } from './vonage.js'

/** The carriers that send audio here. To add one, write its file and add it here. OpenAI keeps the audio of its calls. */
export const CARRIERS: Readonly<Record<Exclude<CarrierName, 'openai'>, Carrier>> = { twilio, telnyx, vonage }

/** For each carrier, the environment variable that contains the credential which verifies the carrier's requests. */
export const CARRIER_VARIABLES: Readonly<Record<CarrierName, string>> = {
  twilio: 'TWILIO_AUTH_TOKEN',
  telnyx: 'TELNYX_PUBLIC_KEY',
  vonage: 'VONAGE_SIGNATURE_SECRET',
  openai: 'OPENAI_WEBHOOK_SECRET',
}
