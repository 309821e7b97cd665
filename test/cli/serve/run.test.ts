import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { ServeFlags } from '../../../src/cli/serve/plan-agents.js'
import { runServe } from '../../../src/cli/serve/run.js'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const before = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)))

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
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

it('takes the model and its own key from .env', async () => {
  const [home, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'voice-serve-env-'))]
  for (const name of ['LLM_API_KEY', 'LLM_BASE_URL', 'SERVICE_API_KEY']) vi.stubEnv(name, undefined)
  vi.stubEnv('NODE_ENV', 'production')
  writeFileSync(join(folder, '.env'), 'LLM_API_KEY=of-the-file\nSERVICE_API_KEY=own-key\n')
  const flags = { host: '127.0.0.1', port: await freePort(), format: 'text', playground: true }
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementationOnce((text) => {
    printed = String(text)
    throw new Error('enough is printed')
  })
  process.chdir(folder)
  try {
    await expect(runServe([], flags as unknown as ServeFlags)).rejects.toThrow('enough is printed')
  } finally {
    process.chdir(home)
    rmSync(folder, { recursive: true })
  }
  expect(printed).toContain('model     openai/gpt-6-luna')
  expect(printed).not.toContain('demo-api-key')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
