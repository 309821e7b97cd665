import type { JsonValue } from '../../toolkit/model/json.js'
import type { Source } from './recording-lines.js'

/** How values of a source are written down and made again. Sound is left out: what is made again is silence of the same length. */
export interface Codec<T> {
  encode(value: T): JsonValue
  decode(json: JsonValue): T
}

/**
 * The doors through which a session deals with the outside. Recording, the outside stands behind them and what passes is written down;
 * replaying, the recording does.
 */
export interface Ports {
  /** Values that come one after the other. */
  stream<T>(from: Source, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T>
  /** One value that takes a while. */
  once<T>(from: Source, source: () => Promise<T>, codec: Codec<T>): Promise<T>
  /** A listener as it is handed to whoever calls it. */
  listener<T>(from: Source, take: (value: T) => void, codec: Codec<T>): (value: T) => void
  /** An answer that is there at once. */
  answer<T>(of: string, ask: () => T): T
  /** What the agent has become, made over for this session; the same object as long as it is the same agent. */
  latest<T extends object>(ask: () => T, make: (latest: T) => T): T
}

/** A value that is JSON as it is. */
export function plain<T>(): Codec<T> {
  return { encode: (value) => (value ?? null) as JsonValue, decode: (json) => json as T }
}
