import type { JsonValue } from '../../toolkit/model/json.js'
import type { RecordingSource } from './recording-lines.js'

/** Encodes and decodes the values of a source. Audio is left out; decoding gives silence of the same length. */
export interface Codec<T> {
  encode(value: T): JsonValue
  decode(json: JsonValue): T
}

/**
 * The external dependencies of a session. A recording calls them and writes their results. A replay takes the results
 * from the recording.
 */
export interface Ports {
  /** Calls a source that returns several values. */
  stream<T>(from: RecordingSource, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T>
  /** Calls a source that returns one value asynchronously. */
  once<T>(from: RecordingSource, source: () => Promise<T>, codec: Codec<T>): Promise<T>
  /** Wraps a listener before it is passed to a source, so that the values that it gets can be recorded. */
  listener<T>(from: RecordingSource, take: (value: T) => void, codec: Codec<T>): (value: T) => void
  /** Returns the result of `ask`, which is known at once. `of` names the question in the recording. */
  answer<T>(of: string, ask: () => T): T
  /** Returns the current agent, wrapped by `make` for this session. It is the same object until the agent changes. */
  latest<T extends object>(ask: () => T, make: (latest: T) => T): T
}

export function plain<T>(): Codec<T> {
  return { encode: (value) => (value ?? null) as JsonValue, decode: (json) => json as T }
}
