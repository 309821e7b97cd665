import type { IncomingHttpHeaders } from 'node:http'
import type { HttpAnswer } from '../../http/http-answer.js'
import type { AudioFormat } from '../../speech/audio/audio-format.js'

/** A telephone call as its carrier announces it. */
export interface AnnouncedCall {
  /** The carrier's id of the call. */
  id: string
  /** Number of the caller in E.164 form, such as `+4930123456`; `undefined` when the caller withholds it. */
  from: string | undefined
  /** The number that was called. */
  to: string | undefined
}

/** The HTTP request with which a carrier asks what to do with a call. */
export interface CarrierRequest {
  /** The address as the carrier called it; signatures include it. */
  url: string
  headers: IncomingHttpHeaders
  /** The body as it came. */
  body: string
}

/** A message of a carrier about one call. */
export type CarrierEvent =
  | { type: 'start'; streamId: string; callId: string | undefined; token: string | undefined }
  /** Audio of the caller. `chunk` numbers it where the carrier does not keep the order. */
  | { type: 'audio'; audio: Uint8Array; chunk?: number }
  /** The caller pressed a key: `0` to `9`, `*`, `#`. */
  | { type: 'key'; digit: string }
  /** The audio before this mark was played, or was dropped by `clear`. */
  | { type: 'played'; mark: string }
  | { type: 'stop' }

/** The messages of one media stream. */
export interface CarrierStream {
  /** Reads a text message or a binary one. Returns `undefined` for a message of no use here. Throws for no message. */
  read(message: string | Uint8Array): CarrierEvent | undefined
  /** Audio for the caller. */
  audio(audio: Uint8Array): string | Uint8Array
  /** A mark behind the audio sent so far. */
  mark(name: string): string
  /** Drops audio that the carrier has not played. */
  clear(): string
}

/** A telephone carrier: how its requests are signed, and what its messages look like. */
export interface Carrier {
  readonly name: CarrierName
  /** Format of the audio in both directions. */
  readonly format: AudioFormat
  /** Whether this request was signed by the carrier, with the credential of the account. `now` in milliseconds. */
  isSigned(request: CarrierRequest, options: { credential: string; now: number }): boolean
  /** The call of a request; `undefined` when the request announces none. */
  callOf(request: CarrierRequest): AnnouncedCall | undefined
  /** The answer that connects a call to the media stream at `url`; the stream presents `token`. */
  connect(media: { url: string; token: string }): HttpAnswer
  /** The answer that rejects a call. */
  reject(): HttpAnswer
  createStream(): CarrierStream
}

/** The carriers, by the name that `--phone` takes. */
export type CarrierName = (typeof CARRIER_NAMES)[number]

/** The names of the carriers. */
export const CARRIER_NAMES = ['twilio', 'telnyx', 'vonage'] as const
