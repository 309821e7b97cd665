import type { JsonValue } from '../../toolkit/model/json.js'
import type { RecordingSource } from './recording-lines.js'

/**
 * Converts the values of a dependency to JSON for a recording, and back for a replay. Audio is not recorded: `decode`
 * returns silence of the same length.
 */
export interface Codec<T> {
  encode(value: T): JsonValue
  decode(json: JsonValue): T
}

/**
 * The external dependencies of a session, such as models and tools. In a recorded session, a port calls the dependency
 * and writes the result to the recording. In a replay, a port returns the recorded result.
 */
export interface Ports {
  /** Calls `source`, a dependency that returns several values, such as a model. */
  stream<T>(from: RecordingSource, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T>
  /** Calls `source`, a dependency that returns one value asynchronously, such as a tool. */
  once<T>(from: RecordingSource, source: () => Promise<T>, codec: Codec<T>): Promise<T>
  /** Wraps a listener before it is passed to a dependency. The wrapped listener records the values that it gets. */
  listener<T>(from: RecordingSource, take: (value: T) => void, codec: Codec<T>): (value: T) => void
  /**
   * Calls `ask`, a synchronous function, records its result under the name `of`, and returns the result. A replay does
   * not call `ask`, but returns the recorded result.
   */
  answer<T>(of: string, ask: () => T): T
  /** Returns the current agent, wrapped by `make` for this session. Returns the same object until the agent changes. */
  latest<T extends object>(ask: () => T, make: (latest: T) => T): T
}

export function plain<T>(): Codec<T> {
  return { encode: (value) => (value ?? null) as JsonValue, decode: (json) => json as T }
}
