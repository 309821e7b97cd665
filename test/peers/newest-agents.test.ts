import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KEY } from '../support/app.js'
import { missingPeers, newestNode, peersFolder } from './environment.js'
import { npmVersion, recordPeer } from './record-peer.js'
import { runClient } from './script-client.js'
import { deleteOrder, listPets, serveStock, spokenTurn } from './stock.js'

const SCRIPT = [
  [{ say: 'Hello there.' }],
  [{ call: 'list_pets' }],
  [{ say: 'There is Rex.' }],
  [{ call: 'tell_time', input: { zone: 'UTC' }, callId: 'call_time' }],
  [{ say: 'It is noon.' }],
  [{ call: 'delete_order', input: { orderId: 17 } }],
  [{ say: 'It is gone.' }],
  [{ call: 'delete_order', input: { orderId: 18 } }],
  [{ say: 'I left it.' }],
  [{ say: 'There are three pets in the shop today. The others are cats.' }, { waitMs: 60_000 }],
  [{ say: 'Yes?' }],
  [{ say: 'A second answer.' }],
]

describe.skipIf(missingPeers('newest'))(
  'the newest @openai/agents-realtime, on a newer Node',
  { timeout: 90_000 },
  () => {
    it('types, speaks, calls, approves and interrupts', async () => {
      const order = deleteOrder()
      const heard = ['list the pets', 'stop please']
      const server = await serveStock(SCRIPT, { tools: [listPets(), order], heard })
      const folder = mkdtempSync(join(tmpdir(), 'voice-newest-'))
      const sound = join(folder, 'turn.pcm')
      writeFileSync(sound, spokenTurn())
      const script = join(import.meta.dirname, 'newest-agents.mjs')
      const args = [script, `ws://127.0.0.1:${server.port}/ws`, KEY, sound, peersFolder('newest')]
      try {
        const told = await runClient(newestNode, { args, server })
        const answers = ['Hello there.', 'There is Rex.', 'It is noon.', 'It is gone.', 'I left it.', 'Yes?']
        expect(told.texts.filter((text) => answers.includes(text))).toEqual(answers)
        expect(told.texts).not.toContain('A second answer.')
        expect(told).toMatchObject({ calls: [['tell_time', { zone: 'UTC' }]], asked: 2, errors: [] })
        expect(told.interrupted).toBeGreaterThan(0)
        expect(order.calls.map(({ input }) => input)).toEqual([{ orderId: 17 }])
        expect(server.tap.sent.map(({ type }) => type)).toContain('conversation.item.truncate')
      } finally {
        await server.close()
        rmSync(folder, { recursive: true, force: true })
      }
      expect(server.tap.complaints).toEqual([])
      recordPeer({
        ...{ page: 'stock-clients', client: '`@openai/agents-realtime` on Node 24' },
        version: npmVersion('@openai/agents-realtime', peersFolder('newest')),
        tested: 'approvals by event, audio both ways, interruption, truncation',
      })
    })
  },
)
