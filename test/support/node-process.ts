import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

/** A server in a process of its own. */
export interface NodeProcess {
  port: number
  child: ChildProcess
  /** Its error output. */
  errors(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Builds `test/support/shared-node.ts` from the sources, as plain Node cannot run them. Returns its path. */
export async function buildSharedNode(): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/voice-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `shared-node-${process.pid}.mjs`)
  await build({
    entryPoints: [join(ROOT, 'test/support/shared-node.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    loader: { '.md': 'text', '.txt': 'text' },
    define: { __VERSION__: '"0.0.0"' },
    logLevel: 'error',
  })
  return outfile
}

/** Starts one. */
export async function startNode(program: string, args: string[]): Promise<NodeProcess> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const found = /port (\d+)/.exec(printed)?.[1]
      if (found) resolve(Number(found))
    })
    child.once('exit', (code) => reject(new Error(`the node ended with ${code}: ${errors}`)))
  })
  return {
    port,
    child,
    errors: () => errors,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}
