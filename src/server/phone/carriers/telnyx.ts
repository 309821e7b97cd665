import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  type Carrier,
  type CarrierEvent,
  type CarrierRequest,
  connectStream,
  isFresh,
  type MessageFields,
  messageFields,
  textIn,
  xmlAnswer,
} from './carrier.js'
import { callOfForm, JsonStream } from './twilio.js'

/**
 * Telnyx: TeXML and media streaming (https://developers.telnyx.com/docs/voice/programmable-voice/texml-verbs/stream).
 */
export const telnyx: Carrier = {
  name: 'telnyx',
  format: 'audio/pcmu',
  isSigned,
  callOf: ({ body }) => callOfForm(body),
  connect: (media) =>
    connectStream(media, {
      track: 'inbound_track',
      codec: 'PCMU',
      bidirectionalMode: 'rtp',
      bidirectionalCodec: 'PCMU',
    }),
  reject: () => xmlAnswer('<Response><Reject/></Response>'),
  createStream: () => new JsonStream(readStart),
}

/** Checks the Ed25519 signature of `TIMESTAMP|BODY`. The credential is the public key of the account in base64. */
function isSigned(
  { headers, body }: CarrierRequest,
  { credential, now }: { credential: string; now: number },
): boolean {
  const stamp = String(headers['telnyx-timestamp'] ?? '')
  const signature = Buffer.from(String(headers['telnyx-signature-ed25519'] ?? ''), 'base64')
  if (!/^\d+$/.test(stamp) || !isFresh(Number(stamp) * 1000, now) || signature.length !== 64) return false
  const key = publicKeyOf(credential)
  return key !== undefined && verify(null, Buffer.from(`${stamp}|${body}`), key, signature)
}

/** The SPKI header before the 32 bytes of an Ed25519 key (RFC 8410). */
const SPKI_START = Buffer.from('302a300506032b6570032100', 'hex')

/** Makes a public key from its 32 bytes in base64; `undefined` if the text does not decode to 32 bytes. */
export function publicKeyOf(credential: string): KeyObject | undefined {
  const bytes = Buffer.from(credential, 'base64')
  if (bytes.length !== 32) return undefined
  return createPublicKey({ key: Buffer.concat([SPKI_START, bytes]), format: 'der', type: 'spki' })
}

function readStart({ start }: MessageFields): { event: CarrierEvent } {
  const { call_control_id: callId, custom_parameters: custom } = messageFields(start)
  const token = textIn(messageFields(custom).token)
  return { event: { type: 'start', callId: textIn(callId), token } }
}
