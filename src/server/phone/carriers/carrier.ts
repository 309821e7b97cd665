import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '../../../protocol/is-object.js'
import { parseShallow } from '../../../protocol/parse-json.js'
import { escapeXml } from '../../../text/escape-xml.js'
import type { HttpAnswer } from '../../http/http-answer.js'
import type { AudioFormat } from '../../speech/audio/audio-format.js'

export interface AnnouncedCall {
  id: string
  /** The type of the event that announced it, from a provider that has several. */
  event?: string
  /** Telephone number of the caller in E.164 form, such as `+4930123456`; `undefined` if it is withheld. */
  from: string | undefined
  to: string | undefined
}

export interface CarrierRequest {
  /** The URL to which the carrier sent the request. The signature includes it. */
  url: string
  headers: IncomingHttpHeaders
  /** The body, unchanged, because signatures include it. */
  body: string
}

export type CarrierEvent =
  | { type: 'start'; callId: string | undefined; token: string | undefined }
  /** Audio of the caller. `chunk` is its sequence number, from carriers that may deliver audio out of order. */
  | { type: 'audio'; audio: Uint8Array; chunk?: number }
  /** The caller pressed a key: `0` to `9`, `*`, `#`. */
  | { type: 'key'; digit: string }
  /** The carrier's playback has reached this mark. All audio before the mark was played, or dropped by `clear`. */
  | { type: 'played'; mark: string }
  | { type: 'stop' }

/** Decodes the messages that a carrier sends on one media stream, and encodes those that it receives. */
export interface CarrierStream {
  /** Decodes a message. Returns `undefined` if the message is not needed. Throws if the message is not valid. */
  read(message: string | Uint8Array): CarrierEvent | undefined
  audio(audio: Uint8Array): string | Uint8Array
  /** A message that the carrier sends back when it has played the audio before it. */
  mark(name: string): string
  /** A message that makes the carrier drop audio that it has not played. */
  clear(): string
}

/** Who announces telephone calls with signed requests. */
export interface Announcer {
  readonly name: CarrierName
  /** Whether the carrier has signed this request with the credential of the account. `now` is in milliseconds. */
  isSigned(request: CarrierRequest, options: { credential: string; now: number }): boolean
  /** The call that a request announces; `undefined` if it announces none. */
  callOf(request: CarrierRequest): AnnouncedCall | undefined
}

/** A carrier that sends the audio of its calls here: the format of its messages. */
export interface Carrier extends Announcer {
  /** Format of the audio in both directions. */
  readonly format: AudioFormat
  /** The HTTP response that connects a call to the media stream at `url`, which sends `token` back at its start. */
  connect(media: { url: string; token: string }): HttpAnswer
  reject(): HttpAnswer
  createStream(): CarrierStream
}

/** The name of a carrier. The command-line option `--phone` takes the same names. */
export type CarrierName = (typeof CARRIER_NAMES)[number]

export const CARRIER_NAMES = ['twilio', 'telnyx', 'vonage', 'openai'] as const

export type MessageFields = Readonly<Record<string, unknown>>

const MAX_LEVELS = 8

/** The members of a message or an object in it, `{}` for another value. Throws a `SyntaxError`. */
export function messageFields(message: unknown): MessageFields {
  const value =
    message instanceof Uint8Array
      ? parseShallow(Buffer.from(message).toString(), MAX_LEVELS)
      : typeof message === 'string'
        ? parseShallow(message, MAX_LEVELS)
        : message
  return isObject(value) ? (value as MessageFields) : {}
}

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const formFields = (body: string): Partial<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(body))

/** ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE and UNKNOWN on a keypad: numbers that belong to no phone. */
const WITHHELD: ReadonlySet<string> = new Set([
  '266696687',
  '2562533',
  '7378742833',
  '86282452253',
  '8656696',
])

/** A number with its `+`; `undefined` if withheld: `anonymous` or such, by Twilio in digits. */
export function numberIn(text: string | undefined): string | undefined {
  const digits = /^\+?(\d{3,15})$/.exec(text ?? '')?.[1]
  return digits === undefined || WITHHELD.has(digits) ? undefined : `+${digits}`
}

/** How old a signed request may be, so that it cannot be repeated later. */
const MAX_AGE_MS = 5 * 60_000

/** Whether a signed request was sent a short time ago. Both times are in milliseconds since 1970. */
export const isFresh = (sentAt: number, now: number) => Math.abs(now - sentAt) <= MAX_AGE_MS

export const xmlAnswer = (xml: string): HttpAnswer => ({
  status: 200,
  body: { text: `<?xml version="1.0" encoding="UTF-8"?>${xml}`, type: 'text/xml; charset=utf-8' },
})

/** The XML that connects a call to a media stream, with the token apart: the stream's URL may have no query. */
export function connectStream(
  { url, token }: { url: string; token: string },
  attributes: Readonly<Record<string, string>>,
): HttpAnswer {
  const all = Object.entries({ url, ...attributes }).map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
  const parameter = `<Parameter name="token" value="${escapeXml(token)}"/>`
  return xmlAnswer(
    `<Response><Connect><Stream${all.join('')}>${parameter}</Stream></Connect><Hangup/></Response>`,
  )
}
