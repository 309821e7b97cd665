import type {
  ClientEvent,
  Error as LiveError,
  ServerEvent,
  SessionConfig,
  SessionUsage,
} from 'openai/resources/live/live'
import type { ConnectServerEvent } from 'openai/resources/live/sideband/sideband'
import baseInstructions from '../../../../templates/live-instructions.md'
import { estimateTokens } from '../../../toolkit/semantics/tokens.js'
import type { ModelMessage } from '../../model/language-model.js'
import { ModelError } from '../../model/model-error.js'
import type {
  ProviderCall,
  VoiceEvent,
  VoiceFormat,
  VoiceLink,
  VoiceModel,
  VoiceSetup,
} from '../../model/voice-model.js'
import { LiveSpeech } from './live-speech.js'
import { LiveTranscript } from './live-transcript.js'
import {
  bytesPerMs,
  isLasting,
  type LinkOptions,
  ModelSocket,
  modelOf,
  newId,
  toldFailure,
  type VoiceModelOptions,
} from './model-socket.js'
import { HttpCalls } from './provider-calls.js'

/** A session ends after two hours. */
const RENEW_AFTER_MS = 110 * 60_000
/** Maximum tokens of one text to the model. The protocol allows 500; estimates may be 10 % too low. */
const MAX_PIECE_TOKENS = 450
/** What a session starts with: the protocol allows 128 messages of together 8,192 tokens. */
const MAX_INPUT_MESSAGES = 128
const MAX_INPUT_TOKENS = 7_000
/** Audio that waits for the session to start, in milliseconds. Audio must not come faster than real time. */
const MAX_WAITING_MS = 800
/** How long a session that is closed may take to say so. */
const CLOSED_WITHIN_MS = 10_000

/**
 * A voice model of OpenAI Live with client delegation, such as `gpt-live-1`: it hears and speaks at the same time and owns
 * the turns, and leaves the work to this server. The protocol has no turns and says of work only that there is some; both
 * are found here, by the time of the audio that is sent.
 */
export function createLiveModel(model: VoiceModelOptions): VoiceModel {
  const calls = new HttpCalls(model, { path: '/live/sessions', announcedBy: 'live.transport.incoming' })
  return modelOf(model, {
    calls,
    traits: {
      work: 'tasks',
      formats: [24_000, 'audio/pcmu', 'audio/pcma'],
      hasOneFormat: true,
      answersBeside: false,
      needsClock: true,
      renewAfterMs: RENEW_AFTER_MS,
    },
    open: (options) => new LiveLink({ ...options, calls }),
  })
}

class LiveLink implements VoiceLink {
  readonly #model: VoiceModelOptions
  readonly #take: (event: VoiceEvent) => void
  readonly #socket: ModelSocket<AnyEvent, ClientEvent>
  readonly #transcript: LiveTranscript
  readonly #speech: LiveSpeech
  readonly #bytesPerMs: number
  /** The delegation to which the next sentence belongs. */
  #delegationId: string | null = null
  #isClosed = false
  readonly #call: ProviderCall | undefined
  readonly #onSeconds: (seconds: number) => void
  #seconds = 0

  constructor({ calls, ...options }: LinkOptions & { calls: HttpCalls }) {
    const { model, setup, take } = options
    const { call } = setup
    this.#model = model
    this.#call = call
    this.#take = (event) => {
      if (!this.#isClosed) take(event)
    }
    this.#onSeconds = (seconds) => take({ type: 'seconds', seconds })
    this.#bytesPerMs = bytesPerMs(setup.output)
    this.#transcript = new LiveTranscript(this.#take)
    const onSpeech = (event: VoiceEvent) => {
      if (event.type === 'started') this.#transcript.answered()
      this.#take(event)
    }
    this.#speech = new LiveSpeech({ format: setup.output, take: onSpeech })
    const session = sessionOf(model, setup)
    this.#socket = new ModelSocket({
      ...options,
      path: `/live/sessions${call ? `/${encodeURIComponent(call.id)}/attach` : ''}`,
      ...(!call && { first: { type: 'session.start', event_id: newId('start'), session } }),
      before: calls.accept(call, { session: { ...session, type: 'live' } }),
      audioMessage: (base64) => `{"type":"session.input_audio.append","audio":"${base64}"}`,
      maxWaitingMs: MAX_WAITING_MS,
      onMessage: (event) => this.#takeEvent(event),
      onLost: () => this.#transcript.flush(),
      take: this.#take,
    })
    // A session that another program has started has its own instructions, which these are added to.
    if (call?.state === 'open')
      for (const content of piecesOf(session.instructions ?? ''))
        this.#socket.send({ type: 'session.instructions.append', content, delegation_id: null })
  }

  audio(bytes: Uint8Array): void {
    this.#transcript.pass(this.#socket.sendAudio(bytes))
  }

  /** What was typed, or added by the application, is told silently: the agent answers it. */
  tell(role: 'user' | 'system' | 'assistant', text: string): void {
    const from = role === 'user' ? 'The user has typed: ' : ''
    for (const content of piecesOf(`${from}${text}`))
      this.#socket.send({ type: 'session.thinking.append', content, delegation_id: null })
  }

  say(id: string, text: string): void {
    const pieces = piecesOf(text)
    for (const [at, content] of pieces.entries())
      this.#socket.send({
        type: 'session.commentary.append',
        event_id: at === pieces.length - 1 ? id : newId('part'),
        content,
        delegation_id: this.#delegationId,
      })
    this.#speech.expect(id)
  }

  drop(): void {
    this.#speech.forget()
  }

  /** Ends the session, and the connection when the session has confirmed it. */
  close(): void {
    if (this.#isClosed) return
    if (!this.#call) this.#socket.send({ type: 'session.close' })
    this.#isClosed = true
    if (this.#call || !this.#socket.isStarted) this.#socket.close()
    else setTimeout(() => this.#socket.close(), CLOSED_WITHIN_MS).unref()
  }

  #takeEvent(event: AnyEvent): void {
    switch (event.type) {
      case 'session.started':
        this.#socket.start()
        this.#take({ type: 'ready', expiresAt: event.session.expires_at * 1000 })
        break
      case 'session.output_audio.delta':
        this.#speech.audio(Buffer.from(event.delta, 'base64'))
        break
      // The audio of the user in a call. It is the clock of the session.
      case 'session.input_audio.append':
        this.#transcript.pass(base64Bytes(event.audio) / this.#bytesPerMs)
        break
      case 'transport.dtmf.received':
        this.#take({ type: 'key', digit: event.event })
        break
      case 'session.output_transcript.delta':
        this.#speech.text(event.delta)
        break
      case 'session.input_transcript.delta':
        this.#transcript.words(event.delta, event.start_ms)
        break
      case 'session.delegation.created':
        this.#delegationId = event.delegation.id
        this.#transcript.delegate(event.delegation.id, event.offset_ms)
        break
      case 'session.commentary.appended':
        if (event.client_event_id !== undefined) this.#speech.accepted(event.client_event_id)
        break
      case 'session.usage.updated':
        this.#count(event.usage)
        break
      case 'session.closed':
        this.#count(event.usage)
        this.#end(event.reason)
        break
      case 'error':
        this.#fail(event.error, event.client_event_id ?? event.error.client_event_id)
    }
  }

  /** The usage of a session is a total, and the last one comes when it is closed. */
  #count({ seconds }: SessionUsage): void {
    this.#onSeconds(seconds - this.#seconds)
    this.#seconds = seconds
  }

  #end(reason: string): void {
    const message = `the session was closed: ${reason}`
    const retryable = reason === 'expired' || reason === 'connection_lost'
    if (this.#isClosed) this.#socket.close()
    else this.#socket.fail(new ModelError('cut', { model: this.#model.name, message, retryable }))
  }

  /** Errors are about one command; only a session that did not start, or whose account is refused, has ended. */
  #fail(error: LiveError, about: string | undefined): void {
    const failed = toldFailure(this.#model, error)
    if (!this.#socket.isStarted || isLasting(failed)) this.#socket.fail(failed)
    else if (about === undefined || !this.#speech.fail(about, failed))
      this.#take({ type: 'problem', message: failed.message })
  }
}

/** The events of a session, and those of one that another connection has started. */
type AnyEvent = ServerEvent | ConnectServerEvent

const base64Bytes = (text: string) => Math.floor((text.length * 3) / 4)

function sessionOf({ model }: VoiceModelOptions, setup: VoiceSetup): SessionConfig {
  const { rules, language, history, voice } = setup
  const spoken = language ? `The user probably speaks the language "${language}".` : ''
  return {
    model,
    instructions: [baseInstructions.trim(), rules.instructions, spoken].filter(Boolean).join('\n\n'),
    audio: {
      ...(!setup.call && { format: formatOf(setup.output) }),
      ...(voice !== undefined && { output: { voice } }),
    },
    delegation: { type: 'client', acknowledgement_delay_ms: 600 },
    ...(history.length > 0 && { input: inputOf(history) }),
  }
}

function formatOf(format: VoiceFormat) {
  return typeof format === 'number'
    ? ({ type: 'audio/pcm', rate: 24_000 } as const)
    : ({ type: format, rate: 8_000 } as const)
}

/** The newest messages of a conversation that have room in a start, without calls. */
function inputOf(history: readonly ModelMessage[]): NonNullable<SessionConfig['input']> {
  let tokens = 0
  return history
    .flatMap((message) => (message.role === 'tool' || !message.text ? [] : [message]))
    .slice(-MAX_INPUT_MESSAGES)
    .reverse()
    .filter(({ text }) => {
      tokens += estimateTokens(text)
      return tokens <= MAX_INPUT_TOKENS
    })
    .reverse()
    .map(({ role, text }) =>
      role === 'assistant'
        ? { type: 'message', role, content: [{ type: 'output_text', text }] }
        : { type: 'message', role: role === 'user' ? 'user' : 'developer', content: [{ text }] },
    )
}

/** A text in pieces that the protocol takes, cut between words. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const word of text.split(/(?<=\s)/)) {
    if (piece && estimateTokens(piece + word) > MAX_PIECE_TOKENS) {
      pieces.push(piece)
      piece = ''
    }
    piece += word
  }
  return [...pieces, piece].flatMap((one) => one.match(/[\s\S]{1,1200}/gu) ?? [])
}
