import houseRules from '../../../templates/instructions.md'
import type { Clock } from '../../ports.js'
import { cutText } from '../../text/cut.js'
import type { LanguageModel, ModelMessage, ModelRequest } from '../model/language-model.js'
import { withDefaults } from '../model/with-defaults.js'
import type { Agent } from './agent.js'
import type { Approvals } from './approvals.js'
import type { HistoryItem } from './events.js'
import type { History } from './history.js'
import { toModelMessages } from './model-messages.js'
import { momentFacts, timezoneOf, type UserFacts } from './moment.js'
import { usableClientTools } from './offered-tools.js'

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
  agent: Agent
  settings: ConversationSettings
  asked: RespondOptions
  history: History
  window: HistoryWindow
  approvals: Approvals
  clock: Clock
  /** Whether no call has run yet in the reply. Only then must the model call a tool that the client forces. */
  isFirst: boolean
  isSpoken: boolean
}

/** What is known of the user. `undefined` if models are not told of it. */
const userOf = ({ user }: Agent, settings: ConversationSettings): UserFacts | undefined =>
  user && withDefaults(user, settings.user)

/** The time zone that models are told of. */
export function zoneOf(agent: Agent, settings: ConversationSettings): string | undefined {
  const user = userOf(agent, settings)
  return user && timezoneOf(user)
}

/** One request to a model. What never changes comes first, so that providers can cache it. */
export function modelRequest(model: LanguageModel, sources: RequestSources): ModelRequest {
  const { agent, settings, asked, history, window, approvals, clock, isFirst } = sources
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
    history: window.fit(toModelMessages({ items, answers: history.answers, approvalStatus })),
    ...(facts.length > 0 && { facts: facts.join('\n\n') }),
    tools: agent.tools.offer(model, {
      clues: { words: history.recentUserText() },
      client: usableClientTools(asked.tools ?? settings.tools, agent.tools.tools),
      approve: agent.approve,
      forced: typeof toolChoice === 'object' ? toolChoice.name : undefined,
      readsOnly: model === agent.lastResort,
    }),
    toolChoice,
    maxOutputTokens: asked.maxOutputTokens ?? settings.maxOutputTokens,
    ...(settings.user?.language !== undefined && { language: agent.locale.tag }),
    ...(agent.speech?.voiceModel && { spoken: sources.isSpoken, aside: asked.outOfBand !== undefined }),
  }
}

/** The instructions of an agent with those of the client, which sees no others. */
export function instructionsFor(agent: Agent, client: string): string {
  const rules = agent.tools.mayAsk(agent.approve) ? `${houseRules.trim()}\n${APPROVALS}` : houseRules
  return [rules, agent.application ?? '', agent.instructions, client]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}

/** Characters per token in English text and JSON. The estimate is cautious: it is usually too high. */
const CHARS_PER_TOKEN = 3.5
/** How far the history shrinks when turns are dropped: so its beginning, which providers cache, rarely changes. */
const REFILL = 0.6
const LEFT_OUT = '{"content":"Left out to save space. Call the tool again when it is needed."}'

/** Limits the history for a model to a number of tokens. Removes whole turns, oldest first, and never separates a call from its result. */
export class HistoryWindow {
  readonly #maxTokens: number
  #dropped = 0

  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens
  }

  /** The newest messages within the limit. The last turn always stays, but loses its older tool results if it is too long. */
  fit(messages: ModelMessage[]): ModelMessage[] {
    this.#dropped = startOfTurn(messages, Math.min(this.#dropped, messages.length))
    const kept = messages.slice(this.#dropped)
    if (tokensOf(kept) <= this.#maxTokens) return kept
    this.#dropped = this.#findStart(messages)
    return this.#shorten(messages.slice(this.#dropped))
  }

  #findStart(messages: ModelMessage[]): number {
    const turns = messages.flatMap((message, at) => (message.role === 'user' ? [at] : []))
    const last = turns.at(-1) ?? 0
    const fits = (at: number) => tokensOf(messages.slice(at)) <= this.#maxTokens * REFILL
    return turns.find((at) => at > this.#dropped && fits(at)) ?? last
  }

  #shorten(messages: ModelMessage[]): ModelMessage[] {
    const kept = [...messages]
    const results = kept.flatMap((message, at) => (message.role === 'tool' ? [at] : []))
    for (const at of results.slice(0, -1)) {
      if (tokensOf(kept) <= this.#maxTokens) break
      const message = kept[at]!
      if (message.role === 'tool') kept[at] = { ...message, output: LEFT_OUT }
    }
    return kept
  }
}

function startOfTurn(messages: ModelMessage[], from: number): number {
  if (from === 0) return 0
  const at = messages.findIndex((message, index) => index >= from && message.role === 'user')
  return Math.max(at, 0)
}

function tokensOf(messages: ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0) / CHARS_PER_TOKEN
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'tool') return message.output.length + message.name.length
  if (message.role !== 'assistant') return message.text.length
  const calls = message.toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0)
  return message.text.length + calls
}
