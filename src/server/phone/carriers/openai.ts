import { createHmac } from 'node:crypto'
import { isSame } from '../../sessions/encryption.js'
import {
  type AnnouncedCall,
  type Announcer,
  type CarrierRequest,
  isFresh,
  type MessageFields,
  messageFields,
  numberIn,
  textIn,
} from './carrier.js'

/** OpenAI: SIP calls that its voice models answer (https://platform.openai.com/docs/guides/realtime-sip). */
export const openai: Announcer = { name: 'openai', isSigned, callOf }

/** Checks a signature of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 of id, time and body. */
function isSigned(
  { headers, body }: CarrierRequest,
  { credential, now }: { credential: string; now: number },
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds } = headers
  const key = Buffer.from(credential.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  const signatures = String(headers['webhook-signature'] ?? '').split(' ')
  if (key.length === 0) return false
  return isFresh(Number(seconds) * 1000, now) && signatures.some((one) => isSame(one, `v1,${expected}`))
}

/** Every event is read, because one that is refused comes again. One that announces no call has no id. */
function callOf({ body }: CarrierRequest): AnnouncedCall | undefined {
  try {
    const { type, data } = messageFields(body)
    const fields = messageFields(data)
    const event = textIn(type)
    const id = textIn(fields.call_id) ?? textIn(fields.session_id) ?? ''
    const headers = Array.isArray(fields.sip_headers) ? fields.sip_headers.map(messageFields) : []
    const numberOf = (name: string) => numberIn(sipUser(headers, name))
    return event === undefined ? undefined : { id, event, from: numberOf('from'), to: numberOf('to') }
  } catch {
    return undefined
  }
}

/** The user in a header such as `"Ann" <sip:+4930123456@carrier.example>;tag=1`. */
function sipUser(headers: readonly MessageFields[], name: string): string | undefined {
  const header = headers.find((one) => textIn(one.name)?.toLowerCase() === name)
  return /(?:sips?|tel):([^@;>\s]{1,64})/i.exec(textIn(header?.value) ?? '')?.[1]
}
