import type { JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/** A language model. It streams one step: text, tool calls, and an end. */
export interface LanguageModel {
  /** The provider string, such as `openai/gpt-4.1-mini`. */
  readonly name: string
  /**
   * Maximum number of tools that the model gets, for models that read slowly. The most relevant tools are selected.
   * @default all that fit
   */
  readonly maxTools?: number
  /** Streams one step. Throws a `ModelError` if the provider fails; stops at once when the signal aborts. */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelChunk>
  /** Prepares for requests with these instructions and tools, so that the first step is faster. */
  prepare?(request: Pick<ModelRequest, 'instructions' | 'tools'>): void
}

/** The input of one step. `instructions` and `tools` stay the same between turns, so that a provider can cache them. */
export interface ModelRequest {
  instructions: string
  history: ModelMessage[]
  tools: ModelTool[]
  toolChoice: 'auto' | 'none' | 'required' | { name: string }
  maxOutputTokens?: number
  temperature?: number
}

/** A message of the conversation, as a model gets it. Every tool call is followed by exactly one `tool` message with its `callId`. */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; output: string; isError: boolean }

/** A tool call by a model. `arguments` is the JSON text that the model has written. */
export interface ModelToolCall {
  callId: string
  name: string
  arguments: string
}

/** A tool for a model. Compiled tools have a `definition`, which only the built-in router uses. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
  definition?: ToolDefinition
  /** Whether every call needs the user's approval. The built-in router then need not ask by itself. */
  needsApproval?: boolean
}

/** A piece of a step. Pieces come in order; `tool-call` has the complete call, also after deltas. */
export type ModelChunk =
  | { type: 'text-delta'; text: string }
  /**
   * Reasoning of the model, which is never spoken or stored. Reasoning with marks in the text, such as `<think>`, is
   * detected separately.
   */
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
