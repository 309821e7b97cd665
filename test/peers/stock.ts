import type { AgentSessionOptions } from '../../src/server/agent/agent-session.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { startServer } from '../support/app.js'
import { HummingTts, loudVad, ScriptedStt, tone } from '../support/speech.js'
import { WireTap } from '../support/wire-tap.js'

/** A server for clients that are not ours, with a relay before it that judges every event they get. */
export interface StockServer {
  /** Where clients dial. */
  port: number
  tap: WireTap
  llm: ScriptedModel
  close(): Promise<void>
}

/** What a stock server is made of. */
export interface StockOptions {
  tools?: FakeTool[]
  /** What the recognizer hears, turn by turn; the server then also speaks. */
  heard?: string[]
}

/** Starts a server whose model follows a script. */
export async function serveStock(script: ScriptedStep[], options: StockOptions = {}): Promise<StockServer> {
  const { tools = [], heard } = options
  const llm = new ScriptedModel(script)
  const server = await startServer({ llm, tools, ...(heard && speechOf(heard)) })
  const tap = await WireTap.before(server.port)
  const close = async () => {
    await tap.close()
    await server.close()
  }
  return { port: tap.port, tap, llm, close }
}

function speechOf(heard: string[]): Pick<AgentSessionOptions, 'stt' | 'tts' | 'vad' | 'turnDetection'> {
  return {
    stt: new ScriptedStt(heard),
    tts: new HummingTts(),
    vad: loudVad,
    turnDetection: createSilenceDetector(),
  }
}

/** A tool of the server that reads. */
export const listPets = () => new FakeTool({ name: 'list_pets', answer: [{ id: 1, name: 'Rex' }] })

/** A tool of the server that waits for a yes. */
export const deleteOrder = () =>
  new FakeTool({ name: 'delete_order', effect: 'destroy', answer: { deleted: true } })

/** A turn as a microphone sends it: speech, then by default so much silence that the next speech is a turn of its own. 24 kHz PCM16. */
export function spokenTurn(ms = 600, silenceMs = 1_700): Buffer {
  return Buffer.concat([tone(ms, 24_000), Buffer.alloc(48 * silenceMs)])
}

/** Somebody speaks, and does not stop. */
export function speech(ms = 600): Buffer {
  return Buffer.from(tone(ms, 24_000))
}
