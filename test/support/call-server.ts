import { createHmac } from 'node:crypto'
import type { AppOptions } from '../../src/server/app.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { KEY, startServer, type TestServer } from './app.js'
import { tone } from './speech.js'
import { type StandInLiveSession, standInLive } from './stand-in-live.js'
import { type StandInRealtimeSession, standInRealtime } from './stand-in-realtime.js'
import type { StandInVoiceModel, VoiceScript } from './voice-script.js'

export const SECRET = `whsec_${Buffer.from('secret of the webhook').toString('base64')}`
const FRAME_MS = 200

export interface CallServerOptions extends Omit<Partial<AppOptions>, 'agentSession' | 'phone' | 'clock'> {
  kind: 'Realtime' | 'Live'
  script: VoiceScript
  /** What the worker of a Live model does. */
  steps?: ScriptedStep[]
  tools?: ToolFunction[]
}

type Session = StandInRealtimeSession | StandInLiveSession

/** A server whose voice model has calls of its own: telephone calls, and those of browsers. On a virtual clock. */
export class CallServer {
  readonly clock: VirtualClock
  readonly provider: StandInVoiceModel<Session>
  readonly server: TestServer
  readonly kind: CallServerOptions['kind']

  static async start({
    kind,
    script,
    steps = [],
    tools,
    ...options
  }: CallServerOptions): Promise<CallServer> {
    const clock = new VirtualClock(1_700_000_000_000)
    const isLive = kind === 'Live'
    const provider = await (isLive ? standInLive({ script, clock }) : standInRealtime({ script }))
    const model = isLive ? 'gpt-live-1' : 'gpt-realtime-2.1'
    const agent = {
      voiceModel: `openai/${model}`,
      credentials: { voiceModel: { baseUrl: provider.baseUrl, apiKey: 'key' } },
      ...(isLive && { llm: new ScriptedModel(steps) }),
      ...(tools && { tools }),
    }
    const server = await startServer(agent, {
      apiKeyValidator: (key, _app, caller) => key === KEY || caller?.from === '+4930123456',
      ...{ ...options, phone: { carrier: 'openai', credential: SECRET }, clock },
    })
    return new CallServer({ clock, provider, server, kind })
  }

  private constructor(parts: Pick<CallServer, 'clock' | 'provider' | 'server' | 'kind'>) {
    this.clock = parts.clock
    this.provider = parts.provider
    this.server = parts.server
    this.kind = parts.kind
  }

  /** The newest connection to a call. */
  get session(): Session {
    return this.provider.session
  }

  /** A telephone rings at the provider, which tells it with a signed webhook. */
  ring(id: string, { from = '+4930123456', type = this.#incoming, secret = SECRET } = {}): Promise<Response> {
    this.provider.calls.add(id, 'announced')
    return this.webhook({ type, from, id, secret })
  }

  async webhook({
    type,
    from,
    id,
    secret,
  }: Record<'type' | 'from' | 'id' | 'secret', string>): Promise<Response> {
    const sip_headers = [{ name: 'From', value: `"Ann" <sip:${from}@carrier.example>;tag=1` }]
    const ids = type.startsWith('live') ? { session_id: id, type: 'sip' } : { call_id: id }
    const seconds = Math.floor(this.clock.now() / 1000)
    const body = JSON.stringify({ id: 'evt_1', type, created_at: seconds, data: { ...ids, sip_headers } })
    const answer = await fetch(`http://127.0.0.1:${this.server.port}/phone/openai`, {
      ...{ method: 'POST', body, headers: signedHeaders({ body, seconds, secret }) },
    })
    await this.settled()
    return answer
  }

  /** All that the model was told to say, or has said. */
  get said(): string {
    return JSON.stringify(this.provider.sessions.map(({ received, sent }) => [received, sent]))
  }

  /** The person in the call speaks words. */
  async say(words: string): Promise<void> {
    this.session.hears(words)
    await this.#send(Math.max(400, words.length * 20), tone(FRAME_MS, 24_000))
    await this.pause(1_500)
  }

  /** Time passes, and the person in the call is silent. */
  pause(ms: number): Promise<void> {
    return this.#send(ms, new Uint8Array(FRAME_MS * 48))
  }

  /** Time passes until this is so; at most a minute. */
  async until(isSo: () => boolean): Promise<void> {
    for (let at = 0; at < 600 && !isSo(); at += 1) {
      await this.pause(FRAME_MS)
      // What is on its way in the network is not in the time of the test.
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    if (!isSo()) throw new Error('It never came.')
  }

  async settled(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await settle()
      await this.provider.settled()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async close(): Promise<void> {
    await this.server.app.close({ drainMs: 0 })
    await this.server.close()
    await this.provider.close()
  }

  get #incoming(): string {
    return this.kind === 'Live' ? 'live.transport.incoming' : 'realtime.call.incoming'
  }

  async #send(ms: number, frame: Uint8Array): Promise<void> {
    for (let at = 0; at < ms; at += FRAME_MS) {
      const { sessions } = this.provider
      if (sessions.at(-1)?.isOpen) this.session.callerAudio(frame)
      await this.clock.advance(FRAME_MS)
      await this.settled()
    }
  }
}

/** The headers of Standard Webhooks. */
export function signedHeaders({ body, seconds, secret }: { body: string; seconds: number; secret: string }) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`wh_1.${seconds}.${body}`).digest('base64')
  return {
    ...{ 'webhook-id': 'wh_1', 'webhook-timestamp': String(seconds) },
    'webhook-signature': `v1,${signature}`,
  }
}
