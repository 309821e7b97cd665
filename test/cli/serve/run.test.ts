import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { ServeFlags } from '../../../src/cli/serve/flags.js'
import { runServe } from '../../../src/cli/serve/run.js'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const before = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)))

afterEach(() => {
  vi.restoreAllMocks()
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (!before.has(listener)) process.removeListener(signal, listener)
})

it('closes the server when an error ends it', async () => {
  const port = await freePort()
  const flags = { host: '127.0.0.1', port, format: 'text', playground: true } as unknown as ServeFlags
  vi.spyOn(process.stdout, 'write').mockImplementationOnce(() => {
    throw new Error('nowhere to print')
  })
  await expect(runServe(['examples/petshop/postman.json'], flags)).rejects.toThrow('nowhere to print')
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
