import type { JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/** A language model or a substitute. Streams one step: text, tool calls, and an end. */
export interface LanguageModel {
  /** The provider string, such as `openai/gpt-4.1-mini`. */
  readonly name: string
  /** Maximum number of tools to offer, selected by relevance; for models that read slowly. @default all that fit */
  readonly maxTools?: number
  /** Throws a `ModelError` when the provider fails; stops at once when the signal aborts. */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelChunk>
  /** Prepares the first step with these instructions and tools to reduce its latency. Does not change any answer. */
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

/**
 * A message of the conversation, as a model reads it. Every tool call is followed by exactly one `tool` message with
 * its `callId`.
 */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; output: string; isError: boolean }

/** A tool call by a model; `arguments` is the JSON text from the model. */
export interface ModelToolCall {
  callId: string
  name: string
  arguments: string
}

/** A tool for a model. Compiled tools have a `definition`; only the embedded router uses it. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
  definition?: ToolDefinition
}

/** A piece of a step, in order. `tool-call` contains the complete call; deltas may come before it. */
export type ModelChunk =
  | { type: 'text-delta'; text: string }
  /** Reasoning of the model: never spoken, shown or kept. Marked reasoning in the text, such as `<think>`, is detected separately. */
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-call-delta'; callId: string; name: string; delta: string }
  | { type: 'tool-call'; callId: string; name: string; arguments: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number }
  | { type: 'explain'; candidates: ExplainedCandidate[]; chosen: string | null; missing: string[] }
  | { type: 'end'; reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' }

/** A candidate tool with its score. */
export interface ExplainedCandidate {
  name: string
  score: number
}
