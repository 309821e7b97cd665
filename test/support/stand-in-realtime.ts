import type {
  ConversationItem,
  RealtimeClientEvent,
  RealtimeResponse,
  RealtimeResponseStatus,
  RealtimeSessionCreateRequest,
} from 'openai/resources/realtime/realtime'
import type { WebSocket } from 'ws'
import { type AudioFormat, bytesPerMs } from '../../src/server/speech/audio/audio-format.js'
import { type PackageEvents, packageEvents } from './package-events.js'
import type { StandInCall } from './stand-in-calls.js'
import {
  type Action,
  type Calling,
  type Cue,
  type Saying,
  StandInSession,
  type StandInVoiceModel,
  standInVoiceModel,
  toneOf,
  type VoiceScript,
} from './voice-script.js'

export interface StandInRealtimeOptions {
  script: VoiceScript
  /**
   * Whether the transcript of the user comes before the response, after it, as the transcribing model is slow, or only with
   * `transcribe()`. @default 'after'
   */
  transcripts?: 'before' | 'after' | 'held'
}

/** The events of both directions, by the types of the `openai` package. */
export function realtimeEvents(): { server: PackageEvents; client: PackageEvents } {
  const [server, client] = packageEvents('openai/resources/realtime/realtime', [
    'RealtimeServerEvent',
    'RealtimeClientEvent',
  ])
  return { server: server!, client: client! }
}

/** Read with this file, because it takes some seconds. */
const known = realtimeEvents()

/** A server in the place of OpenAI Realtime, at `/v1/realtime?model=NAME` and, for its calls, `?call_id=ID`. Events are checked against the types of the `openai` package. */
export function standInRealtime(
  options: StandInRealtimeOptions,
): Promise<StandInVoiceModel<StandInRealtimeSession>> {
  return standInVoiceModel({
    callPath: '/v1/realtime/calls',
    open: (socket, { pathname, searchParams }, { broken, calls }) => {
      const model = searchParams.get('model')
      const call = calls.open(searchParams.get('call_id'))
      if (pathname !== '/v1/realtime' || !(model || call)) return undefined
      return new StandInRealtimeSession(socket, { ...options, model: model ?? 'gpt-realtime', broken, call })
    },
  })
}

type Item = ConversationItem & { id: string; audioMs?: number }
type Call = ConversationItem & { type: 'function_call'; call_id: string }
type Ended = 'completed' | 'cancelled'

/** A response that goes on. */
interface Open {
  id: string
  metadata: Record<string, string> | null
  /** Whether its items become part of the conversation. */
  listed: boolean
  isText: boolean
  output: Item[]
  /** A held sentence: ends it, and what comes after it. */
  held: { end: (how: Ended) => void; rest: readonly Action[] } | undefined
}

/** One session of the stand-in for OpenAI Realtime. */
export class StandInRealtimeSession extends StandInSession<RealtimeClientEvent> {
  readonly items: Map<string, Item>
  config: RealtimeSessionCreateRequest
  readonly #options: StandInRealtimeOptions
  readonly #attached: StandInCall | undefined
  /** The response whose audio is played in the call. */
  #playing: string | undefined
  /** Until when it is played, in milliseconds of the call. */
  #playedAt = 0
  #open: Open | undefined
  #userItem: string | undefined
  /** What the user said, until its response. */
  #cue: Cue | undefined
  /** The calls without an output, by their ids. */
  readonly #unanswered: Map<string, Call>
  #outputs: { name: string; output: string }[] = []
  #hasSpoken = false
  /** Whether the service begins no response that it is asked for. */
  isStuck = false
  #untranscribed: (() => void)[] = []

  constructor(
    socket: WebSocket,
    {
      model,
      broken,
      call,
      ...options
    }: StandInRealtimeOptions & { model: string; broken: string[]; call: StandInCall | undefined },
  ) {
    super(socket, { broken, silenceMs: 500 })
    this.#options = options
    this.#attached = call
    const kept = call?.conversation ?? new Map<string, Map<string, unknown>>()
    this.items = (kept.get('items') ?? new Map()) as Map<string, Item>
    this.#unanswered = (kept.get('calls') ?? new Map()) as Map<string, Call>
    kept.set('items', this.items).set('calls', this.#unanswered)
    this.config = { type: 'realtime', model, output_modalities: ['audio'], audio: {} }
    // Who attaches to a call is not told how it began.
    if (!call) this.#say('session.created', { session: this.config })
  }

  /** The audio of the person in a call. */
  callerAudio(audio: Uint8Array): void {
    this.#listen(audio)
  }

  /** The person in a call presses a key. */
  press(event: string): void {
    this.send({ type: 'input_audio_buffer.dtmf_event_received', event, received_at: 1_700_000_000 })
  }

  /** The person in a call hangs up. */
  hangUp(): void {
    this.#attached!.state = 'ended'
    this.drop(1000)
  }

  /** Ends a held sentence. */
  finish(): void {
    const open = this.#open
    const held = open?.held
    if (!open || !held) return
    open.held = undefined
    held.end('completed')
    this.#act(open, held.rest)
  }

  /** Sends the transcripts that are held. */
  transcribe(): void {
    for (const send of this.#untranscribed.splice(0)) send()
  }

  get toldBefore(): string[] {
    return this.all('conversation.item.create').flatMap(({ item }) => {
      if (item.type === 'message' && item.role !== 'system') return item.content.map(({ text = '' }) => text)
      return item.type === 'message' ? [] : [item.type ?? '']
    })
  }

  deny(): void {
    this.fail({ type: 'insufficient_quota', code: 'insufficient_quota', message: 'Pay first.' })
  }

  /** Reports an error, and leaves the session as it is. */
  fail(error: { type: string; code?: string; message: string; event_id?: string }): void {
    this.#say('error', { error })
  }

  /** Sends any event of the server. */
  tell(event: { type: string }): void {
    this.#say(event.type, event)
  }

  take(event: RealtimeClientEvent): void {
    for (const complaint of known.client.complaintsAbout(event))
      this.#refuse(event, 'invalid_value', complaint)
    if (event.type === 'session.update') this.#configure(event)
    else if (event.type === 'input_audio_buffer.append') this.#append(event)
    else if (event.type === 'output_audio_buffer.clear' && this.#attached) this.#clear()
    else if (event.type === 'input_audio_buffer.clear') this.#say('input_audio_buffer.cleared', {})
    else if (event.type === 'input_audio_buffer.commit')
      this.#refuse(event, 'input_audio_buffer_commit_empty', 'the server finds the turns')
    else if (event.type === 'conversation.item.create') this.#addItem(event)
    else if (event.type === 'conversation.item.delete') this.#deleteItem(event)
    else if (event.type === 'conversation.item.truncate') this.#truncate(event)
    else if (event.type === 'response.create') this.#onCreate(event)
    else if (event.type === 'response.cancel') this.#onCancel(event)
    else this.#refuse(event, 'invalid_value', `${event.type} is not for WebSockets`)
  }

  #configure(event: RealtimeClientEvent & { type: 'session.update' }): void {
    const { session } = event
    if (session.type !== 'realtime') {
      this.#refuse(event, 'invalid_value', 'session.type must be realtime')
      return
    }
    const { model = this.config.model, audio, ...rest } = session
    const voice = audio?.output?.voice
    if (model !== this.config.model) this.#refuse(event, 'invalid_value', 'the model is fixed')
    if (this.#hasSpoken && voice !== undefined && voice !== this.config.audio?.output?.voice)
      this.#refuse(event, 'cannot_update_voice', 'the voice is fixed after the first audio')
    if ((rest.output_modalities ?? []).length > 1)
      this.#refuse(event, 'invalid_value', 'output_modalities takes one')
    const own = this.config.audio ?? {}
    this.config = {
      ...this.config,
      ...rest,
      audio: { input: { ...own.input, ...audio?.input }, output: { ...own.output, ...audio?.output } },
    }
    const turns = this.config.audio?.input?.turn_detection
    if (turns?.type === 'server_vad') this.ear.silenceMs = turns.silence_duration_ms ?? 500
    this.ear.format = formatOf(this.config.audio?.input?.format)
    this.#say('session.updated', { session: this.config })
  }

  #append(event: RealtimeClientEvent & { type: 'input_audio_buffer.append' }): void {
    if (event.audio.length > (15 * 2 ** 20 * 4) / 3) this.#refuse(event, 'invalid_value', 'more than 15 MiB')
    if (this.#attached) this.#refuse(event, 'invalid_value', 'the audio of a call comes from the call')
    this.#listen(Buffer.from(event.audio, 'base64'))
  }

  #clear(): void {
    if (this.#playing) this.#say('output_audio_buffer.cleared', { response_id: this.#playing })
    this.#playing = undefined
    this.#playedAt = 0
  }

  #listen(audio: Uint8Array): void {
    const { started, ended } = this.ear.push(audio)
    if (this.#playing && this.ear.atMs >= this.#playedAt) {
      this.#say('output_audio_buffer.stopped', { response_id: this.#playing })
      this.#playing = undefined
    }
    const turns = this.config.audio?.input?.turn_detection
    if (turns === null) return
    if (started) {
      this.#userItem = this.newId('item')
      const at = { audio_start_ms: Math.round(this.ear.atMs), item_id: this.#userItem }
      this.#say('input_audio_buffer.speech_started', at)
      if (turns?.interrupt_response !== false) this.#end('turn_detected')
    }
    if (ended !== undefined) this.#endTurn(ended, turns?.create_response !== false)
  }

  #endTurn(words: string, responds: boolean): void {
    const item_id = this.#userItem!
    const at = { audio_end_ms: Math.round(this.ear.atMs), item_id }
    this.#say('input_audio_buffer.speech_stopped', at)
    this.#say('input_audio_buffer.committed', { item_id, previous_item_id: this.#last })
    const content = [{ type: 'input_audio' as const }]
    this.#list({ id: item_id, type: 'message', role: 'user', status: 'completed', content })
    const transcribed = () => {
      if (!this.config.audio?.input?.transcription) return
      const usage = { type: 'duration', seconds: 1 }
      const done = { item_id, content_index: 0, transcript: words, usage }
      this.#say('conversation.item.input_audio_transcription.completed', done)
    }
    if (this.#options.transcripts === 'before') transcribed()
    this.#cue = { said: words }
    if (responds) this.#respond({})
    if (this.#options.transcripts === 'held') this.#untranscribed.push(transcribed)
    else if (this.#options.transcripts !== 'before') transcribed()
  }

  #addItem(event: RealtimeClientEvent & { type: 'conversation.item.create' }): void {
    const item = { ...event.item, id: event.item.id ?? this.newId('item') } as Item
    if (this.items.has(item.id)) {
      this.#refuse(event, 'item_create_duplicate_item_id', `there is an item ${item.id}`)
      return
    }
    if (item.type === 'function_call_output') this.#takeOutput(event, item)
    if (item.type === 'message' && item.role === 'assistant')
      for (const { type } of item.content)
        if (type !== 'output_text') this.#refuse(event, 'invalid_value', `an assistant cannot have ${type}`)
    if (item.type === 'message' && item.role === 'user') this.#cue = { said: textOf(item) }
    if (item.type === 'message' && item.role === 'system') this.#readNote(textOf(item))
    this.#list(item)
  }

  /** Notes are what a response is about if there is nothing else. */
  #readNote(text: string): void {
    const told = this.#cue && 'told' in this.#cue ? `${this.#cue.told}\n` : ''
    if (told || !this.#cue) this.#cue = { told: told + text }
  }

  #takeOutput(
    event: RealtimeClientEvent,
    { call_id, output }: Item & { type: 'function_call_output' },
  ): void {
    const call = this.#unanswered.get(call_id)
    const replayed = [...this.items.values()].some(
      (item) => item.type === 'function_call' && item.call_id === call_id,
    )
    if (call) this.#outputs.push({ name: call.name, output })
    else if (!replayed || this.#isAnswered(call_id))
      this.#refuse(event, 'invalid_tool_call_id', `no call ${call_id} waits for an output`)
    this.#unanswered.delete(call_id)
  }

  #isAnswered(callId: string): boolean {
    return [...this.items.values()].some(
      (item) => item.type === 'function_call_output' && item.call_id === callId,
    )
  }

  #deleteItem(event: RealtimeClientEvent & { type: 'conversation.item.delete' }): void {
    if (!this.items.delete(event.item_id)) this.#refuse(event, 'item_not_found', `no item ${event.item_id}`)
    else this.#say('conversation.item.deleted', { item_id: event.item_id })
  }

  #truncate(event: RealtimeClientEvent & { type: 'conversation.item.truncate' }): void {
    const { item_id, audio_end_ms, content_index } = event
    const item = this.items.get(item_id)
    if (this.#attached) this.#refuse(event, 'invalid_value', 'the audio of a call is cut by the service')
    else if (item?.type !== 'message' || item.role !== 'assistant')
      this.#refuse(event, 'invalid_value', `no message of the model has the id ${item_id}`)
    else if (audio_end_ms > (item.audioMs ?? 0))
      this.#refuse(event, 'invalid_value', `${audio_end_ms} ms is more than the audio, ${item.audioMs} ms`)
    else this.#say('conversation.item.truncated', { item_id, audio_end_ms, content_index })
  }

  #onCreate(event: RealtimeClientEvent & { type: 'response.create' }): void {
    const { response = {} } = event
    const listed = response.conversation !== 'none'
    if (listed && this.#open) {
      this.#refuse(event, 'conversation_already_has_active_response', 'one response at a time')
      return
    }
    if (listed && this.#unanswered.size > 0)
      this.#refuse(event, 'function_call_outputs_required', 'some calls have no output')
    if (this.isStuck) return
    if (response.input?.length) this.#cue = { told: wordsOf(response.input) }
    else if (response.instructions) this.#cue = { told: response.instructions }
    this.#respond({
      metadata: (response.metadata ?? null) as Record<string, string> | null,
      listed,
      isText: response.output_modalities?.[0] === 'text',
    })
  }

  #onCancel(event: RealtimeClientEvent & { type: 'response.cancel' }): void {
    const { event_id } = event
    const about = event_id === undefined ? {} : { event_id }
    // If nothing runs, it was a race: the service reports an error, and the client is not to blame.
    if (this.#open) this.#end('client_cancelled')
    else
      this.fail({
        type: 'invalid_request_error',
        code: 'response_cancel_not_active',
        message: 'no response runs',
        ...about,
      })
  }

  /** Opens a response and does what the script says. */
  #respond({
    metadata = null,
    listed = true,
    isText = false,
  }: {
    metadata?: Record<string, string> | null
    listed?: boolean
    isText?: boolean
  }): void {
    const open: Open = { id: this.newId('resp'), metadata, listed, isText, output: [], held: undefined }
    if (listed) this.#open = open
    this.#say('response.created', { response: this.#shown(open, 'in_progress') })
    const hasOutputs = listed && this.#outputs.length > 0
    const own = this.#cue ?? { told: '' }
    const words = 'said' in own && own.said !== undefined ? { said: own.said } : {}
    const cue = hasOutputs ? { outputs: this.#outputs, ...words } : own
    if (hasOutputs) this.#outputs = []
    this.#cue = undefined
    this.#act(open, this.#options.script(cue))
  }

  #act(open: Open, [action, ...rest]: readonly Action[]): void {
    if (!action) {
      this.#close(open, { status: 'completed' })
      return
    }
    if ('call' in action) this.#call(open, action)
    else if ('say' in action) {
      const end = this.#speak(open, action)
      if (action.held) {
        open.held = { end, rest }
        return
      }
      end('completed')
    }
    this.#act(open, rest)
  }

  #call(open: Open, action: Calling): void {
    const call_id = action.id ?? this.newId('call')
    const args = JSON.stringify(action.arguments ?? {})
    const base = { id: this.newId('item'), type: 'function_call' as const, name: action.call, call_id }
    const at = { response_id: open.id, output_index: open.output.length }
    this.#say('response.output_item.added', {
      ...at,
      item: { ...base, status: 'in_progress', arguments: '' },
    })
    const part = { ...at, item_id: base.id, call_id }
    this.#say('response.function_call_arguments.delta', { ...part, delta: args })
    this.#say('response.function_call_arguments.done', { ...part, name: action.call, arguments: args })
    const item: Item & Call = { ...base, status: 'completed', arguments: args }
    this.#say('response.output_item.done', { ...at, item })
    open.output.push(item)
    if (open.listed) this.#list(item)
    if (open.listed) this.#unanswered.set(call_id, item)
  }

  /** Sends a sentence, all at once, or half of it if it is held. Returns what ends it. */
  #speak(open: Open, { say, held }: Saying): (how: Ended) => void {
    const isText = open.isText || this.config.output_modalities?.[0] === 'text'
    const format = formatOf(this.config.audio?.output?.format)
    const audio = isText ? new Uint8Array() : toneOf(say, format)
    const half = held ? Math.floor(audio.length / 4) * 2 : audio.length
    const id = this.newId('item')
    const at = { response_id: open.id, output_index: open.output.length, item_id: id, content_index: 0 }
    const item: Item = { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] }
    const { response_id, output_index } = at
    this.#say('response.output_item.added', { response_id, output_index, item })
    if (open.listed) this.#say('conversation.item.added', { previous_item_id: this.#last, item })
    const part = isText ? { type: 'text', text: '' } : { type: 'audio', transcript: '' }
    this.#say('response.content_part.added', { ...at, part })
    const words = isText ? 'response.output_text' : 'response.output_audio_transcript'
    this.#say(`${words}.delta`, { ...at, delta: say })
    if (this.#attached && !isText) {
      this.#playing = open.id
      this.#playedAt = Math.max(this.#playedAt, this.ear.atMs) + audio.length / bytesPerMs(format)
      this.#say('output_audio_buffer.started', { response_id: open.id })
    }
    const send = (bytes: Uint8Array) => {
      if (this.#attached) return
      const step = bytesPerMs(format) * 100
      for (let from = 0; from < bytes.length; from += step)
        this.#say('response.output_audio.delta', {
          ...at,
          delta: Buffer.from(bytes.subarray(from, from + step)).toString('base64'),
        })
      item.audioMs = (item.audioMs ?? 0) + bytes.length / bytesPerMs(format)
    }
    this.items.set(id, item)
    open.output.push(item)
    if (!isText) send(audio.subarray(0, half))
    this.#hasSpoken ||= !isText
    return (how) => {
      if (how === 'completed' && !isText) send(audio.subarray(half))
      const status = how === 'completed' ? ('completed' as const) : ('incomplete' as const)
      const content = isText
        ? [{ type: 'output_text' as const, text: say }]
        : [{ type: 'output_audio' as const, transcript: say }]
      Object.assign(item, { status, content })
      if (!isText) this.#say('response.output_audio.done', at)
      this.#say(`${words}.done`, { ...at, [isText ? 'text' : 'transcript']: say })
      this.#say('response.content_part.done', {
        ...at,
        part: isText ? { type: 'text', text: say } : { type: 'audio', transcript: say },
      })
      this.#say('response.output_item.done', { response_id, output_index, item: withoutAudio(item) })
      if (open.listed)
        this.#say('conversation.item.done', { previous_item_id: null, item: withoutAudio(item) })
    }
  }

  /** Ends the running response early. */
  #end(reason: 'turn_detected' | 'client_cancelled'): void {
    const open = this.#open
    if (open) this.#close(open, { status: 'cancelled', reason })
  }

  #close(
    open: Open,
    { status, reason }: { status: 'completed' | 'cancelled'; reason?: RealtimeResponseStatus['reason'] },
  ): void {
    if (reason) open.held?.end('cancelled')
    open.held = undefined
    if (this.#open === open) this.#open = undefined
    const details = reason && { status_details: { type: status, reason } }
    const tokens = { total_tokens: 30, input_tokens: 20, output_tokens: 10 }
    const response = { ...this.#shown(open, status), ...details, usage: tokens }
    this.#say('response.done', { response })
  }

  #shown({ id, metadata, output }: Open, status: RealtimeResponse['status']): RealtimeResponse {
    const items = output.map(withoutAudio)
    return {
      id,
      object: 'realtime.response',
      ...(status && { status }),
      output: items,
      ...(metadata && { metadata }),
    }
  }

  #list(item: Item): void {
    this.#say('conversation.item.added', { previous_item_id: this.#last, item })
    this.items.set(item.id, item)
    this.#say('conversation.item.done', { previous_item_id: null, item })
  }

  get #last(): string | null {
    return [...this.items.keys()].at(-1) ?? null
  }

  /** Answers a client that broke a rule. */
  #refuse(event: RealtimeClientEvent, code: string, message: string): void {
    this.broken.push(`${event.type}: ${code}: ${message}`)
    const about = event.event_id === undefined ? {} : { event_id: event.event_id }
    this.fail({ type: 'invalid_request_error', code, message, ...about })
  }

  #say(type: string, fields: object): void {
    const event = { ...fields, type, event_id: this.newId('event') }
    this.broken.push(...known.server.complaintsAbout(event).map((complaint) => `the stand-in: ${complaint}`))
    this.send(event)
  }
}

const textOf = ({ content }: { content: { text?: string }[] }) =>
  content.map(({ text }) => text ?? '').join(' ')

const withoutAudio = ({ audioMs, ...item }: Item): Item => item

/** The texts of the input of a response out of band. */
const wordsOf = (input: readonly ConversationItem[]) =>
  input
    .flatMap((item): { text?: string }[] => (item.type === 'message' ? item.content : []))
    .map(({ text = '' }) => text)
    .join(' ')

/** The format as this code base names it. */
function formatOf(format: { type?: string } | undefined): AudioFormat {
  return format?.type === 'audio/pcmu' || format?.type === 'audio/pcma' ? format.type : 24_000
}
