import { silentLogger } from '../../src/ports.js'
import type { ServerEvent } from '../../src/protocol/events.js'
import { decodeFrame } from '../../src/protocol/frames.js'
import type { ApprovalPolicy, ToolSet } from '../../src/server/agent/agent.js'
import type { Budget } from '../../src/server/agent/budget.js'
import type { VoiceModel } from '../../src/server/model/voice-model.js'
import { createRealtimeModel } from '../../src/server/providers/voice-model/realtime.js'
import { RealtimeSession } from '../../src/server/realtime/realtime-session.js'
import { createSilenceDetector } from '../../src/server/speech/turns/silence.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { testAgent } from './agent.js'
import { tone } from './speech.js'
import type { StandInRealtimeOptions, StandInRealtimeSession } from './stand-in-realtime.js'
import { standInRealtime } from './stand-in-realtime.js'
import type { StandInVoiceModel } from './voice-script.js'

const NAME = 'openai/gpt-realtime-2.1:marin'

export interface VoiceSessionOptions extends StandInRealtimeOptions {
  tools?: ToolFunction[]
  toolSet?: ToolSet
  approve?: ApprovalPolicy
  budgets?: Budget[]
}

/** A session with a voice model, on a virtual clock, and the stand-in that it talks to. */
export class VoiceSession {
  readonly clock = new VirtualClock(1_700_000_000_000)
  readonly events: ServerEvent[] = []
  readonly session: RealtimeSession
  readonly server: StandInVoiceModel<StandInRealtimeSession>
  /** Bytes of audio that the client has got. */
  audioBytes = 0
  #ids = 0

  static async start(options: VoiceSessionOptions): Promise<VoiceSession> {
    const server = await standInRealtime(options)
    const { baseUrl } = server
    const voiceModel = createRealtimeModel({
      ...{ name: NAME, model: 'gpt-realtime-2.1', voice: 'marin', baseUrl, apiKey: 'key' },
    })
    return VoiceSession.with({ server, voiceModel }, options)
  }

  /** A session with any voice model, and its stand-in. */
  static async with(
    { server, voiceModel }: { server: StandInVoiceModel<unknown>; voiceModel: VoiceModel },
    options: VoiceSessionOptions,
  ): Promise<VoiceSession> {
    const voice = new VoiceSession({ server, voiceModel }, options)
    await voice.pause(20)
    return voice
  }

  private constructor(
    { server, voiceModel }: { server: StandInVoiceModel<unknown>; voiceModel: VoiceModel },
    options: VoiceSessionOptions,
  ) {
    this.server = server as StandInVoiceModel<StandInRealtimeSession>
    const agent = testAgent({ models: [{ name: 'none', stream: () => undefined as never }], ...options })
    this.session = new RealtimeSession({
      id: 'session-1',
      agent: {
        ...agent,
        user: { timezone: 'Europe/Berlin' },
        speech: { stt: null, tts: null, vad: null, turnDetector: createSilenceDetector(), voiceModel },
        providers: { stt: NAME, llm: NAME, tts: NAME, vad: null, turn_detection: null },
      },
      locked: false,
      budgets: options.budgets ?? [],
      clock: this.clock,
      logger: silentLogger,
      newId: (prefix) => `${prefix}_${++this.#ids}`,
    })
    this.session.view = { voice: true, toolEvents: true, explain: false, reasoning: false }
    this.session.outbox.attach(({ data }) => {
      if (typeof data === 'string') this.events.push(JSON.parse(data) as ServerEvent)
      else this.audioBytes += decodeFrame(data)?.pcm.byteLength ?? 0
    })
  }

  /** Speaks words, and is then silent until the turn ends. */
  async say(words: string): Promise<void> {
    this.server.session.hears(words)
    await this.speak(400)
    await this.pause(700)
  }

  async speak(ms: number): Promise<void> {
    await this.#send(ms, tone(20, 24_000))
  }

  async pause(ms: number): Promise<void> {
    await this.#send(ms, new Uint8Array(960))
  }

  /** Lets everything that was sent arrive, and what it causes. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.events.length; ) {
      before = this.events.length
      await this.server.settled()
      await settle()
    }
  }

  /** What was said in the conversation, one line a message or call. */
  get lines(): string[] {
    return this.session.conversation.history.items.flatMap((item) => {
      if (item.type === 'mcp_call') return [`${item.name}: ${item.error ? 'failed' : 'done'}`]
      if (item.type !== 'message') return []
      const text = item.content
        .map((part) => part.text ?? ('transcript' in part ? part.transcript : ''))
        .join('')
      return [`${item.role}: ${text}`]
    })
  }

  types(): string[] {
    return this.events.map(({ type }) => type)
  }

  async close(): Promise<void> {
    this.session.close()
    await this.server.close()
  }

  async #send(ms: number, frame: Uint8Array): Promise<void> {
    for (let sent = 0; sent < ms; sent += 20) {
      this.session.appendAudio(frame)
      await this.clock.advance(20)
    }
    await this.settled()
  }
}
