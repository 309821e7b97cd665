import type { ClientEvent, SessionConfig, SessionResource } from 'openai/resources/live/live'
import type { WebSocket } from 'ws'
import type { Clock } from '../../src/ports.js'
import { type AudioFormat, bytesPerMs } from '../../src/server/speech/audio/audio-format.js'
import { packageEvents } from './package-events.js'
import type { StandInCall } from './stand-in-calls.js'
import {
  type Action,
  StandInSession,
  type StandInVoiceModel,
  standInVoiceModel,
  toneOf,
  type VoiceScript,
} from './voice-script.js'

export interface StandInLiveOptions {
  script: VoiceScript
  /** Checks that audio comes in real time. */
  clock: Clock
  /** How long after the end of an utterance its transcript comes. @default 0 */
  transcriptAfterMs?: number
  /** Lifetime of a session in seconds. @default 7200 */
  seconds?: number
  /** Whether the session never confirms that it is closed. */
  isStuck?: boolean
}

/** The events of both directions, by the types of the `openai` package. */
export function liveEvents() {
  const [server, client, ...inCall] = packageEvents('openai/resources/live/live', [
    ...['ServerEvent', 'ClientEvent', 'Live.ConnectServerEvent', 'Live.ConnectClientEvent'],
  ])
  return { server: server!, client: client!, serverInCall: inCall[0]!, clientInCall: inCall[1]! }
}

/** Read with this file, because it takes some seconds. */
const known = liveEvents()

/** A sentence that the model said, or began to say. */
export interface SpokenSentence {
  text: string
  /** Of the commentary that it comes from. */
  delegationId?: string | null
  /** Whether the user cut it. */
  cut: boolean
}

/**
 * A server in the place of OpenAI Live: `/v1/live/sessions`, and `/v1/live/sessions/ID/attach` for its calls. Its time is the audio that arrives: without audio nothing happens. Events are checked against the types of the
 * `openai` package.
 */
export function standInLive(options: StandInLiveOptions): Promise<StandInLive> {
  return standInVoiceModel({
    callPath: '/v1/live/sessions',
    open: (socket, { pathname }, { broken, calls }) => {
      if (pathname === '/v1/live/sessions') return new StandInLiveSession(socket, { ...options, broken })
      const call = calls.open(/^\/v1\/live\/sessions\/([^/]+)\/attach$/.exec(pathname)?.[1])
      return call && new StandInLiveSession(socket, { ...options, broken, call })
    },
  })
}

export type StandInLive = StandInVoiceModel<StandInLiveSession>

/** Something that happens when the session has this many milliseconds of audio. */
interface Due {
  atMs: number
  run: () => void
}

/** Maximum tokens of a text that a client appends; four characters are counted as one token. */
const MAX_TOKENS = 500
const tokensOf = (text: string) => Math.ceil(text.length / 4)

/** One connection to a session of the stand-in for OpenAI Live. */
export class StandInLiveSession extends StandInSession<ClientEvent> {
  readonly spoken: SpokenSentence[] = []
  config: SessionConfig | undefined
  readonly #options: StandInLiveOptions
  readonly #call: StandInCall | undefined
  #id = 'live_1'
  #startedAt = 0
  #isMuted = false
  #isClosed = false
  #delegations = new Set<string>()
  #due: Due[] = []
  readonly #queue: { sentence: SpokenSentence; audio: Uint8Array; isTold: boolean }[] = []

  constructor(
    socket: WebSocket,
    { broken, call, ...options }: StandInLiveOptions & { broken: string[]; call?: StandInCall },
  ) {
    super(socket, { broken, silenceMs: 400 })
    this.#options = options
    this.#call = call
    if (!call) return
    this.#id = call.id
    this.#delegations = call.delegations
    const { type: _, ...config } = (call.accepted.session ?? { model: 'gpt-live-1' }) as SessionConfig & {
      type?: string
    }
    this.#start(config as SessionConfig)
  }

  get toldBefore(): string[] {
    return (this.config?.input ?? []).flatMap(({ content }) => content.map(({ text }) => text))
  }

  /** What the client gave it to say. */
  get told(): string[] {
    return this.all('session.commentary.append').map(({ content }) => content)
  }

  deny(): void {
    this.#say('error', {
      error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'Pay first.' },
    })
  }

  /** Milliseconds of audio so far. */
  get atMs(): number {
    return this.ear.atMs
  }

  /** The audio of the person in a call. */
  callerAudio(pcm: Uint8Array): void {
    this.#say('session.input_audio.append', { audio: Buffer.from(pcm).toString('base64') }, { bare: true })
    this.#listen(pcm)
  }

  /** The person in a call presses a key. */
  press(event: string): void {
    this.send({ type: 'transport.dtmf.received', event, event_id: this.newId('event') })
  }

  /** The person in a call hangs up. */
  hangUp(): void {
    this.#call!.state = 'ended'
    this.#close('remote_hangup')
  }

  /** Announces a delegation by itself. */
  delegate(id: string): void {
    this.#delegations.add(id)
    const delegation = { id, target: 'client', type: 'delegation' }
    this.#say('session.delegation.created', { delegation, offset_ms: Math.round(this.atMs) })
  }

  /** Sends words of the user, as the transcriber would. */
  transcribe(words: string): void {
    const at = { start_ms: Math.round(this.atMs), end_ms: Math.round(this.atMs) }
    for (const delta of words.split(/(?<= )/)) this.#say('session.input_transcript.delta', { delta, ...at })
  }

  /** Sends any event of the server. */
  tell(event: { type: string }): void {
    this.#say(event.type, event)
  }

  /** Ends the session, as at its limit or after a hang-up. */
  end(reason: 'expired' | 'content' | 'remote_hangup' | 'connection_lost'): void {
    this.#close(reason)
  }

  take(event: ClientEvent): void {
    if (this.#isClosed) return
    const events = this.#call ? known.clientInCall : known.client
    for (const complaint of events.complaintsAbout(event)) this.#refuse(event, complaint)
    if (!this.config && event.type !== 'session.start') this.#refuse(event, 'session.start must come first')
    if (event.type === 'session.start') this.#onStart(event)
    else if (event.type === 'session.update') this.#onUpdate(event)
    else if (event.type === 'session.input_audio.append') this.#onAudio(event)
    else if (event.type === 'session.input_audio.mute' || event.type === 'session.input_audio.unmute')
      this.#onMute(event)
    else if (
      event.type === 'session.instructions.append' ||
      event.type === 'session.thinking.append' ||
      event.type === 'session.commentary.append'
    )
      this.#onAppend(event)
    else if (event.type === 'session.close') {
      if (!this.#options.isStuck) this.#close('close_requested', event.event_id)
    } else this.#refuse(event, `${event.type} is not for sessions with client delegation`)
  }

  #onStart(event: ClientEvent & { type: 'session.start' }): void {
    if (this.config || this.#call) this.#refuse(event, 'the session has started')
    const { input = [], instructions, delegation } = event.session as SessionConfig
    const texts = input.flatMap(({ content }) => content.map(({ text }) => text))
    if (input.length > 128 || tokensOf(texts.join('')) > 8_192) this.#refuse(event, 'the input is too long')
    if (tokensOf(instructions ?? '') > 16_384) this.#refuse(event, 'the instructions are too long')
    if (delegation && delegation.type !== 'client') this.#refuse(event, 'scripts are for client delegation')
    this.#start(event.session as SessionConfig, event.event_id)
  }

  #start(config: SessionConfig, startEventId?: string | null): void {
    this.config = config
    this.ear.format = formatOf(config)
    this.#startedAt = this.#options.clock.now()
    this.#say('session.started', { session: this.#resource, ...clientId(startEventId) })
  }

  #onUpdate(event: ClientEvent & { type: 'session.update' }): void {
    const { delegation } = event.session
    if (delegation && delegation.type !== 'client')
      this.#refuse(event, 'the kind of delegation is fixed for the session')
    if (delegation) this.config = { ...this.config!, delegation: delegation as { type: 'client' } }
    this.#say('session.updated', { session: this.#resource, ...clientId(event.event_id) })
  }

  #onAudio(event: ClientEvent & { type: 'session.input_audio.append' }): void {
    if (this.#call) this.#refuse(event, 'audio is for the primary connection')
    const audio = Buffer.from(event.audio, 'base64')
    if (bytesPerMs(this.ear.format) > 8 && audio.length % 2 === 1) this.#refuse(event, 'half a sample')
    this.#listen(audio)
    const aheadMs = this.atMs - (this.#options.clock.now() - this.#startedAt)
    if (aheadMs > 1_000) this.#refuse(event, `audio is ${Math.round(aheadMs)} ms ahead of real time`)
  }

  #onMute(event: ClientEvent & { type: 'session.input_audio.mute' | 'session.input_audio.unmute' }): void {
    this.#isMuted = event.type === 'session.input_audio.mute'
    this.#say(this.#isMuted ? 'session.input_audio.muted' : 'session.input_audio.unmuted', {
      ...clientId(event.event_id),
    })
  }

  #onAppend(event: Appended): void {
    const { content, delegation_id: delegationId, type, event_id } = event
    if (tokensOf(content) > MAX_TOKENS) this.#refuse(event, `more than ${MAX_TOKENS} tokens`)
    if (delegationId !== null && !this.#delegations.has(delegationId))
      this.#refuse(event, `no delegation ${delegationId}`)
    const acknowledge = () => {
      const at = { start_ms: Math.round(this.atMs), end_ms: Math.round(this.atMs) }
      this.#say(type.replace('append', 'appended'), { ...at, ...clientId(event_id) })
      if (type !== 'session.commentary.append') return
      const actions = this.#options.script({ told: content, delegationId })
      this.#act(actions.length > 0 ? actions : [{ say: content }], delegationId)
    }
    this.#due.push({ atMs: this.atMs + 800, run: acknowledge })
  }

  /** Takes audio of the user: time goes on by its length. */
  #listen(audio: Uint8Array): void {
    const heard = this.#isMuted ? new Uint8Array(audio.length) : audio
    const { started, ended } = this.ear.push(heard)
    if (started) this.#interrupt()
    if (ended !== undefined) this.#endUtterance(ended)
    this.#speak(audio.length)
    const due = this.#due.filter(({ atMs }) => atMs <= this.atMs)
    this.#due = this.#due.filter(({ atMs }) => atMs > this.atMs)
    for (const { run } of due) run()
  }

  #endUtterance(words: string): void {
    const { transcriptAfterMs = 0, script } = this.#options
    this.#due.push({ atMs: this.atMs + transcriptAfterMs, run: () => this.transcribe(`${words} `) })
    this.#act(script({ said: words }), undefined)
  }

  #act(actions: readonly Action[], delegationId: string | null | undefined): void {
    for (const action of actions) {
      if ('say' in action) {
        const sentence = { text: action.say, cut: false, ...(delegationId !== undefined && { delegationId }) }
        this.#queue.push({ sentence, audio: toneOf(action.say, this.ear.format), isTold: false })
      } else if ('delegate' in action) {
        const { delegate, times = 1, afterMs = 300 } = action
        const run = () => {
          for (let at = 0; at < times; at += 1) this.delegate(delegate)
        }
        this.#due.push({ atMs: this.atMs + afterMs, run })
      } else throw new Error('A Live session with client delegation calls no functions.')
    }
  }

  /** The user speaks: what the model says ends, and what it wanted to say is dropped. */
  #interrupt(): void {
    for (const { sentence, isTold } of this.#queue.splice(0)) {
      sentence.cut = true
      if (isTold) continue
      this.spoken.push(sentence)
    }
  }

  /** Sends as much output as input came: speech, or silence. */
  #speak(bytes: number): void {
    const output = Buffer.alloc(bytes, this.ear.format === 'audio/pcmu' ? 0xff : 0)
    const next = this.#queue[0]
    if (next && !this.ear.speaks) {
      output.set(next.audio.subarray(0, bytes))
      next.audio = next.audio.subarray(bytes)
      if (!next.isTold) {
        next.isTold = true
        this.spoken.push(next.sentence)
        const at = { start_ms: Math.round(this.atMs), end_ms: Math.round(this.atMs) }
        for (const delta of next.sentence.text.split(/(?<= )/))
          this.#say('session.output_transcript.delta', { delta, ...at })
      }
      if (next.audio.length === 0) this.#queue.shift()
    }
    const times = { start_ms: Math.round(this.atMs), end_ms: Math.round(this.atMs) }
    const delta = output.toString('base64')
    this.#say('session.output_audio.delta', { delta, ...(this.#call && times) }, { bare: true })
  }

  #close(
    reason: 'close_requested' | 'expired' | 'content' | 'remote_hangup' | 'connection_lost',
    eventId?: string | null,
  ): void {
    this.#isClosed = true
    const usage = { seconds: this.atMs / 1000 }
    this.#say('session.closed', { reason, session: this.#resource, usage, ...clientId(eventId) })
    this.drop(1000)
  }

  get #resource(): SessionResource {
    const { seconds = 7_200 } = this.#options
    const expires_at = Math.floor(this.#startedAt / 1000) + seconds
    return { ...this.config!, id: this.#id, status: 'active', expires_at }
  }

  #refuse(event: ClientEvent, message: string): void {
    this.broken.push(`${event.type}: ${message}`)
    this.#say('error', {
      error: { type: 'invalid_request_error', code: 'invalid_value', message },
      ...clientId(event.event_id),
    })
  }

  /** Sends an event. `bare`: it has no id. */
  #say(type: string, fields: object, { bare = false } = {}): void {
    const event = { ...fields, type, ...(!bare && { event_id: this.newId('event') }) }
    const events = this.#call ? known.serverInCall : known.server
    this.broken.push(...events.complaintsAbout(event).map((complaint) => `the stand-in: ${complaint}`))
    this.send(event)
  }
}

type Appended = ClientEvent & {
  type: 'session.instructions.append' | 'session.thinking.append' | 'session.commentary.append'
}

const clientId = (id: string | null | undefined) => (id ? { client_event_id: id } : {})

/** The format as this code base names it. */
function formatOf({ audio }: SessionConfig): AudioFormat {
  const format = audio?.format
  if (!format) return 24_000
  return format.type === 'audio/pcm' ? format.rate : format.type
}
