import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How to install what these tests need. */
export const INSTALL_REDIS = 'apt-get install redis-server'

/** A Redis of its own on a free port, which keeps nothing on disk. */
export interface RedisProcess {
  url: string
  port: number
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>
  pause(): void
  goOn(): void
  close(): Promise<void>
}

/** A port on which no program listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts redis-server, with further flags if a test needs them. */
export async function startRedis(more: string[] = []): Promise<RedisProcess> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'voice-redis-'))
  let child = await launch(port, folder, more)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill()
      child = await launch(port, folder, more)
    },
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

async function launch(port: number, folder: string, more: string[]): Promise<ChildProcess> {
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
    ...more,
  ]
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (printed.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${printed}`)))
  })
  return child
}
