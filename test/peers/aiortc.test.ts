import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../src/protocol/events.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer } from '../support/app.js'
import { complaintsAbout } from '../support/event-schemas.js'
import { brokenRules } from '../support/protocol-rules.js'
import { HummingTts, loudVad, ScriptedStt } from '../support/speech.js'
import { missingPeers, peersPython } from './environment.js'
import { pythonVersion, recordPeer } from './record-peer.js'
import { runClient } from './script-client.js'
import { listPets } from './stock.js'

const LONG = Array.from({ length: 12 }, (_, at) => `Pet number ${at + 1} is called Rex.`).join(' ')

describe.skipIf(missingPeers('python'))('aiortc', { timeout: 90_000 }, () => {
  it('types, hears, speaks, interrupts, and is hung up', async () => {
    const script = [[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: LONG }], [{ say: 'Yes?' }]]
    const server = await startServer({
      ...{ llm: new ScriptedModel(script), tools: [listPets()] },
      ...{ stt: new ScriptedStt(['list them', 'stop']), tts: new HummingTts() },
      ...{ vad: loudVad, turnDetection: createSilenceDetector() },
    })
    try {
      const file = join(import.meta.dirname, 'python/aiortc_call.py')
      const told = await runClient(peersPython(), { args: [file, `http://127.0.0.1:${server.port}`, KEY] })
      const events = told.events as ServerEvent[]
      expect(events.flatMap(complaintsAbout)).toEqual([])
      expect(brokenRules(events)).toEqual([])
      expect(told.errors).toEqual([])
      const [first, interrupted = '', last] = told.texts
      expect([first, last]).toEqual(['There is Rex.', 'Yes?'])
      expect(LONG.startsWith(interrupted) && interrupted.length < LONG.length / 2).toBe(true)
      expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['response.mcp_call.completed', 'output_audio_buffer.cleared']),
      )
      expect(told.loud).toBeGreaterThan(60)
      expect(server.app.sessions).toBe(0)
      recordPeer({
        ...{ page: 'stock-clients', client: '`aiortc`, a WebRTC peer', version: pythonVersion('aiortc') },
        tested: 'audio both ways, interruption, hang up; no client function',
      })
    } finally {
      await server.close()
    }
  })
})
