import type { Clock, Logger } from '../../ports.js'
import type { ModelRequest } from '../model/language-model.js'
import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'
import type { Agent } from './agent.js'
import type { SavedApprovals } from './approvals.js'
import type { Budget, BudgetLimits } from './budget.js'
import type { AgentEvent, Item } from './events.js'

/** What a client may set for all replies. */
export interface ConversationSettings {
  instructions: string
  /** As the client sent them; what is unusable is left out. */
  tools: readonly object[]
  toolChoice: ModelRequest['toolChoice']
  maxOutputTokens?: number
}

/** What a client may ask of one reply; what it names replaces the setting for this reply. */
export interface RespondOptions {
  instructions?: string
  tools?: readonly object[]
  toolChoice?: ModelRequest['toolChoice']
  maxOutputTokens?: number
  metadata?: Record<string, string> | null
  /** Whether the answer is wanted as sound. @default as the session has it */
  spoken?: boolean
  /** A reply beside the conversation: it reads these items, and leaves none. */
  outOfBand?: { items: Item[] | undefined }
}

/** The state of a conversation as JSON. */
export interface SavedConversation {
  approvals: SavedApprovals
  hasNewInput: boolean
  /** What is gone of the budget of the session. */
  spent: BudgetLimits
}

/** What a conversation is given. */
export interface ConversationOptions {
  agent: Agent
  /** What the conversation may use up, with whoever shares it. */
  budgets?: readonly Budget[]
  /** What the conversation may hold. @default defaultSessionLimits */
  sessionLimits?: SessionLimits | undefined
  /** Counts what it holds. @default nobody does */
  memory?: MemoryAccount | undefined
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
  /** Gets every event, in order, at once. Must not call back into the conversation. */
  emit: (event: AgentEvent) => void
  /**
   * Resolves when all that happened so far would survive the end of this process; a tool runs only then, so that none runs twice.
   * `undefined`: nothing to wait for.
   */
  committed?: () => Promise<void> | undefined
  /** The agent was changed while it serves; from the turn that begins now on it is this one. */
  onAgentChanged?: (agent: Agent) => void
  /** So many of the oldest items were dropped, as the conversation had grown too long. */
  onDropped?: (items: number) => void
  /** There is something to tell that no user has asked for. Without it the conversation replies by itself, as soon as it is idle. */
  onNews?: () => void
}
