import { withDefaults } from '../model/with-defaults.js'
import type { Agent } from './agent.js'
import type { ApprovalRequest, Approvals } from './approvals.js'
import type { CallItem } from './call-item.js'
import type { ConversationOptions, ConversationSettings, RespondOptions } from './conversation-options.js'
import type { AgentEvent, HistoryItem } from './events.js'
import type { History } from './history.js'
import type { HistoryWindow } from './history-window.js'
import { Reply, type ReplyRequest } from './reply-loop.js'
import { ReplyOutput } from './reply-output.js'
import { usableClientTools } from './toolbox.js'

/** Options that all replies of one conversation share. */
export interface ReplyFactoryOptions
  extends Pick<
    ConversationOptions,
    'budgets' | 'clock' | 'logger' | 'newId' | 'emit' | 'committed' | 'beforeWrite' | 'speaks'
  > {
  approvals: Approvals
  underWay: Set<CallItem>
  maxOpenCalls: number
  session: object
  forward: (event: AgentEvent) => void
  onLate: (item: HistoryItem & { type: 'mcp_call' }) => void
}

/**
 * Where the items of a reply are stored: in the conversation (`listed`), or only in a history of the reply (out of
 * band).
 */
export interface ReplyPlace {
  id: string
  history: History
  listed: boolean
  asked: RespondOptions
}

export interface ReplyParts extends ReplyPlace {
  agent: Agent
  settings: ConversationSettings
  window: HistoryWindow
  settled?: ApprovalRequest[] | undefined
}

export class ReplyFactory {
  readonly #options: ReplyFactoryOptions

  constructor(options: ReplyFactoryOptions) {
    this.#options = options
  }

  /** Creates a reply by a language model, without starting it. */
  create({ agent, settings, window, settled, ...place }: ReplyParts): Reply {
    const { history, listed, asked } = place
    return new Reply({
      ...this.#options,
      agent,
      history,
      window,
      canAsk: listed,
      output: this.output(place),
      request: requestOf(asked, { agent, settings, settled }),
    })
  }

  output({ id, history, listed, asked }: ReplyPlace): ReplyOutput {
    const { newId, forward: emit, onLate, speaks } = this.#options
    const { metadata = null, spoken } = asked
    const isSpoken = listed && (speaks?.(spoken) ?? false)
    return new ReplyOutput({ replyId: id, newId, history, listed, metadata, spoken, isSpoken, emit, onLate })
  }
}

function requestOf(
  asked: RespondOptions,
  { agent, settings, settled }: Pick<ReplyParts, 'agent' | 'settings' | 'settled'>,
): ReplyRequest {
  const maxOutputTokens = asked.maxOutputTokens ?? settings.maxOutputTokens
  return {
    clientInstructions: asked.instructions ?? settings.instructions,
    clientTools: usableClientTools(asked.tools ?? settings.tools, agent.tools.tools),
    toolChoice: asked.toolChoice ?? settings.toolChoice,
    maxOutputTokens,
    user: agent.user && withDefaults(agent.user, settings.user),
    settled,
  }
}
