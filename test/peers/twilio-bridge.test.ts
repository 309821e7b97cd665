import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeAudio, samplesOf } from '../../src/server/speech/audio/audio-format.js'
import { KEY } from '../support/app.js'
import { tone } from '../support/speech.js'
import { missingPeers, newestNode, peersFolder } from './environment.js'
import { runClient } from './script-client.js'
import { serveStock } from './stock.js'

/** Somebody speaks, then there is silence. Mu-law at 8 kHz. */
const turn = Buffer.concat([
  encodeAudio(samplesOf(tone(1_000, 8_000)), 'audio/pcmu'),
  Buffer.alloc(8 * 800, 0xff),
])

describe.skipIf(missingPeers('newest'))(
  'a Twilio bridge of @openai/agents-extensions',
  { timeout: 90_000 },
  () => {
    it('carries a call, and its interruption', async () => {
      const server = await serveStock(
        [
          [{ say: 'There are three pets in the shop today. The others are cats.' }, { waitMs: 60_000 }],
          [{ say: 'Yes?' }],
        ],
        { heard: ['list the pets', 'stop please'] },
      )
      const folder = mkdtempSync(join(tmpdir(), 'voice-bridge-'))
      const sound = join(folder, 'turn.ulaw')
      writeFileSync(sound, turn)
      const script = join(import.meta.dirname, 'twilio-bridge.mjs')
      const args = [script, `ws://127.0.0.1:${server.port}/v1/realtime`, KEY, sound, peersFolder('newest')]
      try {
        const told = await runClient(newestNode, { args, server })
        expect(told).toMatchObject({ errors: [], clears: 1 })
        expect(told.texts).toContain('Yes?')
        expect(told.marks).toBeGreaterThan(1)
        expect(server.tap.sent.map(({ type }) => type)).toContain('conversation.item.truncate')
      } finally {
        await server.close()
        rmSync(folder, { recursive: true, force: true })
      }
      expect(server.tap.complaints).toEqual([])
    })
  },
)
