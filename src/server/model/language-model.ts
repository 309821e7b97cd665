import type { JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/** A language model, or what stands in for one. Streams one step: some text, some tool calls, an end. */
export interface LanguageModel {
  /** The provider string, such as `openai/gpt-4.1-mini`. */
  readonly name: string
  /** So many tools are offered to it at most, those that fit the words best; for models that take long to read. @default all that fit */
  readonly maxTools?: number
  /** Throws a `ModelError` when the provider fails; stops at once when the signal aborts. */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelChunk>
  /** Does what a first step with these instructions and tools would have to do, so that nobody waits for it. Changes no answer. */
  prepare?(request: Pick<ModelRequest, 'instructions' | 'tools'>): void
}

/** One step's input. `instructions` and `tools` stay stable between turns, so that a provider can cache the prefix. */
export interface ModelRequest {
  instructions: string
  history: ModelMessage[]
  tools: ModelTool[]
  toolChoice: 'auto' | 'none' | 'required' | { name: string }
  maxOutputTokens?: number
  temperature?: number
}

/** One entry of the conversation as a model sees it. Every tool call is followed by exactly one `tool` message with its `callId`. */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; output: string; isError: boolean }

/** A tool call a model made; `arguments` is JSON text as the model wrote it. */
export interface ModelToolCall {
  callId: string
  name: string
  arguments: string
}

/** A tool as a model sees it. `definition` is present for compiled tools and is used by the embedded router only. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
  definition?: ToolDefinition
}

/** A piece of a step, in order. `tool-call` carries the whole call; deltas may come before it. */
export type ModelChunk =
  | { type: 'text-delta'; text: string }
  | { type: 'tool-call-delta'; callId: string; name: string; delta: string }
  | { type: 'tool-call'; callId: string; name: string; arguments: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number }
  | { type: 'explain'; candidates: ExplainedCandidate[]; chosen: string | null; missing: string[] }
  | { type: 'end'; reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' }

/** A tool that was considered, with the score it got. */
export interface ExplainedCandidate {
  name: string
  score: number
}
