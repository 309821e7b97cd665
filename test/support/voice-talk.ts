import { silentLogger } from '../../src/ports.js'
import type { ServerEvent } from '../../src/protocol/events.js'
import { decodeFrame } from '../../src/protocol/frames.js'
import type { AgentSpeech, ApprovalPolicy, ToolSet } from '../../src/server/agent/agent.js'
import type { Budget } from '../../src/server/agent/budget.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import type { SpeechToText } from '../../src/server/model/speech-to-text.js'
import { resolveVoiceModel } from '../../src/server/providers/voice-model/registry.js'
import { RealtimeSession } from '../../src/server/realtime/realtime-session.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { testAgent } from './agent.js'
import { HummingTts, loudVad, tone } from './speech.js'
import { type StandInGeminiSession, standInGemini } from './stand-in-gemini.js'
import { type StandInLiveOptions, type StandInLiveSession, standInLive } from './stand-in-live.js'
import {
  type StandInRealtimeOptions,
  type StandInRealtimeSession,
  standInRealtime,
} from './stand-in-realtime.js'
import { type AnySession, type StandInVoiceModel, type VoiceScript, workerOf } from './voice-script.js'

/** The sessions of the stand-ins, by the protocols of voice models. */
interface Sessions {
  realtime: StandInRealtimeSession
  live: StandInLiveSession
  gemini: StandInGeminiSession
}

export type Dialect = keyof Sessions
export const DIALECTS: readonly Dialect[] = ['realtime', 'live', 'gemini']

/** A voice model, or recognizer, language model and voice. */
export type Road = Dialect | 'cascade'
export const ROADS: readonly Road[] = ['cascade', ...DIALECTS]

const MODELS = {
  realtime: 'openai/gpt-realtime-2.1:marin',
  live: 'openai/gpt-live-1:marin',
  gemini: 'google/gemini-3.8-live:Kore',
}

type StandInOptions = Partial<Pick<StandInRealtimeOptions, 'transcripts'>> &
  Partial<Omit<StandInLiveOptions, 'script' | 'clock'>>

export interface VoiceTalkOptions extends StandInOptions {
  /** What the model does, or the worker of one that delegates. */
  script: VoiceScript
  /** What a voice model that delegates does. @default it delegates each utterance */
  voice?: VoiceScript
  /** In place of the script. */
  llm?: (clock: VirtualClock) => LanguageModel
  tools?: readonly ToolFunction[] | ((clock: VirtualClock) => readonly ToolFunction[])
  toolSet?: ToolSet
  approve?: ApprovalPolicy
  budgets?: Budget[]
  /** Whether much time passes: the audio then comes in large pieces. */
  isLong?: boolean
}

/** Delegates each utterance, under a new id. */
export function delegating(how: { times?: number; afterMs?: number } = {}): VoiceScript {
  let count = 0
  return (cue) => ('said' in cue ? [{ delegate: `deleg_${++count}`, ...how }] : [])
}

const none: LanguageModel = { name: 'none', stream: () => undefined as never }

/** What hears and speaks. */
interface Engines {
  speech: Partial<AgentSpeech>
  hears: (words: string) => void
  server?: StandInVoiceModel<AnySession>
}

async function enginesOf(road: Road, clock: VirtualClock, options: VoiceTalkOptions): Promise<Engines> {
  if (road === 'cascade') {
    const words: string[] = []
    const speech = { stt: earsFor(words), tts: new HummingTts(), vad: loudVad, language: 'en' }
    return { speech, hears: (said) => void words.push(said) }
  }
  const server = await serve(road, clock, options)
  const credentials = { voiceModel: { baseUrl: server.baseUrl, apiKey: 'key' } }
  const voiceModel = resolveVoiceModel(MODELS[road], credentials)
  return { speech: { voiceModel }, server, hears: (said) => server.session.hears(said) }
}

function serve(
  dialect: Dialect,
  clock: VirtualClock,
  options: VoiceTalkOptions,
): Promise<StandInVoiceModel<AnySession>> {
  if (dialect === 'realtime') return standInRealtime(options)
  if (dialect === 'gemini') return standInGemini(options)
  return standInLive({ ...options, script: options.voice ?? delegating(), clock })
}

/** A recognizer that hears these words, one utterance after the other. */
const earsFor = (words: string[]): SpeechToText => ({
  name: 'test/ears:en',
  streams: false,
  createRecognizer: () => ({
    begin: () => {
      let heard: string | undefined
      return {
        push() {},
        transcribe: async () => {
          heard ??= words.shift() ?? ''
          return heard
        },
        end() {},
      }
    },
    close() {},
  }),
})

/** A spoken conversation, on a virtual clock, and the stand-in for the voice model. */
export class VoiceTalk<R extends Road = Road> {
  readonly clock: VirtualClock
  readonly events: ServerEvent[] = []
  readonly session: RealtimeSession
  /** Bytes of audio that the client has got. */
  audioBytes = 0
  /** Lets everything outside arrive. */
  outside: () => Promise<void> = async () => {}
  readonly #engines: Engines
  readonly #frameMs: number
  #ids = 0

  static async start<R extends Road>(road: R, options: VoiceTalkOptions): Promise<VoiceTalk<R>> {
    const clock = new VirtualClock(1_700_000_000_000)
    const engines = await enginesOf(road, clock, options)
    const talk = new VoiceTalk<R>(road, { clock, engines, options })
    await talk.#send(talk.#frameMs, false)
    await talk.#connected(1)
    return talk
  }

  private constructor(
    road: R,
    { clock, engines, options }: { clock: VirtualClock; engines: Engines; options: VoiceTalkOptions },
  ) {
    const { script, llm, tools = [], budgets = [], isLong = false } = options
    this.clock = clock
    this.#engines = engines
    this.#frameMs = isLong ? 200 : 100
    const worker = () => llm?.(clock) ?? workerOf(script, clock)
    const agent = testAgent({
      ...options,
      models: [road === 'realtime' || road === 'gemini' ? none : worker()],
      tools: [...(typeof tools === 'function' ? tools(clock) : tools)],
    })
    this.session = new RealtimeSession({
      id: 'session-1',
      agent: {
        ...agent,
        user: { timezone: 'Europe/Berlin' },
        speech: { stt: null, tts: null, vad: null, turnDetector: createSilenceDetector(), ...engines.speech },
        providers: { stt: road, llm: road, tts: road, vad: null, turn_detection: null },
      },
      ...{ locked: false, budgets, clock, logger: silentLogger },
      newId: (prefix) => `${prefix}_own${++this.#ids}`,
    })
    this.session.view = { voice: true, toolEvents: true, explain: false, reasoning: false }
    this.session.outbox.attach(({ data }) => {
      if (typeof data === 'string') this.events.push(JSON.parse(data) as ServerEvent)
      else this.audioBytes += decodeFrame(data)?.pcm.byteLength ?? 0
    })
  }

  get server(): R extends Dialect ? StandInVoiceModel<Sessions[R]> : never {
    return this.#engines.server as never
  }

  get broken(): readonly string[] {
    return this.#engines.server?.broken ?? []
  }

  /** The user says words, and is then silent. The words are as long as they need. */
  async say(words: string, { thenMs = 1_200 } = {}): Promise<void> {
    this.#engines.hears(words)
    await this.#send(Math.max(400, words.length * 20), true)
    await this.silence(thenMs)
  }

  /** Time passes, and the microphone sends silence. */
  async silence(ms: number): Promise<void> {
    await this.#send(ms, false)
  }

  /** Time passes without a microphone. */
  async wait(ms: number): Promise<void> {
    for (let at = 0; at < ms; at += this.#frameMs) {
      await this.clock.advance(this.#frameMs)
      await this.settled()
    }
  }

  /** The user is silent until this is so; at most 30 seconds. */
  async until(isSo: () => boolean): Promise<boolean> {
    for (let at = 0; at < 30_000 && !isSo(); at += this.#frameMs) await this.silence(this.#frameMs)
    return isSo()
  }

  /** The user listens until nothing is said or done any more. */
  async calm(): Promise<void> {
    const { session, clock } = this
    const isCalm = () => !session.busy && session.playback.leadMs(clock.now()) === 0
    await this.until(isCalm)
    await this.silence(1_000)
    await this.until(isCalm)
  }

  /** The user types. */
  async type(text: string): Promise<void> {
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
    this.send({ type: 'conversation.item.create', item })
    this.send({ type: 'response.create' })
    await this.settled()
  }

  send(event: object): void {
    this.session.receive(JSON.stringify(event))
  }

  /** The open approval requests. */
  get asked(): readonly { id: string }[] {
    return this.session.conversation.openRequests
  }

  click(approve: boolean): void {
    for (const { id } of this.asked) {
      const item = { type: 'mcp_approval_response', approval_request_id: id, approve }
      this.send({ type: 'conversation.item.create', item })
    }
  }

  /** The connection to the provider is lost, and there is another one a second later. */
  async cut(): Promise<void> {
    const { server } = this.#engines
    const count = server?.sessions.length ?? 0
    server?.session.cut()
    await this.silence(1_000)
    await this.#connected(count + 1)
  }

  /** Lets everything that was sent arrive, and what it causes. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.events.length; ) {
      before = this.events.length
      await settle()
      await this.#engines.server?.settled()
      await this.outside()
      await settle()
    }
  }

  /** What language models see of the conversation, one line a message or call. */
  get lines(): string[] {
    return this.session.conversation.history.forModels.flatMap((item) => {
      if (item.type === 'mcp_call') return [`${item.name}: ${item.error ? 'failed' : 'done'}`]
      if (item.type !== 'message') return []
      const words = item.content.map((part) => ('transcript' in part && part.transcript) || part.text || '')
      return [`${item.role}: ${words.join('')}`]
    })
  }

  types(): string[] {
    return this.events.map(({ type }) => type)
  }

  async close(): Promise<void> {
    this.session.close()
    await this.#engines.server?.close()
  }

  /** Waits until the session has so many connections to its voice model. */
  async #connected(count: number): Promise<void> {
    while (this.#engines.server && this.#engines.server.sessions.length < count) await settle()
    await this.settled()
  }

  async #send(ms: number, isLoud: boolean): Promise<void> {
    const frame = isLoud ? tone(this.#frameMs, 24_000) : new Uint8Array(this.#frameMs * 48)
    for (let at = 0; at < ms; at += this.#frameMs) {
      this.session.receiveAudio(frame)
      await this.clock.advance(this.#frameMs)
      await this.settled()
    }
  }
}
