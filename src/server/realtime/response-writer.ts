import type { ConversationItem, RealtimeResponse, UnnumberedEvent } from '../../protocol/events.js'
import type { AgentEvent, HistoryItem, ReplyEnd } from '../agent/events.js'
import type { SpokenEvent } from '../speech/output/spoken-output.js'

export interface ResponseWriterOptions {
  send: (event: UnnumberedEvent) => void
  conversationId: string
  maxOutputTokens: () => number | 'inf'
  /** Whether the client receives items and events of the server's own tools. */
  toolEvents: () => boolean
  shownBefore: (itemId: string) => string | null
}

type TextEvent = AgentEvent & { type: 'text-started' | 'text-delta' | 'text-done' }

/** The response, item and position that an event belongs to. */
interface ContentPosition {
  response_id: string
  item_id: string
  output_index: number
}

interface OpenResponse {
  id: string
  outOfBand: boolean
  spoken: boolean
  metadata: Record<string, string> | null
  /** The items of the response. The array index of an item is its `output_index`. */
  output: ConversationItem[]
  indexes: Map<string, number>
}

export interface SavedReplies {
  conversationId: string
  open: (Omit<OpenResponse, 'indexes'> & { indexes: [string, number][] })[]
}

/**
 * Converts agent events to events of the Realtime protocol (GA version) and sends them. Omits the server's own tools if
 * the client does not want them.
 */
export class ResponseWriter {
  readonly #options: ResponseWriterOptions
  readonly #open = new Map<string, OpenResponse>()
  #conversationId: string
  #lastReply: string | undefined

  constructor(options: ResponseWriterOptions) {
    this.#options = options
    this.#conversationId = options.conversationId
  }

  /** The responses that were created but are not done yet. */
  get openReplies(): { id: string; outOfBand: boolean }[] {
    return [...this.#open.values()]
  }

  /** Whether a response in the conversation is open. A spoken response stays open until all of its audio was sent. */
  get active(): boolean {
    return this.openReplies.some(({ outOfBand }) => !outOfBand)
  }

  /** The id of the newest response in the conversation. Its audio may still be playing. */
  get lastReply(): string | undefined {
    return this.#lastReply
  }

  isSpoken(replyId: string): boolean {
    return this.#open.get(replyId)?.spoken ?? false
  }

  save(): SavedReplies {
    const open = [...this.#open.values()].map((one) => ({ ...one, indexes: [...one.indexes] }))
    return { conversationId: this.#conversationId, open }
  }

  restore({ conversationId, open }: SavedReplies): void {
    this.#conversationId = conversationId
    for (const one of open) this.#open.set(one.id, { ...one, indexes: new Map(one.indexes) })
  }

  write(event: SpokenEvent): void {
    switch (event.type) {
      case 'reply-started':
        if (!event.outOfBand) this.#lastReply = event.replyId
        this.#start(event)
        break
      case 'reply-ended':
        this.#end(event.replyId, event.end)
        break
      case 'item-added':
      case 'item-done':
        this.#writeItem(event)
        break
      case 'item-deleted':
        if (this.#isShown(event.item))
          this.#options.send({ type: 'conversation.item.deleted', item_id: event.item.id })
        break
      case 'text-started':
      case 'text-delta':
      case 'text-done':
        this.#writeText(event)
        break
      case 'audio-delta':
      case 'audio-done':
        this.#writeAudio(event)
        break
      case 'arguments-delta':
      case 'arguments-done':
      case 'call-started':
      case 'call-ended':
        this.#writeCall(event)
    }
  }

  /** Sends the events of a response without output. */
  writeEmpty(id: string): void {
    this.#start({ replyId: id, outOfBand: false, metadata: null, spoken: false })
    this.#end(id, { status: 'completed', usage: { inputTokens: 0, outputTokens: 0 } })
  }

  #start(event: Omit<AgentEvent & { type: 'reply-started' }, 'type'>): void {
    const { replyId: id, outOfBand, metadata, spoken } = event
    const response = { id, outOfBand, metadata, spoken, output: [], indexes: new Map() }
    this.#open.set(id, response)
    this.#options.send({
      type: 'response.created',
      response: { ...this.#shape(response), status: 'in_progress', status_details: {} },
    })
  }

  #end(id: string, end: ReplyEnd): void {
    const response = this.#open.get(id)
    if (!response) return
    this.#open.delete(id)
    this.#options.send({
      type: 'response.done',
      response: { ...this.#shape(response), ...statusOf(end), usage: usageOf(end) },
    })
  }

  #shape({ id, outOfBand, spoken, metadata, output }: OpenResponse): RealtimeResponse {
    return {
      object: 'realtime.response',
      id,
      ...(!outOfBand && { conversation_id: this.#conversationId }),
      output_modalities: [spoken ? 'audio' : 'text'],
      max_output_tokens: this.#options.maxOutputTokens(),
      output: output.filter(Boolean),
      metadata,
    }
  }

  #writeItem({ type, item, replyId, listed }: AgentEvent & { type: 'item-added' | 'item-done' }): void {
    if (!this.#isShown(item)) return
    const isAdded = type === 'item-added'
    const { send, shownBefore } = this.#options
    const response = replyId === undefined ? undefined : this.#open.get(replyId)
    if (isAdded) response?.indexes.set(item.id, response.indexes.size)
    const index = response?.indexes.get(item.id)
    if (response && index !== undefined) {
      if (!isAdded) response.output[index] = item
      send({
        type: isAdded ? 'response.output_item.added' : 'response.output_item.done',
        response_id: response.id,
        output_index: index,
        item,
      })
    }
    if (listed)
      send({
        type: isAdded ? 'conversation.item.added' : 'conversation.item.done',
        previous_item_id: shownBefore(item.id),
        item,
      })
  }

  #writeText(event: TextEvent): void {
    const at = this.#at(event.replyId, event.itemId)
    if (!at) return
    const place = { ...at, content_index: 0 }
    const { send } = this.#options
    const isSpoken = this.isSpoken(event.replyId)
    const part = (text: string) =>
      isSpoken ? { type: 'audio' as const, transcript: text } : { type: 'text' as const, text }
    if (event.type === 'text-started') {
      send({ type: 'response.content_part.added', ...place, part: part('') })
    } else if (event.type === 'text-delta') {
      const type = isSpoken ? 'response.output_audio_transcript.delta' : 'response.output_text.delta'
      send({ type, ...place, delta: event.delta })
    } else {
      const { text } = event
      if (isSpoken) send({ type: 'response.output_audio_transcript.done', ...place, transcript: text })
      else send({ type: 'response.output_text.done', ...place, text })
      send({ type: 'response.content_part.done', ...place, part: part(text) })
    }
  }

  #writeAudio(event: SpokenEvent & { type: 'audio-delta' | 'audio-done' }): void {
    const at = this.#at(event.replyId, event.itemId)
    if (!at) return
    const place = { ...at, content_index: 0 }
    const { send } = this.#options
    if (event.type === 'audio-done') send({ type: 'response.output_audio.done', ...place })
    else {
      const delta = Buffer.from(event.audio).toString('base64')
      send({ type: 'response.output_audio.delta', ...place, delta })
    }
  }

  #writeCall(
    event: AgentEvent & { type: 'arguments-delta' | 'arguments-done' | 'call-started' | 'call-ended' },
  ): void {
    const at = this.#at(event.replyId, 'item' in event ? event.item.id : event.itemId)
    if (!at) return
    const { send } = this.#options
    const { item_id, output_index } = at
    if (event.type === 'call-started') send({ type: 'response.mcp_call.in_progress', item_id, output_index })
    else if (event.type === 'call-ended')
      send({
        type: event.failed ? 'response.mcp_call.failed' : 'response.mcp_call.completed',
        item_id,
        output_index,
      })
    else if (event.item.type === 'function_call') {
      const call = { ...at, call_id: event.item.call_id ?? event.item.id }
      if (event.type === 'arguments-delta')
        send({ type: 'response.function_call_arguments.delta', ...call, delta: event.delta })
      else
        send({
          type: 'response.function_call_arguments.done',
          ...call,
          name: event.item.name,
          arguments: event.arguments,
        })
    } else if (event.type === 'arguments-delta')
      send({ type: 'response.mcp_call_arguments.delta', ...at, delta: event.delta })
    else send({ type: 'response.mcp_call_arguments.done', ...at, arguments: event.arguments })
  }

  /** The position of an item in its response; `undefined` if the client does not receive the item. */
  #at(replyId: string, itemId: string): ContentPosition | undefined {
    const index = this.#open.get(replyId)?.indexes.get(itemId)
    return index === undefined ? undefined : { response_id: replyId, item_id: itemId, output_index: index }
  }

  #isShown(item: HistoryItem): boolean {
    return this.#options.toolEvents() || !isToolItem(item)
  }
}

/**
 * Whether an item is about a tool that this server runs. The Realtime protocol has the types `mcp_…` for such items;
 * items about tools of the client have the type `function_call`.
 */
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
      ...(reason && { reason }),
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
