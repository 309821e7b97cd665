import { createHash, createHmac } from 'node:crypto'
import { isSame } from '../../sessions/encryption.js'
import {
  type AnnouncedCall,
  type Carrier,
  type CarrierEvent,
  type CarrierRequest,
  type CarrierStream,
  isFresh,
  type MessageFields,
  messageFields,
  numberIn,
  textIn,
} from './carrier.js'

/** Samples per second of PCM16. Vonage offers 8,000 and 16,000. */
const RATE = 16_000

/** Vonage: NCCO and WebSockets (https://developer.vonage.com/en/voice/voice-api/guides/websockets). */
export const vonage: Carrier = {
  name: 'vonage',
  format: RATE,
  isSigned,
  callOf,
  connect: ({ url: uri, token }) => {
    const endpoint = { type: 'websocket', uri, 'content-type': `audio/l16;rate=${RATE}`, headers: { token } }
    return { status: 200, body: [{ action: 'connect', endpoint: [endpoint] }] }
  },
  // The response lists no actions, so Vonage ends the call.
  reject: () => ({ status: 200, body: [] }),
  createStream: () => new VonageStream(),
}

/** Checks the JWT (RFC 7519, HS256), signed with the account's secret, and its hash of the body. */
function isSigned(
  { headers, body }: CarrierRequest,
  { credential, now }: { credential: string; now: number },
): boolean {
  const claims = signedClaims(String(headers.authorization ?? ''), credential)
  if (!claims || typeof claims.iat !== 'number') return false
  const hash = createHash('sha256').update(body).digest('hex')
  return isFresh(claims.iat * 1000, now) && isSame(textIn(claims.payload_hash) ?? '', hash)
}

function signedClaims(authorization: string, secret: string): MessageFields | undefined {
  const [head = '', content = '', signature = '', ...rest] = authorization.replace(/^Bearer /i, '').split('.')
  const expected = createHmac('sha256', secret).update(`${head}.${content}`).digest('base64url')
  if (rest.length > 0 || !isSame(signature, expected)) return undefined
  try {
    const { alg } = messageFields(Buffer.from(head, 'base64url'))
    return alg === 'HS256' ? messageFields(Buffer.from(content, 'base64url')) : undefined
  } catch {
    return undefined
  }
}

function callOf({ body }: CarrierRequest): AnnouncedCall | undefined {
  try {
    const { uuid, from, to } = messageFields(body)
    const id = textIn(uuid)
    return id ? { id, from: numberIn(textIn(from)), to: numberIn(textIn(to)) } : undefined
  } catch {
    return undefined
  }
}

/** The messages of a Vonage stream: audio in binary frames, everything else as JSON. */
class VonageStream implements CarrierStream {
  read(message: string | Uint8Array): CarrierEvent | undefined {
    if (typeof message !== 'string') return { type: 'audio', audio: message }
    const fields = messageFields(message)
    if (fields.event === 'websocket:connected')
      return { type: 'start', callId: undefined, token: textIn(fields.token) }
    if (fields.event === 'websocket:dtmf') {
      const digit = textIn(fields.digit)
      return digit === undefined ? undefined : { type: 'key', digit }
    }
    if (fields.event !== 'websocket:notify') return undefined
    const mark = textIn(messageFields(fields.payload).mark)
    return mark === undefined ? undefined : { type: 'played', mark }
  }

  audio(audio: Uint8Array): Uint8Array {
    return audio
  }

  mark(name: string): string {
    return JSON.stringify({ action: 'notify', payload: { mark: name } })
  }

  clear(): string {
    return JSON.stringify({ action: 'clear' })
  }
}
