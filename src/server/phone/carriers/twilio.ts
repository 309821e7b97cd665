import { createHmac } from 'node:crypto'
import { isSame } from '../../sessions/encryption.js'
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
  createStream: () => new JsonStream(readStart),
}

/** HMAC-SHA1 of the URL and the sorted form fields (https://www.twilio.com/docs/usage/security). */
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

/** The call that an HTML form body announces. Twilio and Telnyx use the same field names. */
export function callOfForm(body: string) {
  const { CallSid, From, To } = formFields(body)
  return CallSid ? { id: CallSid, from: numberIn(From), to: numberIn(To) } : undefined
}

/** Decodes `start`. Twilio requires `streamSid` in each message that it receives; Telnyx has none. */
type StartReader = (fields: MessageFields) => { event: CarrierEvent; streamSid?: string | undefined }

/** The JSON messages of Twilio, which Telnyx uses too. */
export class JsonStream implements CarrierStream {
  readonly #readStart: StartReader
  #streamSid: string | undefined

  constructor(readStart: StartReader) {
    this.#readStart = readStart
  }

  read(message: string | Uint8Array): CarrierEvent | undefined {
    const fields = messageFields(message)
    if (fields.event !== 'start') return streamEvent(fields)
    const { event, streamSid } = this.#readStart(fields)
    this.#streamSid = streamSid
    return event
  }

  audio(audio: Uint8Array): string {
    return this.#write('media', { media: { payload: Buffer.from(audio).toString('base64') } })
  }

  mark(name: string): string {
    return this.#write('mark', { mark: { name } })
  }

  clear(): string {
    return this.#write('clear', {})
  }

  #write(event: string, fields: object): string {
    return JSON.stringify({ event, streamSid: this.#streamSid, ...fields })
  }
}

function readStart({ start }: MessageFields): ReturnType<StartReader> {
  const { streamSid, callSid, customParameters } = messageFields(start)
  const token = textIn(messageFields(customParameters).token)
  return { event: { type: 'start', callId: textIn(callSid), token }, streamSid: textIn(streamSid) ?? '' }
}

function streamEvent(fields: MessageFields): CarrierEvent | undefined {
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
