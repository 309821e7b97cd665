import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KEY } from '../support/app.js'
import { missingPeers, newestNode, peersFolder } from './environment.js'
import { npmVersion, recordPeer } from './record-peer.js'
import { runClient } from './script-client.js'
import { deleteOrder, listPets, serveStock } from './stock.js'
import { scriptWith, TYPED, WORDS } from './typed-turns.js'

describe.skipIf(missingPeers('newest'))(
  'ai with @ai-sdk/openai, on a newer Node',
  { timeout: 90_000 },
  () => {
    it('text, a tool of the server, a function of its own, an approval', async () => {
      const server = await serveStock(scriptWith('tell_time'), { tools: [listPets(), deleteOrder()] })
      const folder = peersFolder('newest')
      const script = join(import.meta.dirname, 'ai-sdk-realtime.mjs')
      const url = `ws://127.0.0.1:${server.port}/v1/realtime`
      try {
        const told = await runClient(newestNode, {
          args: [script, url, KEY, folder, JSON.stringify(WORDS)],
          server,
        })
        expect(told).toEqual({ texts: TYPED, calls: [['tell_time', { zone: 'UTC' }]], errors: [] })
      } finally {
        await server.close()
      }
      expect(server.tap.complaints).toEqual([])
      const version = `${npmVersion('ai', folder)}, ${npmVersion('@ai-sdk/openai', folder)}`
      const client = '`ai` with `@ai-sdk/openai`, Realtime session on Node 24'
      recordPeer({ page: 'stock-clients', client, version, tested: 'approvals by words' })
    })
  },
)
