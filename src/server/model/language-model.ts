import type { JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/** The name of the built-in model, which needs neither a key nor a network. */
export const ROUTER = 'builtin/router' as const

/** A language model. For each request it streams one step of a turn: text and tool calls, then an end. */
export interface LanguageModel {
  /** The provider string, such as `openai/gpt-6-luna`. */
  readonly name: string
  /**
   * Maximum number of tools in one request, for models that process a prompt slowly. If an agent has more tools, those
   * that fit the user's words best are sent.
   * @default no maximum
   */
  readonly maxTools?: number
  /**
   * How long an answer may take, in milliseconds, for a model that a person plays. The limits of the agent that end a
   * reply or an approval request are then at least as long.
   * @default the limits of the agent
   */
  readonly answerMs?: number
  /** Streams one step. Throws a `ModelError` if the provider fails; stops at once when the signal aborts. */
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelChunk>
  /** Prepares for requests with these instructions and tools, so that the first step is faster. */
  prepare?(request: Pick<ModelRequest, 'instructions' | 'tools'>): void
}

/**
 * The input of one step. `instructions` and `tools` stay the same between turns, so that a provider can cache what it
 * has processed.
 */
export interface ModelRequest {
  instructions: string
  history: ModelMessage[]
  /**
   * What holds at this moment: date, time, the user, tools that may fit. It changes with each request, so adapters send
   * it after the history (`withFacts`), behind everything that a provider caches.
   */
  facts?: string
  tools: ModelTool[]
  toolChoice: 'auto' | 'none' | 'required' | { name: string }
  maxOutputTokens?: number
  temperature?: number
  /**
   * Tag of the language that the client has set for its user, such as `de`. `builtin/router` answers in it; language
   * models follow the instructions.
   * @default the language of the model
   */
  language?: string
  /** Whether a voice model speaks this answer; otherwise it writes. @default false */
  spoken?: boolean
  /** Whether a voice model answers beside its conversation, with this history only. @default false */
  aside?: boolean
}

/** The history of a request, and after it the facts of the moment as a system message. */
export function withFacts({ history, facts }: Pick<ModelRequest, 'history' | 'facts'>): ModelMessage[] {
  return facts ? [...history, { role: 'system', text: facts }] : history
}

/**
 * A message of the conversation in the form in which a model gets it. An `assistant` message is one answer of a model,
 * with its text and all its tool calls, in the order and with the ids that the model gave them. The `tool` messages that
 * follow it have exactly one result for each call, with the same `callId`.
 */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ModelToolCall[]; providerData?: ProviderData | undefined }
  | { role: 'tool'; callId: string; name: string; output: string; isError: boolean }

/**
 * What a provider wants back with an answer of its model: encrypted reasoning, thinking blocks, signatures of thoughts
 * and of tool calls. Only the adapter that made `data` reads it. Other models never get it, and it is never shown.
 */
export interface ProviderData {
  /** The `name` of the model that wrote the answer. */
  model: string
  data: JsonValue
}

/** A tool call by a model. `arguments` is the JSON text that the model has written. */
export interface ModelToolCall {
  callId: string
  name: string
  arguments: string
}

/**
 * A tool that a model may call. A tool that was compiled from a collection has a `definition`. Only the built-in router
 * uses this member.
 */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
  definition?: ToolDefinition
  /**
   * Whether every call needs the user's approval. If so, the built-in router calls the tool even when it is unsure
   * which tool the user means, and asks no question of its own.
   */
  needsApproval?: boolean
}

/** A piece of one step's stream. `tool-call` has the complete call, even if `tool-call-delta` pieces came before it. */
export type ModelChunk =
  | { type: 'text-delta'; text: string }
  /**
   * Reasoning of the model, which is never spoken or stored. Some models write reasoning into their text, between marks
   * such as `<think>`. `ReasoningFilter` detects such text.
   */
  | { type: 'reasoning-delta'; text: string }
  /**
   * A piece of an answer that the model speaks itself: words, or their audio in the client's format. `itemId` is the
   * message at the provider to which it belongs; an answer may have several.
   */
  | { type: 'speech'; itemId: string; text?: string; audio?: Uint8Array }
  | { type: 'tool-call-delta'; callId: string; name: string; delta: string }
  | { type: 'tool-call'; callId: string; name: string; arguments: string }
  /** At most once, before `end`: the `data` of the answer's `ProviderData`. */
  | { type: 'provider-data'; data: JsonValue }
  | { type: 'usage'; inputTokens: number; outputTokens: number }
  | { type: 'explain'; candidates: ExplainedCandidate[]; chosen: string | null; missing: string[] }
  /** `isSilent`: a model that speaks has chosen to say nothing. */
  | { type: 'end'; reason: 'stop' | 'length' | 'tool-calls' | 'content-filter'; isSilent?: true }

/** A tool that the built-in router considered for the user's words, with its score. */
export interface ExplainedCandidate {
  name: string
  score: number
}
