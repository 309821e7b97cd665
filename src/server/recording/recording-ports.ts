import type { JsonValue } from '../../toolkit/model/json.js'
import type { OfferedTools } from '../agent/offered-tools.js'
import { shownArguments } from '../agent/tool-calls.js'
import type { ModelToolCall } from '../model/language-model.js'
import type { RecordingSource } from './recording-lines.js'

/** Converts values of a dependency to JSON and back. Audio is not recorded: `decode` returns silence. */
export interface Codec<T> {
  encode(value: T): JsonValue
  decode(json: JsonValue): T
}

/** What a session has from outside: called and recorded, or in a replay read from the recording. */
export interface Ports {
  /** Calls `source`, a dependency that returns several values, such as a model. */
  stream<T>(from: RecordingSource, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T>
  /** Calls `source`, a dependency that returns one value asynchronously, such as a tool. */
  once<T>(from: RecordingSource, source: () => Promise<T>, codec: Codec<T>): Promise<T>
  /** Wraps a listener before it is passed to a dependency. The wrapped listener records the values that it gets. */
  listener<T>(from: RecordingSource, take: (value: T) => void, codec: Codec<T>): (value: T) => void
  /** The result of a synchronous `ask`, recorded as `of`; in a replay the recorded one, without `ask`. */
  answer<T>(of: string, ask: () => T): T
  /** Returns the current agent, wrapped by `make` for this session. Returns the same object until the agent changes. */
  latest<T extends object>(ask: () => T, make: (latest: T) => T): T
}

/** A call as it is recorded: its sensitive arguments are masked. */
export function recordedCall(made: ModelToolCall & { type: string }, tools: OfferedTools): JsonValue {
  const call = tools.unwrap(made)
  if ('problem' in call) return { ...made }
  const shown = shownArguments(tools.callable.get(call.name), call.arguments)
  return shown === call.arguments ? { ...made } : { ...made, name: call.name, arguments: shown }
}
