import baseInstructions from '../../../templates/instructions.md'
import type { Clock } from '../../ports.js'
import { cutText } from '../../text/cut.js'
import type { LanguageModel, ModelRequest } from '../model/language-model.js'
import { withDefaults } from '../model/with-defaults.js'
import type { Agent } from './agent.js'
import type { Approvals } from './approvals.js'
import type { HistoryItem } from './events.js'
import type { History } from './history.js'
import type { HistoryWindow } from './history-window.js'
import { toModelMessages } from './model-messages.js'
import { momentFacts, timezoneOf, type UserFacts } from './moment.js'
import type { ClientTool } from './offered-tools.js'

export interface ConversationSettings {
  instructions: string
  /** Tool definitions of the client. Invalid ones are ignored. */
  tools: readonly object[]
  toolChoice: ModelRequest['toolChoice']
  maxOutputTokens?: number
  user?: UserFacts
}

export interface RespondOptions {
  instructions?: string
  tools?: readonly object[]
  toolChoice?: ModelRequest['toolChoice']
  maxOutputTokens?: number
  metadata?: Record<string, string> | null
  /** Whether the client wants audio in this reply. @default the setting of the session */
  spoken?: boolean
  /** Runs the reply out of band: nothing is added to the conversation. `items`: what it reads instead of it. */
  outOfBand?: { items: HistoryItem[] | undefined }
}

/** A rule that would mislead a model whose calls all run at once, so only an agent that asks its user has it. */
const APPROVALS =
  "- Some calls wait for the user's approval. The user is asked for you, in words that say what the call does. So make the call as soon as you have what it needs, and never ask yourself whether to go ahead, neither before the call nor after it. Several calls in one answer run at the same time and are asked about as one question, so find all ids first, then propose all changes together."

const MAX_ABOUT_CHARS = 1_500

/** A text about the collections of an agent, by their names and descriptions; empty if they have none. */
export function applicationText(toolkits: readonly object[]): string {
  const lines = toolkits.flatMap((toolkit) => {
    const { name, description } = toolkit as { name?: unknown; description?: unknown }
    if (typeof name !== 'string' || !name.trim()) return []
    const about = typeof description === 'string' ? cutText(description.trim(), MAX_ABOUT_CHARS) : ''
    return [about ? `${name.trim()}: ${about}` : name.trim()]
  })
  return lines.length === 0 ? '' : `The application:\n\n${lines.join('\n\n')}`
}

export interface RequestSources {
  context: { approvals: Approvals; clock: Clock }
  agent: Agent
  settings: Omit<ConversationSettings, 'tools'>
  /** The usable ones of the tools that the client offers. */
  clientTools: readonly ClientTool[]
  asked: RespondOptions
  log: { history: History }
  window: HistoryWindow
  isSpoken: boolean
}

/** What is known of the user. `undefined` if models are not told of it. */
const userOf = ({ user }: Agent, settings: Pick<ConversationSettings, 'user'>): UserFacts | undefined =>
  user && withDefaults(user, settings.user)

/** The time zone that models are told of. */
export function zoneOf(agent: Agent, settings: Pick<ConversationSettings, 'user'>): string | undefined {
  const user = userOf(agent, settings)
  return user && timezoneOf(user)
}

/**
 * One request to a model. What never changes comes first, so that providers can cache it. `isFirst`: no call has run yet in
 * the reply. Only then must the model call a tool that the client forces.
 */
export function modelRequest(
  model: LanguageModel,
  { context, agent, settings, clientTools, asked, log, window, isSpoken }: RequestSources,
  { isFirst }: { isFirst: boolean },
): ModelRequest {
  const { approvals, clock } = context
  const { history } = log
  const user = userOf(agent, settings)
  const items = history.forModels
  const facts = [
    user && momentFacts(clock.now(), user),
    agent.tools.suggest(model, () => history.clues()),
  ].filter(Boolean)
  const approvalStatus = (id: string) => approvals.status(id)
  const wanted = asked.toolChoice ?? settings.toolChoice
  const toolChoice = isFirst || wanted === 'none' ? wanted : 'auto'
  return {
    instructions: instructionsFor(agent, asked.instructions ?? settings.instructions),
    history: window.fit(toModelMessages({ items, answers: history.answers, approvalStatus }), (call) =>
      agent.tools.onlyReads(call),
    ),
    ...(facts.length > 0 && { facts: facts.join('\n\n') }),
    tools: agent.tools.offer(model, {
      clues: { words: history.recentUserText() },
      client: clientTools,
      approve: agent.approve,
      forced: typeof toolChoice === 'object' ? toolChoice.name : undefined,
      readsOnly: model === agent.lastResort,
    }),
    toolChoice,
    maxOutputTokens: asked.maxOutputTokens ?? settings.maxOutputTokens,
    ...(settings.user?.language !== undefined && { language: agent.locale.tag }),
    ...(agent.speech?.voiceModel && { spoken: isSpoken, aside: asked.outOfBand !== undefined }),
  }
}

/** The instructions of an agent with those of the client, which sees no others. */
export function instructionsFor(agent: Agent, client: string): string {
  const rules = agent.tools.mayAsk(agent.approve)
    ? `${baseInstructions.trim()}\n${APPROVALS}`
    : baseInstructions
  return [rules, agent.application ?? '', agent.instructions, client]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}
