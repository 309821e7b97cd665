import type {
  RealtimeClientEvent,
  RealtimeResponse,
  RealtimeServerEvent,
  RealtimeSessionCreateRequest,
  ResponseCreateEvent,
} from 'openai/resources/realtime/realtime'
import type { ModelMessage, ModelTool } from '../../model/language-model.js'
import { ModelError } from '../../model/model-error.js'
import type {
  VoiceAside,
  VoiceEvent,
  VoiceFormat,
  VoiceLink,
  VoiceModel,
  VoiceRules,
  VoiceSetup,
} from '../../model/voice-model.js'
import {
  bytesPerMs,
  isLasting,
  type LinkOptions,
  ModelSocket,
  modelOf,
  newId,
  sayExactly,
  toldFailure,
  type VoiceModelOptions,
} from './model-socket.js'
import { HttpCalls } from './provider-calls.js'

/** OpenAI ends a session after 60 minutes. */
const RENEW_AFTER_MS = 50 * 60_000

/**
 * A voice model that speaks the Realtime protocol in its current (GA) form: OpenAI, and what is compatible with it. The
 * model decides when a turn of the user ends; when it answers, and when its answer stops, is decided here.
 */
export function createRealtimeModel(model: VoiceModelOptions): VoiceModel {
  const calls = new HttpCalls(model, { path: '/realtime/calls', announcedBy: 'realtime.call.incoming' })
  return modelOf(model, {
    calls,
    traits: {
      work: 'calls',
      formats: [24_000, 'audio/pcmu', 'audio/pcma'],
      answersBeside: true,
      needsClock: false,
      renewAfterMs: RENEW_AFTER_MS,
    },
    open: (options) => new RealtimeLink({ ...options, calls }),
  })
}

/** Errors about a command that came too late. They change nothing. */
const HARMLESS: readonly (string | null | undefined)[] = [
  'response_cancel_not_active',
  'input_audio_buffer_commit_empty',
  'item_create_duplicate_item_id',
  'item_truncate_invalid_item_id',
  'item_delete_invalid_item_id',
]

/** So many messages of the model can be cut: those that may still be playing. */
const KEPT_ITEMS = 16

/** A response that the provider has begun. */
interface OpenResponse {
  id: string
  /** Ids of the calls that were passed on. */
  calls: Set<string>
  isCancelled: boolean
}

/** Whether a response was asked for that the provider has not begun. */
interface AskedResponse {
  eventId: string
  spoken: boolean
  isCancelled: boolean
}

class RealtimeLink implements VoiceLink {
  readonly #model: VoiceModelOptions
  readonly #setup: VoiceSetup
  readonly #take: (event: VoiceEvent) => void
  readonly #socket: ModelSocket<RealtimeServerEvent, RealtimeClientEvent>
  #asked: AskedResponse | undefined
  #open: OpenResponse | undefined
  /** A response that is asked for when the open one has ended. */
  #next: { spoken: boolean } | undefined
  /** What is said or answered beside the conversation, by the ids of the responses. */
  readonly #sayings = new Map<string, { sayId: string; calls: Set<string> }>()
  /** Milliseconds of audio of the last messages, by the ids of their items. */
  readonly #audioMs = new Map<string, number>()
  /** Where the last turn of the user ended, in the audio of the link. */
  #turnEndMs = 0
  #noteId: string | undefined
  readonly #setupId = newId('voice')

  constructor({ calls, ...options }: LinkOptions & { calls: HttpCalls }) {
    const { model, setup, take } = options
    this.#model = model
    this.#setup = setup
    this.#take = take
    const { call, voice } = setup
    const session = { ...sessionOf(setup), ...rulesOf(setup.rules) }
    const audio = { ...session.audio, ...(voice && { output: { voice } }) }
    this.#socket = new ModelSocket({
      ...options,
      path: `/realtime?${call ? 'call_id' : 'model'}=${encodeURIComponent(call?.id ?? model.model)}`,
      before: calls.accept(call, { ...session, audio, model: model.model }),
      audioMessage: (base64) => `{"type":"input_audio_buffer.append","audio":"${base64}"}`,
      onMessage: (event) => this.#takeEvent(event),
    })
    this.#socket.send({ type: 'session.update', event_id: this.#setupId, session })
    for (const item of setup.history.flatMap(itemsOf))
      this.#socket.send({ type: 'conversation.item.create', item })
  }

  audio(bytes: Uint8Array): void {
    this.#socket.sendAudio(bytes)
  }

  commit(): void {
    this.#socket.send({ type: 'input_audio_buffer.commit' })
  }

  clear(): void {
    this.#socket.send({ type: 'input_audio_buffer.clear' })
  }

  configure(rules: VoiceRules): void {
    this.#socket.send({ type: 'session.update', session: { type: 'realtime', ...rulesOf(rules) } })
  }

  tell(role: 'user' | 'system' | 'assistant', text: string): void {
    this.#socket.send({ type: 'conversation.item.create', item: messageOf(role, text) })
  }

  note(text: string): void {
    if (this.#noteId) this.#socket.send({ type: 'conversation.item.delete', item_id: this.#noteId })
    this.#noteId = text ? newId('voice') : undefined
    if (this.#noteId)
      this.#socket.send({
        type: 'conversation.item.create',
        item: { ...messageOf('system', text), id: this.#noteId },
      })
  }

  result(callId: string, output: string): void {
    this.#socket.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: callId, output },
    })
  }

  respond({ spoken }: { spoken: boolean }): void {
    if (this.#asked || this.#open) {
      this.#next = { spoken }
      return
    }
    this.#asked = { eventId: newId('voice'), spoken, isCancelled: false }
    this.#socket.send({
      type: 'response.create',
      event_id: this.#asked.eventId,
      response: { output_modalities: [spoken ? 'audio' : 'text'] },
    })
  }

  cancel(): void {
    this.#next = undefined
    if (this.#asked) this.#asked.isCancelled = true
    if (!this.#open || this.#open.isCancelled) return
    this.#open.isCancelled = true
    this.#socket.send({ type: 'response.cancel', response_id: this.#open.id })
  }

  say(id: string, text: string): void {
    this.#beside(id, {
      input: [],
      instructions: sayExactly(text),
      tools: [],
      tool_choice: 'none',
      output_modalities: ['audio'],
    })
  }

  aside(id: string, { history, ...rules }: VoiceAside): void {
    const input = history.flatMap(itemsOf)
    this.#beside(id, { ...rulesOf(rules), input, output_modalities: ['text'] })
  }

  /** Asks for a response out of band. Its metadata say to whom it belongs. */
  #beside(id: string, wanted: ResponseCreateEvent['response'] & object): void {
    const response = { conversation: 'none' as const, metadata: { [SAY]: id }, ...wanted }
    this.#socket.send({ type: 'response.create', event_id: id, response })
  }

  drop(id: string): void {
    for (const [responseId, { sayId }] of this.#sayings)
      if (sayId === id) this.#socket.send({ type: 'response.cancel', response_id: responseId })
  }

  heard(itemId: string, ms: number): void {
    const wholeMs = this.#audioMs.get(itemId)
    if (wholeMs === undefined || ms >= wholeMs) return
    this.#audioMs.delete(itemId)
    if (ms <= 0) this.#socket.send({ type: 'conversation.item.delete', item_id: itemId })
    else
      this.#socket.send({
        type: 'conversation.item.truncate',
        item_id: itemId,
        content_index: 0,
        audio_end_ms: Math.floor(ms),
      })
  }

  stopPlayback(): void {
    this.#socket.send({ type: 'output_audio_buffer.clear' })
  }

  close(): void {
    this.#socket.close()
  }

  #takeEvent(event: RealtimeServerEvent): void {
    const take = this.#take
    switch (event.type) {
      case 'session.created': {
        const { expires_at: seconds } = event.session as { expires_at?: number }
        take({ type: 'ready', ...(typeof seconds === 'number' && { expiresAt: seconds * 1000 }) })
        break
      }
      // Who attaches to a call is not told that its session was created.
      case 'session.updated':
        if (this.#setup.call) take({ type: 'ready' })
        break
      case 'input_audio_buffer.speech_started':
        take({ type: 'user-started', itemId: event.item_id, atMs: event.audio_start_ms })
        break
      case 'input_audio_buffer.speech_stopped':
        this.#turnEndMs = event.audio_end_ms
        break
      case 'input_audio_buffer.committed':
        take({ type: 'user-stopped', itemId: event.item_id, atMs: this.#turnEndMs })
        break
      case 'conversation.item.input_audio_transcription.delta':
        take({ type: 'user-text', itemId: event.item_id, text: event.delta ?? '', final: false })
        break
      case 'conversation.item.input_audio_transcription.completed':
        take({ type: 'user-text', itemId: event.item_id, text: event.transcript, final: true })
        if (event.usage?.type === 'tokens') this.#count(event.usage)
        break
      case 'conversation.item.input_audio_transcription.failed':
        take({ type: 'user-text', itemId: event.item_id, text: '', final: true })
        take({ type: 'problem', message: `no transcript: ${event.error.message}` })
        break
      case 'response.created':
        this.#begin(event.response)
        break
      case 'response.output_audio.delta':
        this.#takeAudio(event.response_id, event.item_id, event.delta)
        break
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        this.#takeText(event)
        break
      case 'response.output_item.done':
        this.#takeCall(event.response_id, event.item)
        break
      case 'output_audio_buffer.started':
      case 'output_audio_buffer.stopped':
      case 'output_audio_buffer.cleared':
        take({ type: 'playing', isPlaying: event.type === 'output_audio_buffer.started' })
        break
      case 'input_audio_buffer.dtmf_event_received':
        take({ type: 'key', digit: event.event })
        break
      case 'response.done':
        this.#end(event.response)
        break
      case 'error':
        this.#fail(event.error)
    }
  }

  #isHeard(responseId: string): boolean {
    return this.#open?.id === responseId && !this.#open.isCancelled
  }

  #begin({ id = '', metadata }: RealtimeResponse): void {
    const sayId = metadata?.[SAY]
    if (sayId !== undefined) {
      this.#sayings.set(id, { sayId, calls: new Set() })
      return
    }
    const isCancelled = this.#asked?.isCancelled ?? false
    this.#asked = undefined
    this.#open = { id, calls: new Set(), isCancelled: false }
    if (isCancelled) this.cancel()
    else this.#take({ type: 'started' })
  }

  #takeAudio(responseId: string, itemId: string, base64: string): void {
    if (this.#setup.call) return
    const bytes = Buffer.from(base64, 'base64')
    const sayId = this.#sayings.get(responseId)?.sayId
    if (sayId !== undefined) this.#take({ type: 'audio', itemId, bytes, sayId })
    else if (this.#isHeard(responseId)) {
      const ms = bytes.byteLength / bytesPerMs(this.#setup.output)
      this.#audioMs.set(itemId, (this.#audioMs.get(itemId) ?? 0) + ms)
      if (this.#audioMs.size > KEPT_ITEMS) this.#audioMs.delete(this.#audioMs.keys().next().value!)
      this.#take({ type: 'audio', itemId, bytes })
    }
  }

  #takeText({ response_id: id, item_id: itemId, delta }: Spoken): void {
    const sayId = this.#sayings.get(id)?.sayId
    if (sayId !== undefined || this.#isHeard(id)) this.#take({ type: 'text', itemId, delta, sayId })
  }

  #takeCall(responseId: string, item: NonNullable<RealtimeResponse['output']>[number]): void {
    const { sayId, calls } = this.#sayings.get(responseId) ?? { calls: this.#open?.calls }
    if (item.type !== 'function_call' || !(sayId !== undefined || this.#isHeard(responseId))) return
    const { call_id: callId = '', status, name = '', arguments: text = '' } = item
    if (status === 'incomplete' || calls?.has(callId)) return
    calls?.add(callId)
    this.#take({ type: 'call', callId, name, arguments: text, sayId })
  }

  #end(response: RealtimeResponse): void {
    const { id = '', metadata, usage, output = [] } = response
    const failed = this.#failureOf(response)
    if (usage) this.#count(usage)
    const sayId = this.#sayings.get(id)?.sayId ?? metadata?.[SAY]
    if (sayId !== undefined) {
      for (const item of output) this.#takeCall(id, item)
      this.#sayings.delete(id)
      this.#take({ type: 'said', sayId, ...(failed && { failed }) })
      return
    }
    // After an interruption, some providers end a response that they have never begun.
    if (this.#open?.id !== id) {
      if (this.#open || !this.#asked) return
      this.#begin(response)
    }
    for (const item of output) this.#takeCall(id, item)
    const isHeard = this.#isHeard(id)
    this.#open = undefined
    if (isHeard) this.#take({ type: 'ended', reason: reasonOf(response), ...(failed && { failed }) })
    this.#respondNext()
  }

  #respondNext(): void {
    const next = this.#next
    this.#next = undefined
    if (next && !this.#open && !this.#asked) this.respond(next)
    else this.#next = next
  }

  #count({ input_tokens: inputTokens = 0, output_tokens: outputTokens = 0 }: TokenCount): void {
    this.#take({ type: 'usage', inputTokens, outputTokens })
  }

  #failureOf({ status, status_details: details }: RealtimeResponse): ModelError | undefined {
    if (status !== 'failed') return undefined
    const { error } = details ?? {}
    const message = 'the provider ended the answer with a failure'
    return toldFailure(this.#model, { message, ...error })
  }

  /** What an `error` event means: nothing, a command that failed, or the end of the session. */
  #fail(error: { code?: string | null; type?: string; message: string; event_id?: string | null }): void {
    if (HARMLESS.includes(error.code)) return
    const failed = toldFailure(this.#model, error)
    const { event_id: about } = error
    const asked = this.#asked
    if (error.code === 'session_expired')
      this.#socket.fail(new ModelError('cut', { model: this.#model.name, message: error.message }))
    else if (isLasting(failed) || about === this.#setupId) this.#socket.fail(failed)
    else if (asked && about === asked.eventId) {
      this.#asked = undefined
      // The model has begun an answer by itself: this one is asked for after it.
      if (error.code === 'conversation_already_has_active_response') this.#next ??= { spoken: asked.spoken }
      else if (asked.isCancelled) this.#respondNext()
      else this.#take({ type: 'ended', reason: 'stop', failed })
    } else if (about && isBeside(about)) this.#take({ type: 'said', sayId: about, failed })
    else this.#take({ type: 'problem', message: failed.message })
  }
}

/** The metadata of a response beside the conversation. */
const SAY = 'say'

const isBeside = (id: string) => id.startsWith('say') || id.startsWith('aside')

type Spoken = RealtimeServerEvent & {
  type: 'response.output_audio_transcript.delta' | 'response.output_text.delta'
}

type TokenCount = { input_tokens?: number; output_tokens?: number }

function formatOf(format: VoiceFormat) {
  return typeof format === 'number'
    ? ({ type: 'audio/pcm', rate: 24_000 } as const)
    : ({ type: format } as { type: 'audio/pcmu' } | { type: 'audio/pcma' })
}

/** In a call, the provider knows the formats, and a voice that has spoken cannot be changed. */
function sessionOf({
  input,
  output,
  turns,
  voice,
  language,
  call,
}: VoiceSetup): RealtimeSessionCreateRequest {
  // Codes of languages have two letters here, without a region.
  const spoken = language?.split('-')[0]
  return {
    type: 'realtime',
    output_modalities: ['audio'],
    audio: {
      input: {
        ...(!call && { format: formatOf(input) }),
        turn_detection: turns && { ...turns, create_response: false, interrupt_response: false },
        transcription: { model: 'gpt-transcribe', ...(spoken && { language: spoken }) },
      } as NonNullable<RealtimeSessionCreateRequest['audio']>['input'] & object,
      ...(!call && { output: { format: formatOf(output), voice } }),
    },
  }
}

function rulesOf({ instructions, tools, toolChoice, maxOutputTokens }: VoiceRules) {
  return {
    instructions,
    tools: tools.map(toolOf),
    tool_choice: typeof toolChoice === 'object' ? { type: 'function' as const, ...toolChoice } : toolChoice,
    max_output_tokens: maxOutputTokens ?? ('inf' as const),
  }
}

const toolOf = ({ name, description, parameters }: ModelTool) => ({
  type: 'function' as const,
  name,
  description,
  parameters,
})

function messageOf(role: 'user' | 'system' | 'assistant', text: string) {
  if (role === 'assistant')
    return { type: 'message' as const, role, content: [{ type: 'output_text' as const, text }] }
  return { type: 'message' as const, role, content: [{ type: 'input_text' as const, text }] }
}

/** A message of the history: an answer with its calls, whose results follow. */
function itemsOf(
  message: ModelMessage,
): (RealtimeClientEvent & { type: 'conversation.item.create' })['item'][] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.callId, output: message.output }]
  const text = message.text.trim() ? [messageOf(message.role, message.text)] : []
  if (message.role !== 'assistant') return text
  const calls = message.toolCalls.map(({ callId, name, arguments: args }) => ({
    type: 'function_call' as const,
    call_id: callId,
    name,
    arguments: args,
  }))
  return [...text, ...calls]
}

function reasonOf({ status, status_details: details }: RealtimeResponse) {
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'incomplete') return 'stop'
  return details?.reason === 'content_filter' ? 'content-filter' : 'length'
}
