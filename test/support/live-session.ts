import { silentLogger } from '../../src/ports.js'
import type { ServerEvent } from '../../src/protocol/events.js'
import { decodeFrame } from '../../src/protocol/frames.js'
import type { Budget } from '../../src/server/agent/budget.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import { createLiveModel } from '../../src/server/providers/voice-model/live.js'
import { RealtimeSession } from '../../src/server/realtime/realtime-session.js'
import { createSilenceDetector } from '../../src/server/speech/turns/silence.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { testAgent } from './agent.js'
import { tone } from './speech.js'
import { type StandInLive, type StandInLiveOptions, standInLive } from './stand-in-live.js'

const NAME = 'openai/gpt-live-1'

export interface LiveSessionOptions extends Omit<StandInLiveOptions, 'clock'> {
  llm: (clock: VirtualClock) => LanguageModel
  tools?: (clock: VirtualClock) => ToolFunction[]
  budgets?: Budget[]
}

/** A session whose voice is a Live model, on a virtual clock, and the stand-in that it talks to. */
export class LiveSession {
  readonly events: ServerEvent[] = []
  /** Bytes of audio that the client has got. */
  audioBytes = 0
  readonly session: RealtimeSession
  readonly clock: VirtualClock
  readonly server: StandInLive
  #ids = 0

  static async start(options: LiveSessionOptions): Promise<LiveSession> {
    const clock = new VirtualClock(1_700_000_000_000)
    const live = new LiveSession(await standInLive({ ...options, clock }), clock, options)
    live.session.receiveAudio(new Uint8Array(960))
    while (!live.server.sessions[0]?.config) await settle()
    await live.settled()
    return live
  }

  private constructor(
    server: StandInLive,
    clock: VirtualClock,
    { llm, tools, budgets = [] }: LiveSessionOptions,
  ) {
    this.server = server
    this.clock = clock
    const voiceModel = createLiveModel({
      ...{ name: NAME, model: 'gpt-live-1', voice: 'marin', baseUrl: server.baseUrl, apiKey: 'key' },
    })
    const agent = testAgent({ models: [llm(clock)], tools: tools?.(clock) ?? [] })
    this.session = new RealtimeSession({
      id: 'session-1',
      agent: {
        ...agent,
        speech: { stt: null, tts: null, vad: null, turnDetector: createSilenceDetector(), voiceModel },
        providers: { stt: NAME, llm: 'test', tts: NAME, vad: null, turn_detection: null },
      },
      locked: false,
      budgets,
      clock,
      logger: silentLogger,
      newId: (prefix) => `${prefix}_${++this.#ids}`,
    })
    this.session.view = { voice: true, toolEvents: true, explain: false, reasoning: false }
    this.session.outbox.attach(({ data }) => {
      if (typeof data === 'string') this.events.push(JSON.parse(data) as ServerEvent)
      else this.audioBytes += decodeFrame(data)?.pcm.byteLength ?? 0
    })
  }

  /** The user says words, and is then silent. The words are as long as they need. */
  async say(words: string, { thenMs = 1_200 } = {}): Promise<void> {
    this.server.session.hears(words)
    await this.#send(Math.max(300, words.length * 20), tone(100, 24_000))
    await this.silence(thenMs)
  }

  /** Time passes, and the microphone sends silence. */
  async silence(ms: number): Promise<void> {
    await this.#send(ms, new Uint8Array(4_800))
  }

  /** Time passes without a microphone. */
  async wait(ms: number): Promise<void> {
    for (let at = 0; at < ms; at += 100) {
      await this.clock.advance(100)
      await this.settled()
    }
  }

  /** Lets everything that was sent arrive, and what it causes. */
  async settled(): Promise<void> {
    await settle()
    await this.server.settled()
    await settle()
  }

  /** What the model said of the agent's words, as it was told them. */
  get told(): string[] {
    return this.server.sessions.flatMap((session) =>
      session.all('session.commentary.append').map(({ content }) => content),
    )
  }

  /** The messages and calls of the conversation. */
  get lines(): string[] {
    return this.session.conversation.history.forModels.flatMap((item) => {
      if (item.type === 'mcp_call') return [`${item.name}: ${item.error ? 'failed' : 'done'}`]
      if (item.type !== 'message') return []
      const words = item.content.map((part) => ('transcript' in part && part.transcript) || part.text || '')
      return [`${item.role}: ${words.join('')}`]
    })
  }

  async close(): Promise<void> {
    this.session.close()
    await this.server.close()
  }

  async #send(ms: number, frame: Uint8Array): Promise<void> {
    for (let at = 0; at < ms; at += 100) {
      this.session.receiveAudio(frame)
      await this.clock.advance(100)
      await this.settled()
    }
  }
}
