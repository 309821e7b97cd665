import type { Carrier, CarrierName } from './carrier.js'
import { telnyx } from './telnyx.js'
import { twilio } from './twilio.js'
import { vonage } from './vonage.js'

/** All carriers. To add one, write its file and add it here. */
export const CARRIERS: Readonly<Record<CarrierName, Carrier>> = { twilio, telnyx, vonage }

/** The environment variable with the credential that verifies the requests of a carrier. */
export const CARRIER_VARIABLES: Readonly<Record<CarrierName, string>> = {
  twilio: 'TWILIO_AUTH_TOKEN',
  telnyx: 'TELNYX_PUBLIC_KEY',
  vonage: 'VONAGE_SIGNATURE_SECRET',
}
