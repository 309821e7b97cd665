import {
  restoreSessionState,
  type SavedSessionState,
  saveSessionState,
} from '../../toolkit/run/session-state.js'
import type { SavedConversation } from '../agent/conversation.js'
import type { HistoryItem, ModelAnswer } from '../agent/events.js'
import type { RealtimeSession } from './realtime-session.js'
import type { SavedResponses, SessionView } from './responses.js'
import type { SavedConfig } from './session-config.js'

/** The complete state of a session between two events, as JSON. Another server can continue the session from it. */
export interface SessionSnapshot {
  facts: SessionFacts
  /** The items in order. An item is never modified, but replaced by a new object, so a snapshot stays valid. */
  items: readonly HistoryItem[]
  /** The answers of models, as the models made them. Absent in sessions of earlier versions. */
  answers?: readonly ModelAnswer[] | undefined
  /** The state of the tool calls. Contains secrets. */
  tools: SavedSessionState | undefined
}

export interface SessionFacts extends SavedResponses {
  version: 1
  locked: boolean
  config: SavedConfig
  conversation: SavedConversation
  aside: string[]
  credits: number
  seen: string[]
  view: SessionView
  textOnly: boolean
}

/** Takes a snapshot. It does not contain audio that is being recognized or sent. */
export function takeSnapshot(session: RealtimeSession): SessionSnapshot {
  const { conversation, config, responses, credits, seen, view, speech, locked } = session
  return {
    facts: {
      version: 1,
      locked,
      config: config.save(),
      conversation: conversation.save(),
      ...responses.save(),
      aside: conversation.history.aside,
      credits,
      seen: seen.ids,
      view,
      textOnly: speech.textOnly,
    },
    items: conversation.history.items,
    answers: conversation.history.answers,
    tools: saveSessionState(conversation),
  }
}

export function restoreSnapshot(
  session: RealtimeSession,
  { facts, items, answers, tools }: SessionSnapshot,
): void {
  const { conversation, config, responses, seen, speech } = session
  const { history } = conversation
  session.tap?.took({ from: 'snapshot', facts, items, last: session.outbox.last })
  for (const item of items) history.add(item)
  for (const id of facts.aside) history.setAside(id)
  for (const answer of answers ?? []) history.addAnswer(structuredClone(answer))
  config.restore(facts.config)
  session.servers?.update(config.mcpServers)
  responses.restore(facts)
  session.credits = facts.credits
  for (const id of facts.seen) seen.isRepeated(id)
  session.view = facts.view
  speech.textOnly = facts.textOnly
  if (tools) restoreSessionState(conversation, tools)
  speech.configure()
  conversation.restore(facts.conversation)
}
