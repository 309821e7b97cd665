import { vi } from 'vitest'
import { createProgram } from '../../src/cli/program.js'
import type { ServerFacts } from '../../src/cli/serve/server-facts.js'
import { catchOutput } from './in-process.js'

/** `voice serve` inside this process, from the sources. One at a time. */
export interface ServedHere {
  start: ServerFacts
  /** Its error output so far. */
  said(): string
  /** Waits until stderr matches. */
  until(pattern: RegExp): Promise<void>
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>
}

/** Starts `voice serve --format json` on free ports of the loopback. */
export async function serveHere(...flags: string[]): Promise<ServedHere> {
  await import('../../src/cli/serve/run.js')
  const { printed, restore } = catchOutput()
  const args = ['serve', '--host', '127.0.0.1', '--port', '0', '--format', 'json', ...flags]
  const program = await createProgram('0.0.0', 'serve')
  let ended = false
  const end = program.parseAsync(['node', 'voice', ...args]).finally(() => {
    ended = true
    restore()
  })
  const wait = (ready: () => boolean) =>
    vi.waitFor(
      () => {
        if (!ready() && !ended) throw new Error(`not yet: ${printed.stderr}`)
      },
      { timeout: 25_000, interval: 20 },
    )
  await wait(() => printed.stdout.endsWith('}\n'))
  if (ended) throw new Error(`serve ended: ${printed.stderr}`)
  return {
    start: JSON.parse(printed.stdout) as ServerFacts,
    said: () => printed.stderr,
    until: (pattern) => wait(() => pattern.test(printed.stderr)),
    async stop() {
      process.emit('SIGTERM')
      await end
    },
  }
}
