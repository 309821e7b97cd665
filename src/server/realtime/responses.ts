import type { ConversationItem, RealtimeResponse, UnnumberedEvent } from '../../protocol/events.js'
import { encodeFrame } from '../../protocol/frames.js'
import type { VoiceServerEvent } from '../../protocol/voice-events.js'
import type { ApprovalRequest } from '../agent/approvals.js'
import { type AgentEvent, type HistoryItem, INTERNAL, type ReplyEnd } from '../agent/events.js'
import type { History } from '../agent/history.js'
import type { Playback } from '../speech/output/playback.js'
import type { SpokenEvent } from '../speech/output/spoken-output.js'
import type { Outbox } from './outbox.js'
import { errorEvent, modelErrorEvent } from './protocol-error.js'
import type { SessionConfig } from './session-config.js'

export interface SessionView {
  /** Whether the client understands `voice.*` events. */
  voice: boolean
  toolEvents: boolean
  explain: boolean
  reasoning: boolean
}

type Extended = AgentEvent & { type: 'metrics' | 'explain' | 'reasoning-delta' | 'approval-asked' }

export interface ResponsesOptions {
  outbox: Outbox
  conversationId: string
  config: Pick<SessionConfig, 'maxOutputTokens' | 'outputFitsFrames'>
  playback: Playback
  history: () => History
  view: () => SessionView
  /** Whether the session is locked. What a model's provider said is not for its clients. */
  locked: boolean
}

interface ContentPosition {
  response_id: string
  item_id: string
  output_index: number
}

/** An item of an open response, as the client has it so far. */
interface SentItem {
  item: HistoryItem
  listed: boolean
  /** Its `output_index`; `null` if the client does not get the item. */
  index: number | null
  /** The text that was sent so far; `null` if no text has started. */
  text: string | null
  state: 'open' | 'done' | 'deleted'
}

interface OpenResponse {
  id: string
  outOfBand: boolean
  spoken: boolean
  metadata: Record<string, string> | null
  items: SentItem[]
}

export type OpenItem = SentItem & { replyId: string }

/** The state as it is stored and recorded. Servers of other versions read it, so the names must not change. */
export interface SavedResponses {
  replies: { conversationId: string; open: SavedResponse[] }
  unfinished: {
    items: (Pick<SentItem, 'item' | 'listed' | 'text'> & { replyId: string })[]
    /** The ids in `Responses.waiting`. */
    unshown: readonly string[]
  }
}

type SavedResponse = Omit<OpenResponse, 'items'> & {
  /** The items that are done, by their index. */
  output: (HistoryItem | null)[]
  indexes: [id: string, index: number][]
}

/** A place after all items of a response. */
const MANY = 1_000_000

type ItemEvent = AgentEvent & { type: 'item-added' | 'item-done' }
type TextEvent = AgentEvent & { type: 'text-started' | 'text-delta' | 'text-retracted' | 'text-done' }
type CallEvent = AgentEvent & { type: 'arguments-delta' | 'arguments-done' | 'call-started' | 'call-ended' }

/**
 * What the client has of the session: converts the events of agent and speech to events of the Realtime protocol (GA
 * version), in the order of playback, and knows which responses and items are open for the client. If this process
 * stops, the server that takes over the session closes them.
 */
export class Responses {
  readonly #options: ResponsesOptions
  readonly #open = new Map<string, OpenResponse>()
  readonly #waiting = new Set<string>()
  #conversationId: string
  #last: string | undefined

  constructor(options: ResponsesOptions) {
    this.#options = options
    this.#conversationId = options.conversationId
  }

  get open(): readonly OpenResponse[] {
    return [...this.#open.values()]
  }

  get openItems(): OpenItem[] {
    return this.open.flatMap(({ id, items }) =>
      items.filter(({ state }) => state === 'open').map((item) => ({ ...item, replyId: id })),
    )
  }

  /** Whether a response in the conversation is open. A spoken response stays open until all of its audio was sent. */
  get active(): boolean {
    return this.open.some(({ outOfBand }) => !outOfBand)
  }

  /** The id of the newest response in the conversation. Its audio may still be playing. */
  get last(): string | undefined {
    return this.#last
  }

  /** Ids of items in the conversation that the client has not received yet, because earlier speech has not ended. */
  get waiting(): readonly string[] {
    return [...this.#waiting]
  }

  isSpoken(replyId: string): boolean {
    return this.#open.get(replyId)?.spoken ?? false
  }

  /** Notes an item that was added to the conversation. The client receives it after the earlier speech has ended. */
  added(itemId: string): void {
    this.#waiting.add(itemId)
  }

  save(): SavedResponses {
    const open = this.open.map(({ items, ...response }): SavedResponse => {
      const shown = items.filter(({ index }) => index !== null)
      return {
        ...response,
        output: shown.map(({ item, state }) => (state === 'done' ? item : null)),
        indexes: shown.map(({ item }, index) => [item.id, index]),
      }
    })
    const items = this.openItems.map(({ item, replyId, listed, text }) => ({ item, replyId, listed, text }))
    return {
      replies: { conversationId: this.#conversationId, open },
      unfinished: { items, unshown: this.waiting },
    }
  }

  restore({ replies, unfinished }: SavedResponses): void {
    this.#conversationId = replies.conversationId
    for (const { output, indexes, ...response } of replies.open) {
      const open = unfinished.items.filter(({ replyId }) => replyId === response.id)
      const indexOf = new Map(indexes)
      const others = indexes.flatMap(([id, index]): SentItem[] => {
        if (open.some(({ item }) => item.id === id)) return []
        const item = output[index]
        const known = item ?? { id, type: 'message', role: 'assistant', content: [] }
        return [{ item: known, listed: true, index, text: null, state: item ? 'done' : 'deleted' }]
      })
      const items = open.map(({ item, listed, text }): SentItem => {
        return { item, listed, text, index: indexOf.get(item.id) ?? null, state: 'open' }
      })
      const sorted = [...others, ...items].sort((a, b) => (a.index ?? MANY) - (b.index ?? MANY))
      this.#open.set(response.id, { ...response, items: sorted })
    }
    for (const id of unfinished.unshown) this.#waiting.add(id)
  }

  write(event: SpokenEvent): void {
    switch (event.type) {
      case 'text-started':
      case 'text-delta':
      case 'text-retracted':
      case 'text-done':
        this.#writeText(event)
        break
      case 'audio-delta':
      case 'audio-done':
        this.#writeAudio(event)
        break
      case 'reply-started':
        if (!event.outOfBand) this.#last = event.replyId
        this.#start(event)
        break
      case 'reply-ended':
        this.#sendFault(event.end)
        this.#end(event.replyId, event.end)
        this.#options.playback.player?.endReply(event.replyId)
        break
      case 'item-added':
        this.#waiting.delete(event.item.id)
        this.#writeItem(event)
        break
      case 'item-done':
        this.#writeItem(event)
        break
      case 'item-deleted':
        this.#delete(event.item)
        break
      case 'arguments-delta':
      case 'arguments-done':
      case 'call-started':
      case 'call-ended':
        this.#writeCall(event)
        break
      case 'metrics':
      case 'explain':
      case 'reasoning-delta':
      case 'approval-asked':
        this.#sendExtension(toVoiceEvent(event, this.#options.view()))
    }
  }

  writeEmpty(id: string): void {
    this.#start({ replyId: id, outOfBand: false, metadata: null, spoken: false })
    this.#end(id, { status: 'completed', usage: { inputTokens: 0, outputTokens: 0 } })
  }

  /** Sends all items of the conversation and the open approvals, for a client that missed too many events. */
  writeAll(requests: readonly Pick<ApprovalRequest, 'id' | 'card'>[]): void {
    for (const item of this.#options.history().items) {
      this.#writeItem({ type: 'item-added', item, listed: true })
      this.#writeItem({ type: 'item-done', item, listed: true })
    }
    this.#sendExtension(approvalEvent(requests))
  }

  #writeItem({ type, item, replyId = '', listed }: ItemEvent): void {
    const isAdded = type === 'item-added'
    const response = this.#open.get(replyId)
    const isShown = this.#isShown(item)
    if (response && isAdded) {
      const index = isShown ? response.items.filter(({ index }) => index !== null).length : null
      response.items.push({ item, listed, index, text: null, state: 'open' })
    }
    const sent = this.#sent(replyId, item.id)
    if (sent && !isAdded) Object.assign(sent, { item, text: null, state: 'done' })
    if (!isShown) return
    if (sent && sent.index !== null)
      this.#send({
        type: isAdded ? 'response.output_item.added' : 'response.output_item.done',
        response_id: replyId,
        output_index: sent.index,
        item,
      })
    if (listed)
      this.#send({
        type: isAdded ? 'conversation.item.added' : 'conversation.item.done',
        previous_item_id: this.previousShown(item.id),
        item,
      })
  }

  /** The item that the client sees before an item, without hidden ones and those that wait for earlier speech. */
  previousShown(itemId: string): string | null {
    const history = this.#options.history()
    const isShown = (id: string) => {
      const item = history.get(id)
      return !this.#waiting.has(id) && (item === undefined || this.#isShown(item))
    }
    let id = history.get(itemId) ? history.previousOf(itemId) : (history.items.at(-1)?.id ?? null)
    while (id !== null && !isShown(id)) id = history.previousOf(id)
    return id
  }

  #start(event: Omit<AgentEvent & { type: 'reply-started' }, 'type'>): void {
    const { replyId: id, outOfBand, metadata, spoken } = event
    const response: OpenResponse = { id, outOfBand, metadata, spoken, items: [] }
    this.#open.set(id, response)
    const shape = this.#shape(response)
    this.#send({
      type: 'response.created',
      response: { ...shape, status: 'in_progress', status_details: {} },
    })
  }

  #end(id: string, end: ReplyEnd): void {
    const response = this.#open.get(id)
    if (!response) return
    this.#open.delete(id)
    const shape = this.#shape(response)
    this.#send({ type: 'response.done', response: { ...shape, ...statusOf(end), usage: usageOf(end) } })
  }

  #shape({ id, outOfBand, spoken, metadata, items }: OpenResponse): RealtimeResponse {
    return {
      object: 'realtime.response',
      id,
      ...(!outOfBand && { conversation_id: this.#conversationId }),
      output_modalities: [spoken ? 'audio' : 'text'],
      max_output_tokens: this.#options.config.maxOutputTokens ?? 'inf',
      output: items.filter(({ state, index }) => state === 'done' && index !== null).map(({ item }) => item),
      metadata,
    }
  }

  #delete(item: HistoryItem): void {
    this.#waiting.delete(item.id)
    for (const { items } of this.#open.values())
      for (const sent of items) if (sent.item.id === item.id && sent.state === 'open') sent.state = 'deleted'
    if (this.#isShown(item)) this.#send({ type: 'conversation.item.deleted', item_id: item.id })
  }

  #writeText(event: TextEvent): void {
    const { replyId: response_id, itemId: item_id } = event
    const sent = this.#sent(response_id, item_id)
    if (sent && event.type === 'text-retracted') sent.text = ''
    else if (sent && event.type !== 'text-done')
      sent.text = (sent.text ?? '') + (event.type === 'text-delta' ? event.delta : '')
    const output_index = sent?.index ?? null
    if (output_index === null || event.type === 'text-retracted') return
    const place = { response_id, item_id, output_index, content_index: 0 }
    const isSpoken = this.isSpoken(response_id)
    const part = (text: string) =>
      isSpoken ? { type: 'audio' as const, transcript: text } : { type: 'text' as const, text }
    if (event.type === 'text-started') {
      this.#send({ type: 'response.content_part.added', ...place, part: part('') })
    } else if (event.type === 'text-delta') {
      const type = isSpoken ? 'response.output_audio_transcript.delta' : 'response.output_text.delta'
      this.#send({ type, ...place, delta: event.delta })
    } else {
      const { text } = event
      if (isSpoken) this.#send({ type: 'response.output_audio_transcript.done', ...place, transcript: text })
      else this.#send({ type: 'response.output_text.done', ...place, text })
      this.#send({ type: 'response.content_part.done', ...place, part: part(text) })
    }
  }

  #writeAudio(event: SpokenEvent & { type: 'audio-delta' | 'audio-done' }): void {
    const { playback, view, config, outbox } = this.#options
    const { itemId, replyId } = event
    const place = this.#at(replyId, itemId)
    if (event.type === 'audio-done') {
      if (place) this.#send({ type: 'response.output_audio.done', ...place, content_index: 0 })
      playback.player?.endMessage(itemId)
    } else if (playback.player) playback.player.play(event.audio, event)
    else if (view().voice && config.outputFitsFrames) outbox.emitFrame(encodeFrame('speech', event.audio))
    else if (place) {
      const delta = Buffer.from(event.audio).toString('base64')
      this.#send({ type: 'response.output_audio.delta', ...place, content_index: 0, delta })
    }
  }

  #writeCall(event: CallEvent): void {
    const itemId = 'item' in event ? event.item.id : event.itemId
    const sent = this.#sent(event.replyId, itemId)
    if (sent && event.type === 'arguments-done') sent.item = event.item
    const at = this.#at(event.replyId, itemId)
    if (!at) return
    if (!('item' in event)) {
      const { item_id, output_index } = at
      const state = event.type === 'call-started' ? 'in_progress' : event.failed ? 'failed' : 'completed'
      this.#send({ type: `response.mcp_call.${state}`, item_id, output_index })
      return
    }
    const { item } = event
    const isOfClient = item.type === 'function_call'
    const call = { ...at, ...(isOfClient && { call_id: item.call_id ?? item.id }) }
    const type = isOfClient ? 'response.function_call_arguments' : 'response.mcp_call_arguments'
    if (event.type === 'arguments-delta')
      this.#send({ type: `${type}.delta`, ...call, delta: event.delta } as UnnumberedEvent)
    else {
      const name = isOfClient ? { name: item.name } : {}
      this.#send({ type: `${type}.done`, ...call, ...name, arguments: event.arguments } as UnnumberedEvent)
    }
  }

  #sendFault({ errorCode, fault }: ReplyEnd): void {
    if (fault && !this.#options.locked) this.#send(modelErrorEvent(fault))
    else if (errorCode === INTERNAL) this.#send(errorEvent(undefined, null))
  }

  #sendExtension(event: UnnumberedEvent<VoiceServerEvent> | undefined): void {
    if (event && this.#options.view().voice) this.#send(event)
  }

  #send(event: UnnumberedEvent): void {
    this.#options.outbox.emit(event)
  }

  #sent(replyId: string, itemId: string): SentItem | undefined {
    return this.#open.get(replyId)?.items.findLast(({ item }) => item.id === itemId)
  }

  #at(replyId: string, itemId: string): ContentPosition | undefined {
    const index = this.#sent(replyId, itemId)?.index ?? null
    return index === null ? undefined : { response_id: replyId, item_id: itemId, output_index: index }
  }

  #isShown(item: HistoryItem): boolean {
    return this.#options.view().toolEvents || !isToolItem(item)
  }
}

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

export function approvalEvent(
  open: readonly Pick<ApprovalRequest, 'id' | 'card'>[],
): UnnumberedEvent<VoiceServerEvent> | undefined {
  const requests = open.flatMap(({ id, card }) => (card ? [{ approval_request_id: id, ...card }] : []))
  return requests.length > 0 ? { type: 'voice.approval', requests } : undefined
}

/** Whether an item is about a tool of this server (`mcp_…`). Those of the client have the type `function_call`. */
export function isToolItem(item: ConversationItem): boolean {
  return item.type?.startsWith('mcp_') ?? false
}

function statusOf({
  status,
  reason,
  errorCode,
}: ReplyEnd): Pick<RealtimeResponse, 'status' | 'status_details'> {
  return {
    status,
    status_details: {
      type: status,
      ...(reason && { reason: reason === 'session_closed' ? 'client_cancelled' : reason }),
      ...(errorCode && { error: { type: 'server_error', code: errorCode } }),
    },
  }
}

/** The `usage` of a response. Every number is set, because some clients fail if one is missing. */
function usageOf({ usage: { inputTokens, outputTokens } }: ReplyEnd): NonNullable<RealtimeResponse['usage']> {
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: {
      text_tokens: inputTokens,
      audio_tokens: 0,
      image_tokens: 0,
      cached_tokens: 0,
      cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: { text_tokens: outputTokens, audio_tokens: 0 },
  }
}
