import { silentLogger } from '../../src/ports.js'
import type { AgentSpeech } from '../../src/server/agent/agent.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import type { SpeechToText } from '../../src/server/model/speech-to-text.js'
import { createGeminiModel } from '../../src/server/providers/voice-model/gemini.js'
import { createLiveModel } from '../../src/server/providers/voice-model/live.js'
import { createRealtimeModel } from '../../src/server/providers/voice-model/realtime.js'
import { RealtimeSession } from '../../src/server/realtime/realtime-session.js'
import { createSilenceDetector } from '../../src/server/speech/turns/silence.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import { testAgent } from './agent.js'
import { HummingTts, loudVad, tone } from './speech.js'
import { type Shop, shopModel, shopVoice } from './spoken-shop.js'
import { standInGemini } from './stand-in-gemini.js'
import { standInLive } from './stand-in-live.js'
import { standInRealtime } from './stand-in-realtime.js'
import type { VoiceScript } from './voice-script.js'

/** The ways on which a conversation is spoken. */
export const ROADS = ['cascade', 'realtime', 'live', 'gemini'] as const
export type RoadName = (typeof ROADS)[number]

/** What hears and speaks. */
interface Engines {
  speech: Partial<AgentSpeech>
  models: LanguageModel[]
  /** What the user says next. */
  hears: (words: string) => void
  /** Cuts the connection to the provider of a voice model. */
  cut: () => void
  settled: () => Promise<void>
  broken: readonly string[]
  close: () => Promise<void>
}

const none: LanguageModel = { name: 'none', stream: () => undefined as never }
const access = { voice: 'marin', apiKey: 'key' }

const CREATE = { realtime: createRealtimeModel, live: createLiveModel, gemini: createGeminiModel }

/** The services in whose place something stands, with a model that knows the shop or delegates. */
const STAND_INS = {
  realtime: () => standInRealtime({ script: shopVoice() }),
  gemini: () => standInGemini({ script: shopVoice() }),
  live: (clock: VirtualClock) => {
    let tasks = 0
    const script: VoiceScript = (cue) => ('said' in cue ? [{ delegate: `task_${++tasks}` }] : [])
    return standInLive({ clock, script })
  },
}

async function enginesOf(road: RoadName, clock: VirtualClock): Promise<Engines> {
  if (road === 'cascade') {
    const words: string[] = []
    const speech = { stt: earsFor(words), tts: new HummingTts(), vad: loudVad, language: 'en' }
    const nothing = async () => {}
    const hears = (said: string) => void words.push(said)
    return { speech, models: [shopModel()], hears, cut() {}, settled: nothing, broken: [], close: nothing }
  }
  const server = await STAND_INS[road](clock)
  const { baseUrl, broken } = server
  const voiceModel = CREATE[road]({ name: road, model: `${road}-model`, baseUrl, ...access })
  return {
    speech: { voiceModel },
    models: [road === 'live' ? shopModel() : none],
    hears: (said) => server.session.hears(said),
    cut: () => server.session.cut(),
    settled: () => server.settled(),
    broken,
    close: () => server.close(),
  }
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

const FRAME_MS = 200

/** A spoken conversation about a shop, on a virtual clock. */
export class VoiceRoad {
  readonly clock: VirtualClock
  readonly session: RealtimeSession
  readonly #engines: Engines
  readonly #shop: Shop
  #ids = 0

  static async open(road: RoadName, shop: Shop): Promise<VoiceRoad> {
    const clock = new VirtualClock(1_700_000_000_000)
    const made = new VoiceRoad(await enginesOf(road, clock), { clock, shop })
    await made.silence(500)
    return made
  }

  private constructor(engines: Engines, { clock, shop }: { clock: VirtualClock; shop: Shop }) {
    this.clock = clock
    this.#engines = engines
    this.#shop = shop
    const agent = testAgent({ models: engines.models, tools: shop.tools })
    this.session = new RealtimeSession({
      id: 'session-1',
      agent: {
        ...agent,
        speech: { stt: null, tts: null, vad: null, turnDetector: createSilenceDetector(), ...engines.speech },
        providers: { stt: 'test', llm: 'test', tts: 'test', vad: null, turn_detection: null },
      },
      ...{ locked: false, clock, logger: silentLogger, newId: (prefix) => `${prefix}_own${++this.#ids}` },
    })
    this.session.view = { voice: true, toolEvents: true, explain: false, reasoning: false }
    this.session.outbox.attach(() => {})
  }

  get broken(): readonly string[] {
    return this.#engines.broken
  }

  /** The user says words. */
  async say(words: string): Promise<void> {
    this.#engines.hears(words)
    await this.#send(Math.max(400, words.length * 20), tone(FRAME_MS, 24_000))
    await this.silence(900)
  }

  async silence(ms: number): Promise<void> {
    await this.#send(ms, new Uint8Array(FRAME_MS * 48))
  }

  /** The user is silent until this is so; at most 30 seconds. */
  async until(isSo: () => boolean): Promise<boolean> {
    for (let at = 0; at < 150 && !isSo(); at += 1) await this.silence(FRAME_MS)
    return isSo()
  }

  /** The user listens until nothing is said or done any more. */
  async calm(): Promise<void> {
    const { session, clock } = this
    await this.until(() => !session.busy && session.playback.leadMs(clock.now()) === 0)
    await this.silence(1_000)
    await this.until(() => !session.busy && session.playback.leadMs(clock.now()) === 0)
  }

  cut(): void {
    this.#engines.cut()
  }

  /** The text of the open approval requests. */
  get asked(): readonly { id: string }[] {
    return this.session.conversation.openRequests
  }

  click(approve: boolean): void {
    for (const { id } of this.asked) {
      const item = { type: 'mcp_approval_response', approval_request_id: id, approve }
      this.session.receive(JSON.stringify({ type: 'conversation.item.create', item }))
    }
  }

  async close(): Promise<void> {
    this.session.close()
    await this.#engines.close()
  }

  async #send(ms: number, frame: Uint8Array): Promise<void> {
    for (let at = 0; at < ms; at += FRAME_MS) {
      this.session.receiveAudio(frame)
      await this.clock.advance(FRAME_MS)
      await this.#settled()
    }
  }

  /** Lets everything that was sent arrive, at the shop too, and what it causes. */
  async #settled(): Promise<void> {
    await settle()
    await this.#engines.settled()
    while (this.#shop.running > 0) await settle()
    await settle()
    await this.#engines.settled()
  }
}
