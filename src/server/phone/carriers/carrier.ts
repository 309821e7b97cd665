import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer } from '../../http/http-answer.js'
import type { AudioFormat } from '../../speech/audio/audio-format.js'

/** A telephone call as the carrier describes it. */
export interface AnnouncedCall {
  /** The carrier's id for the call. */
  id: string
  /** Telephone number of the caller in E.164 form, such as `+4930123456`; `undefined` if it is withheld. */
  from: string | undefined
  /** The number that was called. */
  to: string | undefined
}

/** The HTTP request with which a carrier asks what to do with a call. */
export interface CarrierRequest {
  /** The URL that the carrier called. The signature includes it. */
  url: string
  headers: IncomingHttpHeaders
  /** The body, unchanged, because signatures include it. */
  body: string
}

/** A message of a carrier on the media stream of a call. */
export type CarrierEvent =
  | { type: 'start'; streamId: string; callId: string | undefined; token: string | undefined }
  /** Audio of the caller. If the carrier does not keep the order, `chunk` is its number. */
  | { type: 'audio'; audio: Uint8Array; chunk?: number }
  /** The caller pressed a key: `0` to `9`, `*`, `#`. */
  | { type: 'key'; digit: string }
  /** The carrier has reached this mark: the audio before it was played, or dropped by `clear`. */
  | { type: 'played'; mark: string }
  | { type: 'stop' }

/** Reads and writes the messages of one media stream. */
export interface CarrierStream {
  /** Reads a text or binary message. Returns `undefined` if the message is not needed. Throws if it is not valid. */
  read(message: string | Uint8Array): CarrierEvent | undefined
  /** A message with audio for the caller. */
  audio(audio: Uint8Array): string | Uint8Array
  /** A message that puts a mark after the audio that was sent so far. */
  mark(name: string): string
  /** A message that makes the carrier drop audio that it has not played. */
  clear(): string
}

/** A telephone carrier: how its requests are signed, and the format of its messages. */
export interface Carrier {
  readonly name: CarrierName
  /** Format of the audio in both directions. */
  readonly format: AudioFormat
  /** Whether the carrier has signed this request with the credential of the account. `now` is in milliseconds. */
  isSigned(request: CarrierRequest, options: { credential: string; now: number }): boolean
  /** The call that a request announces; `undefined` if it announces none. */
  callOf(request: CarrierRequest): AnnouncedCall | undefined
  /** The response that connects a call to the media stream at `url`. The stream sends back `token`. */
  connect(media: { url: string; token: string }): HttpAnswer
  /** The response that rejects a call. */
  reject(): HttpAnswer
  createStream(): CarrierStream
}

/** The name of a carrier, as `--phone` takes it. */
export type CarrierName = (typeof CARRIER_NAMES)[number]

/** The names of the carriers. */
export const CARRIER_NAMES = ['twilio', 'telnyx', 'vonage'] as const
