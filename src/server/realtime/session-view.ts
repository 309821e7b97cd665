import type { UnnumberedEvent } from '../../protocol/events.js'
import type { VoiceServerEvent } from '../../protocol/voice-events.js'
import type { ApprovalRequest } from '../agent/approvals.js'
import type { AgentEvent } from '../agent/events.js'
import type { History } from '../agent/history.js'
import { isToolItem } from './response-writer.js'
import type { Unfinished } from './unfinished.js'

/** What the connected client wants to receive. */
export interface SessionView {
  /** Whether the client understands `voice.*` events. */
  voice: boolean
  toolEvents: boolean
  explain: boolean
  reasoning: boolean
}

const EXTENSIONS = ['metrics', 'explain', 'reasoning-delta', 'approval-asked'] as const

type Extended = AgentEvent & { type: (typeof EXTENSIONS)[number] }

/** Whether an agent event belongs only to the `voice.v1` extension of the protocol. */
export function isExtension(event: { type: string }): event is Extended {
  return (EXTENSIONS as readonly string[]).includes(event.type)
}

/** The `voice.*` event for an agent event; `undefined` if the client did not ask for such events. */
export function toVoiceEvent(
  event: Extended,
  view: SessionView,
): UnnumberedEvent<VoiceServerEvent> | undefined {
  if (event.type === 'metrics')
    return { type: 'voice.metrics', turn_id: event.turnId, stages_ms: event.stagesMs }
  if (event.type === 'approval-asked') return approvalEvent(event.requests)
  if (event.type === 'reasoning-delta') {
    const { replyId: response_id, delta } = event
    return view.reasoning ? { type: 'voice.reasoning', response_id, delta } : undefined
  }
  const { turnId, candidates, chosen, missing, requests } = event
  if (!view.explain) return undefined
  return { type: 'voice.explain', turn_id: turnId, candidates, chosen, missing, requests: requests() }
}

/** What open approval requests ask; `undefined` if nothing is known about them. */
export function approvalEvent(
  open: readonly Pick<ApprovalRequest, 'id' | 'card'>[],
): UnnumberedEvent<VoiceServerEvent> | undefined {
  const requests = open.flatMap(({ id, card }) => (card ? [{ approval_request_id: id, ...card }] : []))
  return requests.length > 0 ? { type: 'voice.approval', requests } : undefined
}

/**
 * The id of the item that the client sees directly before the item `itemId`; `null` if there is none. Skips two kinds
 * of items: those hidden from this client, and those that the client gets only after earlier speech has ended.
 */
export function previousShownItem(
  itemId: string,
  { history, unfinished, view }: { history: History; unfinished: Unfinished; view: SessionView },
): string | null {
  const isShown = (id: string) => {
    const item = history.get(id)
    const isHidden = item !== undefined && !view.toolEvents && isToolItem(item)
    return !isHidden && !unfinished.isUnshown(id)
  }
  let id = history.get(itemId) ? history.previousOf(itemId) : (history.items.at(-1)?.id ?? null)
  while (id !== null && !isShown(id)) id = history.previousOf(id)
  return id
}
