import { createHmac } from 'node:crypto'
import { isSame } from '../../sessions/session-store.js'
import {
  type Carrier,
  type CarrierEvent,
  type CarrierRequest,
  type CarrierStream,
  connectStream,
  formFields,
  type MessageFields,
  messageFields,
  numberIn,
  textIn,
  xmlAnswer,
} from './carrier.js'

/** Twilio: TwiML and Media Streams (https://www.twilio.com/docs/voice/media-streams/websocket-messages). */
export const twilio: Carrier = {
  name: 'twilio',
  format: 'audio/pcmu',
  isSigned: ({ url, headers, body }, { credential }) =>
    isSame(String(headers['x-twilio-signature'] ?? ''), twilioSignature(credential, { url, body })),
  callOf: ({ body }) => callOfForm(body),
  connect: (media) => connectStream(media, {}),
  reject: () => xmlAnswer('<Response><Reject/></Response>'),
  createStream: () => new TwilioStream(),
}

/** The signature of a request (https://www.twilio.com/docs/usage/security): HMAC-SHA1 of the URL and the form fields, sorted by name. */
export function twilioSignature(
  authToken: string,
  { url, body }: Pick<CarrierRequest, 'url' | 'body'>,
): string {
  const fields = new Map<string, Set<string>>()
  for (const [name, value] of new URLSearchParams(body))
    fields.set(name, (fields.get(name) ?? new Set()).add(value))
  const names = [...fields.keys()].sort()
  const signed = names.flatMap((name) => [...fields.get(name)!].sort().map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64')
}

/** The call in a form with Twilio's field names, which Telnyx uses too. */
export function callOfForm(body: string) {
  const { CallSid, From, To } = formFields(body)
  return CallSid ? { id: CallSid, from: numberIn(From), to: numberIn(To) } : undefined
}

class TwilioStream implements CarrierStream {
  #streamSid = ''

  read(message: string | Uint8Array): CarrierEvent | undefined {
    const fields = messageFields(message)
    if (fields.event === 'start') return this.#start(fields)
    return streamEvent(fields)
  }

  audio(audio: Uint8Array): string {
    const payload = Buffer.from(audio).toString('base64')
    return JSON.stringify({ event: 'media', streamSid: this.#streamSid, media: { payload } })
  }

  mark(name: string): string {
    return JSON.stringify({ event: 'mark', streamSid: this.#streamSid, mark: { name } })
  }

  clear(): string {
    return JSON.stringify({ event: 'clear', streamSid: this.#streamSid })
  }

  #start({ start }: MessageFields): CarrierEvent {
    const { streamSid, callSid, customParameters } = messageFields(start)
    this.#streamSid = textIn(streamSid) ?? ''
    const token = textIn(messageFields(customParameters).token)
    return { type: 'start', streamId: this.#streamSid, callId: textIn(callSid), token }
  }
}

/** Reads the events that are the same with Twilio and Telnyx. */
export function streamEvent(fields: MessageFields): CarrierEvent | undefined {
  const { event } = fields
  if (event === 'media') return mediaEvent(messageFields(fields.media))
  if (event === 'dtmf') {
    const digit = textIn(messageFields(fields.dtmf).digit)
    return digit === undefined ? undefined : { type: 'key', digit }
  }
  if (event === 'mark') {
    const mark = textIn(messageFields(fields.mark).name)
    return mark === undefined ? undefined : { type: 'played', mark }
  }
  return event === 'stop' ? { type: 'stop' } : undefined
}

function mediaEvent({ track, payload, chunk }: MessageFields): CarrierEvent | undefined {
  const sound = textIn(payload)
  if (sound === undefined || (track !== undefined && track !== 'inbound')) return undefined
  const number = Number(chunk)
  return {
    type: 'audio',
    audio: Buffer.from(sound, 'base64'),
    ...(Number.isSafeInteger(number) && { chunk: number }),
  }
}
