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
  /** Tool definitions from the client. Those that cannot be used are ignored. */
  tools: readonly object[]
  toolChoice: ModelRequest['toolChoice']
  maxOutputTokens?: number
}

/** Options that the client gives for one reply. Each one replaces the client's setting. */
export interface RespondOptions {
  instructions?: string
  tools?: readonly object[]
  toolChoice?: ModelRequest['toolChoice']
  maxOutputTokens?: number
  metadata?: Record<string, string> | null
  /** Whether the client wants audio in this reply. @default the setting of the session */
  spoken?: boolean
  /** Makes the reply out of band: it reads these items (`undefined`: the conversation) and adds none to the conversation. */
  outOfBand?: { items: HistoryItem[] | undefined }
}

/** The state of a conversation as JSON. */
export interface SavedConversation {
  approvals: SavedApprovals
  hasNewInput: boolean
  /** Usage of the budget of the session. */
  spent: BudgetLimits
}

export interface ConversationOptions {
  agent: Agent
  /** Budgets of the conversation, possibly shared with others. */
  budgets?: readonly Budget[]
  /** Limits of what the conversation stores. @default defaultSessionLimits */
  sessionLimits?: SessionLimits | undefined
  /** Counts the memory of the conversation. @default not counted */
  memory?: MemoryAccount | undefined
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
  /** Receives every event synchronously, in order. Must not call methods of the conversation. */
  emit: (event: AgentEvent) => void
  /**
   * Resolves when everything so far is stored and would survive a crash of this process. A tool runs only after that,
   * so that none runs twice. `undefined`: it may run now.
   */
  committed?: () => Promise<void> | undefined
  /** Resolves when a call that may change something may run, because the user's turn is certainly over. `undefined`: it may run now. */
  beforeWrite?: () => Promise<void> | undefined
  /** The agent has changed while it serves. The conversation uses `agent` from the current turn on. */
  onAgentChanged?: (agent: Agent) => void
  /** The conversation has reached its limit and dropped this many of its oldest items. */
  onDropped?: (items: number) => void
  /**
   * A call that outlived its reply has a result, which the agent should report. Without this callback, the
   * conversation starts a reply as soon as it is idle.
   */
  onNews?: () => void
}
