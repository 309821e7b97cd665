import type { Clock, Logger } from '../../ports.js'
import type { ModelRequest } from '../model/language-model.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { Agent } from './agent.js'
import type { SavedApprovals } from './approvals.js'
import type { Budget, BudgetLimits } from './budget.js'
import type { AgentEvent, HistoryItem } from './events.js'

/** Client settings for all replies. */
export interface ConversationSettings {
  instructions: string
  /** Tool definitions from the client; unusable ones are ignored. */
  tools: readonly object[]
  toolChoice: ModelRequest['toolChoice']
  maxOutputTokens?: number
}

/** Client options for one reply; each replaces the setting for this reply. */
export interface RespondOptions {
  instructions?: string
  tools?: readonly object[]
  toolChoice?: ModelRequest['toolChoice']
  maxOutputTokens?: number
  metadata?: Record<string, string> | null
  /** Whether the client wants audio. @default the setting of the session */
  spoken?: boolean
  /** A reply outside the conversation: it reads these items and adds none to the conversation. */
  outOfBand?: { items: HistoryItem[] | undefined }
}

/** The state of a conversation as JSON. */
export interface SavedConversation {
  approvals: SavedApprovals
  hasNewInput: boolean
  /** Usage of the session's budget. */
  spent: BudgetLimits
}

/** Options of a conversation. */
export interface ConversationOptions {
  agent: Agent
  /** Budgets of the conversation, possibly shared with others. */
  budgets?: readonly Budget[]
  /** Limits on what the conversation stores. @default defaultSessionLimits */
  sessionLimits?: SessionLimits | undefined
  /** Counts the memory of the conversation. @default not counted */
  memory?: MemoryAccount | undefined
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
  /** Receives every event synchronously, in order. Must not call back into the conversation. */
  emit: (event: AgentEvent) => void
  /**
   * Resolves when everything so far would survive a crash of this process; a tool runs only after that, so that no
   * tool runs twice. `undefined`: nothing to wait for.
   */
  committed?: () => Promise<void> | undefined
  /**
   * Resolves when a call that may change something may run, because the user's turn is certainly over. `undefined`:
   * now.
   */
  beforeWrite?: () => Promise<void> | undefined
  /** The agent changed while it serves; this one is used from the current turn on. */
  onAgentChanged?: (agent: Agent) => void
  /** The conversation reached its limit and dropped this many of its oldest items. */
  onDropped?: (items: number) => void
  /**
   * There is a result that the user has not asked for. Without this callback the conversation replies as soon as it
   * is idle.
   */
  onNews?: () => void
}
