import type { JsonValue } from '../../toolkit/model/json.js'
import type { RecordingSource } from './recording-lines.js'

/** Encodes and decodes the values of a source. Audio is left out; decoding produces silence of the same length. */
export interface Codec<T> {
  encode(value: T): JsonValue
  decode(json: JsonValue): T
}

/**
 * External dependencies of a session. In a recording, the real dependencies are called and their results are written;
 * in a replay, the results come from the recording.
 */
export interface Ports {
  /** A source of several values. */
  stream<T>(from: RecordingSource, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T>
  /** A source of one asynchronous value. */
  once<T>(from: RecordingSource, source: () => Promise<T>, codec: Codec<T>): Promise<T>
  /** Wraps a listener before it is passed to a source. */
  listener<T>(from: RecordingSource, take: (value: T) => void, codec: Codec<T>): (value: T) => void
  /** A synchronous answer. */
  answer<T>(of: string, ask: () => T): T
  /**
   * The current agent, wrapped by `make` for this session; returns the same object as long as the agent does not
   * change.
   */
  latest<T extends object>(ask: () => T, make: (latest: T) => T): T
}

/** A codec for values that are already JSON. */
export function plain<T>(): Codec<T> {
  return { encode: (value) => (value ?? null) as JsonValue, decode: (json) => json as T }
}
