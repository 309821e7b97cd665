import type { WebSocket } from 'ws'
import type { Clock } from '../../src/ports.js'
import {
  type AudioFormat,
  bytesPerMs,
  decodeG711,
  encodeAudio,
  rateOf,
  samplesOf,
} from '../../src/server/speech/audio/audio-format.js'
import { type ScriptedAct, ScriptedModel } from '../../src/testing/scripted-model.js'
import { settle } from '../../src/testing/virtual-clock.js'
import { MS_PER_CHAR, tone } from './speech.js'
import { StandInCalls } from './stand-in-calls.js'
import { type SpeechRequestSeen, standInSpeech } from './stand-in-speech.js'

/** What a scripted voice model gets: words of the user, a text that it was told, or the outputs of its calls. */
export type Cue =
  | { said: string }
  | { told: string; delegationId?: string | null }
  | { outputs: { name: string; output: string }[]; said?: string }

/** What a scripted voice model does. */
export type Action = Saying | Calling | Delegating

/** A sentence. A held one goes on until the user interrupts it, or until `finish()` (Realtime). */
export interface Saying {
  say: string
  held?: boolean
}

/** A function call (Realtime). */
export interface Calling {
  call: string
  arguments?: object
  id?: string
}

/** A delegation (Live), announced this many times under its id, and this long after the end of the utterance. */
export interface Delegating {
  delegate: string
  times?: number
  afterMs?: number
}

/** What a voice model does at a cue. */
export type VoiceScript = (cue: Cue) => readonly Action[]

/** A language model that does what the script says: the worker of a voice model that delegates. */
export function workerOf(script: VoiceScript, clock: Clock): ScriptedModel {
  const known = new Map<string, string>()
  const act = (cue: Cue) =>
    script(cue).flatMap((action): ScriptedAct[] => {
      if ('delegate' in action) return []
      return 'say' in action ? [{ say: action.say }] : [{ call: action.call, input: action.arguments ?? {} }]
    })
  return new ScriptedModel(
    ({ history }) => {
      const results = history.flatMap((message) => (message.role === 'tool' ? [message] : []))
      const outputs = results.filter(({ callId, output }) => known.get(callId) !== output)
      for (const { callId, output } of outputs) known.set(callId, output)
      const answered = history.findLastIndex(({ role }) => role === 'assistant')
      const words = history.slice(answered + 1).flatMap((one) => (one.role === 'user' ? [one.text] : []))
      const said = words.join(' ')
      return act(outputs.length > 0 ? { outputs, ...(said && { said }) } : { said })
    },
    { clock },
  )
}

/**
 * Finds utterances in audio by its loudness. The words are not in the audio: the test gives them, for one utterance after the other.
 */
export class ScriptedEar {
  /** The words of the next utterances. */
  readonly words: string[] = []
  /** Milliseconds of audio so far. */
  atMs = 0
  silenceMs: number
  format: AudioFormat = 24_000
  #quietMs = 0
  #speaks = false

  constructor(silenceMs: number) {
    this.silenceMs = silenceMs
  }

  /** Takes audio. Returns whether an utterance started or ended in it, and the words of one that ended. */
  push(audio: Uint8Array): { started?: true; ended?: string } {
    const { format } = this
    const ms = audio.byteLength / bytesPerMs(format)
    this.atMs += ms
    const samples = typeof format === 'number' ? samplesOf(audio) : decodeG711(audio, format)
    if (samples.some((sample) => Math.abs(sample) > 1_000)) {
      this.#quietMs = 0
      if (this.#speaks) return {}
      this.#speaks = true
      return { started: true }
    }
    this.#quietMs += ms
    if (!this.#speaks || this.#quietMs < this.silenceMs) return {}
    this.#speaks = false
    return { ended: this.words.shift() ?? '' }
  }

  get speaks(): boolean {
    return this.#speaks
  }
}

/** The audio of a sentence: a tone, as long as the words are. */
export function toneOf(text: string, format: AudioFormat = 24_000): Uint8Array {
  return encodeAudio(samplesOf(tone(text.length * MS_PER_CHAR, rateOf(format))), format)
}

/** One WebSocket of a stand-in for a voice model. */
export abstract class StandInSession<T extends object> {
  readonly received: T[] = []
  /** The words of the model that the service sent. */
  readonly sent: object[] = []
  /** The rules that the client or the stand-in broke. */
  readonly broken: string[]
  readonly ear: ScriptedEar
  readonly #socket: WebSocket
  traffic = 0
  #ids = 0

  /** `silenceMs`: after this silence, an utterance has ended. */
  constructor(socket: WebSocket, { broken, silenceMs }: { broken: string[]; silenceMs: number }) {
    this.#socket = socket
    this.ear = new ScriptedEar(silenceMs)
    this.broken = broken
    socket.on('message', (data) => {
      this.traffic += 1
      const event = JSON.parse(String(data)) as T
      this.received.push(event)
      this.take(event)
    })
  }

  abstract take(event: T): void

  /** The conversation so far, as the client told it when it connected. */
  abstract get toldBefore(): string[]

  /** The account of the client has no credit any more. */
  abstract deny(): void

  /** What the user says next. The test then sends speech. */
  hears(words: string): void {
    this.ear.words.push(words)
  }

  /** All events of a type that the client sent. */
  all<K extends string>(type: K): Extract<T, { type: K }>[] {
    return this.received.filter(
      (event): event is Extract<T, { type: K }> => 'type' in event && event.type === type,
    )
  }

  /** Sends an event, with an id of its own. */
  send(event: object): void {
    this.traffic += 1
    if (/output.*transcript/.test((event as { type?: string }).type ?? '')) this.sent.push(event)
    this.#socket.send(JSON.stringify(event))
  }

  newId(prefix: string): string {
    this.#ids += 1
    return `${prefix}_${this.#ids}`
  }

  /** Closes the connection from this side. */
  drop(code = 1011, reason = ''): void {
    this.#socket.close(code, reason)
  }

  /** Cuts the connection. */
  cut(): void {
    this.#socket.terminate()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Resolves when each side has what the other one sent. */
  async reached(): Promise<void> {
    if (!this.isOpen) return
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#socket.off('pong', end).off('close', end)
        resolve()
      }
      this.#socket.once('pong', end).once('close', end)
      this.#socket.ping()
    })
  }
}

/** A session, whatever events it takes. */
export type AnySession = Omit<StandInSession<object>, 'take' | 'received' | 'all'>

/** A server that stands in for a service with voice models. */
export interface StandInVoiceModel<S> {
  /** Up to `/v1`. */
  baseUrl: string
  sessions: S[]
  /** The rules that were broken, in all sessions. Empty if all is well. */
  broken: string[]
  requests: SpeechRequestSeen[]
  /** The calls of the service. */
  calls: StandInCalls
  /** The newest session. */
  readonly session: S
  /** Resolves when nothing is on its way any more. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Starts a stand-in. `open` makes the session of a WebSocket; `undefined` refuses it. */
export async function standInVoiceModel<S extends AnySession>(options: {
  open: (socket: WebSocket, url: URL, service: { broken: string[]; calls: StandInCalls }) => S | undefined
  /** Where requests about calls go, such as `/v1/realtime/calls`. @default nowhere */
  callPath?: string
}): Promise<StandInVoiceModel<S>> {
  const sessions: S[] = []
  const broken: string[] = []
  const calls = new StandInCalls(options.callPath ?? '/none', broken)
  const server = await standInSpeech({
    answer: (request, response) => calls.answer(request, response),
    onSocket: (socket, request) => {
      const session = options.open(socket, new URL(request.url ?? '', 'http://127.0.0.1'), { broken, calls })
      if (session) sessions.push(session)
      else socket.close(1008, 'no such path')
    },
  })
  const traffic = () => sessions.reduce((sum, session) => sum + session.traffic, 0)
  return {
    ...server,
    sessions,
    broken,
    calls,
    get session() {
      const last = sessions.at(-1)
      if (!last) throw new Error('nobody has connected')
      return last
    },
    async settled() {
      for (let before = -1; before !== traffic(); ) {
        before = traffic()
        await Promise.all(sessions.map((session) => session.reached()))
        await settle()
      }
    },
  }
}
