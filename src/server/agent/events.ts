import type { ConversationItem } from '../../protocol/events.js'
import type { AgentState, ApprovalCard } from '../../protocol/voice-events.js'
import type { DryRun } from '../../toolkit/model/tool.js'
import type { ExplainedCandidate, ModelToolCall, ProviderData } from '../model/language-model.js'
import type { ModelFault } from '../model/model-error.js'

export type HistoryItem = ConversationItem & { id: string }

export type AssistantMessage = HistoryItem & { type: 'message'; role: 'assistant' }

export const assistantMessage = (
  id: string,
  { status, content }: Pick<AssistantMessage, 'status' | 'content'>,
): AssistantMessage => ({ id, object: 'realtime.item', type: 'message', role: 'assistant', status, content })

/** The error code of a reply that failed for no fault of a model. */
export const INTERNAL = 'internal'

export interface ReplyEnd {
  status: 'completed' | 'cancelled' | 'failed' | 'incomplete'
  /** `session_closed`: the session ended, or its server stopped. Clients know it as `client_cancelled`. */
  reason?: 'client_cancelled' | 'turn_detected' | 'session_closed' | 'max_output_tokens' | 'content_filter'
  errorCode?: string
  fault?: ModelFault
  usage: Usage
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** One call of an answer, as the model made it. Only what `sensitive-arguments` masks is changed. */
export interface AnswerCall extends ModelToolCall {
  /** The item of the call or of its approval request. `undefined` until that item exists. */
  itemId?: string
}

/** One answer of a model with tool calls or with data of its provider. Models get it back as they made it. */
export interface ModelAnswer {
  texts: string[]
  calls: AnswerCall[]
  providerData?: ProviderData | undefined
}

export type Fact = AgentEvent | SilentFact

/** A fact of which clients learn in another way, or not at all. */
type SilentFact =
  /** An item has other content, such as the transcript of speech. */
  | { type: 'item-changed'; item: HistoryItem }
  /** Models do not see this item any more. Users still do: it is a filler, a failure sentence or output of a failed step. */
  | { type: 'item-hidden'; itemId: string }
  | { type: 'model-answered'; answer: ModelAnswer }

/** The events of a conversation, in the order in which the client receives them. */
export type AgentEvent =
  /** A reply starts. Exactly one `reply-ended` follows. */
  | {
      type: 'reply-started'
      replyId: string
      outOfBand: boolean
      metadata: Record<string, string> | null
      spoken: boolean
    }
  /** An item at the end, or after `afterId` (`root`: at the front). `listed` is false for out-of-band items. */
  | {
      type: 'item-added'
      item: HistoryItem
      replyId?: string
      listed: boolean
      afterId?: string | null | undefined
    }
  /** An item is complete. From now on, it can only be truncated or deleted. */
  | { type: 'item-done'; item: HistoryItem; replyId?: string; listed: boolean }
  | { type: 'item-deleted'; item: HistoryItem }
  /** `isSpoken`: a voice model speaks the message itself, and its audio follows in `audio-delta`. */
  | { type: 'text-started'; itemId: string; replyId: string; isSpoken?: true }
  | { type: 'text-delta'; itemId: string; replyId: string; delta: string }
  /** The text of this message so far was reasoning and does not belong to the message. */
  | { type: 'text-retracted'; itemId: string; replyId: string }
  /** Reasoning of the model. It belongs to no item. */
  | { type: 'reasoning-delta'; replyId: string; delta: string }
  | { type: 'text-done'; itemId: string; replyId: string; text: string }
  | { type: 'audio-delta'; itemId: string; replyId: string; audio: Uint8Array }
  | { type: 'arguments-delta'; item: HistoryItem; replyId: string; delta: string }
  | { type: 'arguments-done'; item: HistoryItem; replyId: string; arguments: string }
  /** A tool call of the server starts or ends. The item has the outcome. */
  | { type: 'call-started'; itemId: string; replyId: string }
  | { type: 'call-ended'; itemId: string; replyId: string; failed: boolean }
  /** A request to a language model has ended, with or without an answer. Only metrics use it; clients do not get it. */
  | {
      type: 'step-ended'
      replyId: string
      model: string
      /** When the request started, in milliseconds since 1970. */
      startedAt: number
      ms: number
      reason?: string
      failure?: string
      usage?: Usage
    }
  /** Follows the items of approval requests: what they ask, with sensitive values masked. */
  | {
      type: 'approval-asked'
      replyId: string
      requests: readonly { id: string; card?: ApprovalCard | undefined }[]
    }
  | { type: 'reply-ended'; replyId: string; end: ReplyEnd }
  | { type: 'state'; state: AgentState }
  | {
      type: 'explain'
      turnId: string
      candidates: ExplainedCandidate[]
      chosen: string | null
      missing: string[]
      /** Returns the requests that would be sent, with secrets masked. */
      requests: () => DryRun[]
    }
  | { type: 'metrics'; turnId: string; stagesMs: Record<string, number> }
