import { spawn } from 'node:child_process'
import type { StockServer } from './stock.js'

/** What a script tells about its conversation. */
export interface Told {
  texts: string[]
  calls: [name: string, input: object][]
  errors: string[]
  [more: string]: unknown
}

const PATIENCE_MS = 80_000

/** Runs a client as a process of its own; it prints what it has to tell as JSON. Fails with its log and with what was said. */
export async function runClient(
  command: string,
  { args, server }: { args: string[]; server?: StockServer },
): Promise<Told> {
  const child = spawn(command, args, { timeout: PATIENCE_MS, killSignal: 'SIGKILL' })
  let out = ''
  let log = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  if (code === 0) return JSON.parse(out) as Told
  const sent = server?.tap.sent.map((event) => JSON.stringify(event).slice(0, 300)) ?? []
  const received = server?.tap.received.map(({ type }) => type) ?? []
  throw new Error(
    `${args[0]} ended with ${String(code)}: ${log.slice(-6_000)}\n${sent.join('\n')}\n${received.join()}`,
  )
}
