import type { ConversationItem } from '../../protocol/events.js'
import type { AgentState } from '../../protocol/voice-events.js'
import type { DryRun } from '../../toolkit/model/tool.js'
import type { ExplainedCandidate } from '../model/language-model.js'

/** An item of the conversation; in here it always has its id. */
export type Item = ConversationItem & { id: string }

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

/** What a conversation says to whoever shows it: the order is the order on the wire. */
export type AgentEvent =
  /** Nothing was said yet; exactly one `reply-ended` follows, whatever happens. */
  | {
      type: 'reply-started'
      replyId: string
      outOfBand: boolean
      metadata: Record<string, string> | null
      /** Whether its messages come as sound; as the agent tells it, whether they are wanted so, when somebody has said. */
      spoken?: boolean
    }
  /** An item came into the conversation, from the client or as output of a reply. `listed` is false out of band. */
  | { type: 'item-added'; item: Item; previousId: string | null; replyId?: string; listed: boolean }
  /** An item is whole: no further event changes it, but truncation and deletion. */
  | { type: 'item-done'; item: Item; previousId: string | null; replyId?: string; listed: boolean }
  | { type: 'item-deleted'; item: Item }
  | { type: 'text-started'; itemId: string; replyId: string }
  | { type: 'text-delta'; itemId: string; replyId: string; delta: string }
  | { type: 'text-done'; itemId: string; replyId: string; text: string }
  | { type: 'arguments-delta'; item: Item; replyId: string; delta: string }
  | { type: 'arguments-done'; item: Item; replyId: string; arguments: string }
  /** A tool of the server starts and ends; the item has the outcome. */
  | { type: 'call-started'; itemId: string; replyId: string }
  | { type: 'call-ended'; itemId: string; replyId: string; failed: boolean }
  /** A language model gave its answer to one request, or failed; for whoever counts, nobody is shown it. */
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
      /** The exact requests, secrets masked; worked out only for whoever asks. */
      requests: () => DryRun[]
    }
  | { type: 'metrics'; turnId: string; stagesMs: Record<string, number> }
