import type { ConversationItem } from '../../protocol/events.js'
import type { AgentState } from '../../protocol/voice-events.js'
import type { DryRun } from '../../toolkit/model/tool.js'
import type { ExplainedCandidate } from '../model/language-model.js'

/** An item of the conversation; here its id is always set. */
export type HistoryItem = ConversationItem & { id: string }

/** How a reply ended. */
export interface ReplyEnd {
  status: 'completed' | 'cancelled' | 'failed' | 'incomplete'
  reason?: 'client_cancelled' | 'turn_detected' | 'max_output_tokens' | 'content_filter'
  /** Kebab-case, for `failed`. */
  errorCode?: string
  usage: Usage
}

/** Tokens of a reply, all its steps together. */
export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** The events of a conversation, in the order in which the client receives them. */
export type AgentEvent =
  /** The reply has no output yet; exactly one `reply-ended` follows. */
  | {
      type: 'reply-started'
      replyId: string
      outOfBand: boolean
      metadata: Record<string, string> | null
      /** Whether the messages are sent as audio. In the agent's event: whether audio is requested, if that is set. */
      spoken?: boolean
    }
  /** An item was added to the conversation, by the client or as output of a reply. `listed` is false out of band. */
  | { type: 'item-added'; item: HistoryItem; previousId: string | null; replyId?: string; listed: boolean }
  /** An item is complete: only truncation and deletion change it from now on. */
  | { type: 'item-done'; item: HistoryItem; previousId: string | null; replyId?: string; listed: boolean }
  | { type: 'item-deleted'; item: HistoryItem }
  | { type: 'text-started'; itemId: string; replyId: string }
  | { type: 'text-delta'; itemId: string; replyId: string; delta: string }
  /** The text of this message so far was reasoning: it is not part of the message. */
  | { type: 'text-retracted'; itemId: string; replyId: string }
  /** What the model thinks; it belongs to no item. */
  | { type: 'reasoning-delta'; replyId: string; delta: string }
  | { type: 'text-done'; itemId: string; replyId: string; text: string }
  | { type: 'arguments-delta'; item: HistoryItem; replyId: string; delta: string }
  | { type: 'arguments-done'; item: HistoryItem; replyId: string; arguments: string }
  /** A tool call of the server starts or ends; the item holds the outcome. */
  | { type: 'call-started'; itemId: string; replyId: string }
  | { type: 'call-ended'; itemId: string; replyId: string; failed: boolean }
  /** A language model answered one request, or failed; for metrics only, not shown to clients. */
  | {
      type: 'step-ended'
      replyId: string
      model: string
      /** By the clock of the conversation. */
      startedAt: number
      ms: number
      reason?: string
      failure?: string
      usage?: Usage
    }
  | { type: 'reply-ended'; replyId: string; end: ReplyEnd }
  | { type: 'state'; state: AgentState }
  | {
      type: 'explain'
      turnId: string
      candidates: ExplainedCandidate[]
      chosen: string | null
      missing: string[]
      /** The exact requests, secrets masked; computed on demand. */
      requests: () => DryRun[]
    }
  | { type: 'metrics'; turnId: string; stagesMs: Record<string, number> }
