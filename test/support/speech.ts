import { type Logger, silentLogger } from '../../src/ports.js'
import type { ServerEvent } from '../../src/protocol/events.js'
import { decodeFrame } from '../../src/protocol/frames.js'
import type { ApprovalPolicy } from '../../src/server/agent/agent.js'
import type { Budget } from '../../src/server/agent/budget.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import { SpeechError } from '../../src/server/model/speech-error.js'
import type { RecognitionListener, SpeechToText } from '../../src/server/model/speech-to-text.js'
import type { TextToSpeech } from '../../src/server/model/text-to-speech.js'
import type { TurnDetector } from '../../src/server/model/turn-detector.js'
import type { Vad } from '../../src/server/model/vad.js'
import { RealtimeSession } from '../../src/server/realtime/realtime-session.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import type { Metrics } from '../../src/server/telemetry/metrics.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { testAgent } from './agent.js'

/** Voice activity detection by loudness. */
export const loudVad: Vad = {
  name: 'test/loud',
  watch: async () => ({
    isSpeech: (frame) => frame.some((sample) => Math.abs(sample) > 1_000),
    reset() {},
    close() {},
  }),
}

/** A recognizer with scripted transcripts, one for each segment of speech of any length. */
export class ScriptedStt implements SpeechToText {
  readonly name = 'test/ears:en'
  readonly streams: boolean
  /** Samples of each stretch. */
  readonly heard: number[] = []
  listener: RecognitionListener | undefined
  readonly #script: (string | SpeechError | Promise<string>)[]

  constructor(script: (string | SpeechError | Promise<string>)[], options: { streams?: boolean } = {}) {
    this.#script = [...script]
    this.streams = options.streams ?? false
  }

  createRecognizer() {
    return {
      begin: (listener: RecognitionListener) => {
        this.listener = listener
        const at = this.heard.push(0) - 1
        let answer: Promise<string> | undefined
        return {
          push: (samples: Int16Array) => {
            this.heard[at]! += samples.length
          },
          transcribe: () => {
            answer ??= this.#next()
            return answer
          },
          end() {},
        }
      },
      close() {},
    }
  }

  async #next(): Promise<string> {
    const next = this.#script.shift() ?? ''
    if (next instanceof SpeechError) throw next
    return next
  }
}

/** Milliseconds of sound for a letter of text. */
export const MS_PER_CHAR = 60

/** A synthesizer that hums at once, as long as the words are. A script can make it fail. */
export class HummingTts implements TextToSpeech {
  readonly name = 'test/voice:hum'
  readonly said: string[] = []
  readonly #failAt: number

  constructor(options: { failAt?: number } = {}) {
    this.#failAt = options.failAt ?? Number.POSITIVE_INFINITY
  }

  async *speak({ text }: { text: string }) {
    this.said.push(text)
    if (this.said.length > this.#failAt)
      throw new SpeechError('rate-limited', { provider: this.name, message: 'HTTP 429' })
    yield { pcm: tone(text.length * MS_PER_CHAR, 24_000), rate: 24_000 }
  }
}

/** A tone that counts as speech. */
export function tone(ms: number, rate: number): Uint8Array {
  const samples = Int16Array.from({ length: Math.round((ms * rate) / 1000) }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * 300 * at) / rate)),
  )
  return new Uint8Array(samples.buffer)
}

/** What a harness is made of. */
export interface HarnessOptions {
  llm: LanguageModel
  stt?: SpeechToText | null
  tts?: TextToSpeech | null
  vad?: Vad
  detector?: TurnDetector
  tools?: ToolFunction[]
  /** @default writes */
  approve?: ApprovalPolicy
  /** @default true: the client speaks `voice.v1` */
  voice?: boolean
  /** @default 'en' */
  language?: string
  clock?: VirtualClock
  budgets?: readonly Budget[]
  /** @default false */
  locked?: boolean
  logger?: Logger
  metrics?: Metrics
}

/** A session with a recognizer and a synthesizer, without a socket, on a virtual clock. */
export class SpeechHarness {
  readonly clock: VirtualClock
  readonly session: RealtimeSession
  readonly events: ServerEvent[] = []
  /** Bytes of sound by the message they belong to. */
  readonly sound = new Map<string, number>()
  #ids = 0
  #speaking = ''

  constructor(options: HarnessOptions) {
    const {
      llm,
      stt = null,
      tts = null,
      tools = [],
      voice = true,
      clock = new VirtualClock(1_000_000),
    } = options
    const turnDetector = options.detector ?? createSilenceDetector()
    const agent = testAgent({ models: [llm], tools, approve: options.approve ?? 'writes' })
    this.clock = clock
    this.session = new RealtimeSession({
      id: 'session-1',
      agent: {
        ...agent,
        speech: {
          ...{ stt, tts, vad: options.vad ?? loudVad, turnDetector },
          language: options.language ?? 'en',
        },
        providers: {
          stt: stt?.name ?? null,
          llm: llm.name,
          tts: tts?.name ?? null,
          vad: 'test/loud',
          turn_detection: turnDetector.name,
        },
      },
      locked: options.locked ?? false,
      ...(options.metrics && { metrics: options.metrics }),
      ...(options.budgets && { budgets: options.budgets }),
      clock,
      logger: options.logger ?? silentLogger,
      newId: (prefix) => `${prefix}_${++this.#ids}`,
    })
    this.session.view = { voice, toolEvents: true, explain: false, reasoning: false }
    this.session.outbox.attach(({ data }) => this.#take(data))
  }

  /** Speaks for a time, at the pace of a person. */
  async speak(ms: number): Promise<void> {
    await this.#pace(ms, tone(20, 24_000))
  }

  /** Is silent for a time, with an open microphone. */
  async pause(ms: number): Promise<void> {
    await this.#pace(ms, new Uint8Array(960))
  }

  /** Sends speech and waits until the turn ends. */
  async say(ms = 600): Promise<void> {
    await this.speak(ms)
    await this.pause(700)
    await settle()
  }

  types(): string[] {
    return this.events.map((event) => event.type)
  }

  all<T extends ServerEvent['type']>(type: T): Extract<ServerEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<ServerEvent, { type: T }> => event.type === type)
  }

  send(event: { type: string; [field: string]: unknown }): void {
    this.session.receive(JSON.stringify(event))
  }

  /** The words of the agent's messages, as the history has them. */
  get history(): string[] {
    return this.session.conversation.history.forModels.flatMap((item) =>
      item.type === 'message' && item.role === 'assistant'
        ? item.content.map((part) => ('transcript' in part ? part.transcript : part.text) ?? '')
        : [],
    )
  }

  async #pace(ms: number, frame: Uint8Array): Promise<void> {
    for (let at = 0; at < ms; at += 20) {
      this.session.receiveAudio(frame)
      await this.clock.advance(20)
    }
  }

  #take(data: string | Uint8Array): void {
    if (typeof data !== 'string') {
      const length = decodeFrame(data)?.pcm.length ?? 0
      this.#addSound(length)
      return
    }
    const event = JSON.parse(data) as ServerEvent
    this.events.push(event)
    if (event.type === 'response.content_part.added') this.#speaking = event.item_id
    if (event.type === 'response.output_audio.delta')
      this.#addSound(Buffer.from(event.delta, 'base64').length)
  }

  #addSound(bytes: number): void {
    this.sound.set(this.#speaking, (this.sound.get(this.#speaking) ?? 0) + bytes)
  }
}
