import type { Clock, Logger } from '../../ports.js'
import type { ModelRequest } from '../model/language-model.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { Agent } from './agent.js'
import type { SavedApprovals } from './approvals.js'
import type { Budget, BudgetLimits } from './budget.js'
import type { AgentEvent, HistoryItem } from './events.js'
import type { UserFacts } from './moment.js'

/** Settings that the client sets for all replies. */
export interface ConversationSettings {
  instructions: string
  /** Tool definitions of the client. Invalid ones are ignored. */
  tools: readonly object[]
  toolChoice: ModelRequest['toolChoice']
  maxOutputTokens?: number
  /** What the client says of its user. */
  user?: UserFacts
}

/** Options that the client sets for one reply. Each option replaces the setting of the same name. */
export interface RespondOptions {
  instructions?: string
  tools?: readonly object[]
  toolChoice?: ModelRequest['toolChoice']
  maxOutputTokens?: number
  metadata?: Record<string, string> | null
  /** Whether the client wants audio in this reply. @default the setting of the session */
  spoken?: boolean
  /**
   * Runs the reply out of band: its items are not added to the conversation. The reply reads `items`, or the
   * conversation if `items` is `undefined`.
   */
  outOfBand?: { items: HistoryItem[] | undefined }
}

export interface SavedConversation {
  approvals: SavedApprovals
  hasNewInput: boolean
  /** Ids of the calls that are running. Absent in sessions of earlier versions. */
  running?: string[]
  spent: BudgetLimits
}

export interface ConversationOptions {
  agent: Agent
  /** Budgets of the conversation. Other conversations may share them. */
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
   * Returns a promise that resolves when the current state of the session is stored; `undefined` if it is stored
   * already. A tool starts only then, so that no tool runs twice after a crash.
   */
  committed?: () => Promise<void> | undefined
  /**
   * Returns a promise that resolves when the user's turn is certainly over; `undefined` if it is over already. A call
   * that may change something starts only then.
   */
  beforeWrite?: () => Promise<void> | undefined
  /** Whether a reply will be spoken. `wanted`: whether the client wants audio in it, if it said so. @default never */
  speaks?: (wanted: boolean | undefined) => boolean
  /** Called when the agent has changed. The conversation uses `agent` from the current turn on. */
  onAgentChanged?: (agent: Agent) => void
  /** Called with the number of oldest items that the conversation dropped at its limit. */
  onDropped?: (items: number) => void
  /**
   * Called when a call that outlived its reply has a result for the agent to report. If absent, the conversation
   * starts a reply as soon as it is idle.
   */
  onNews?: () => void
}
