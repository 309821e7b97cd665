import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The built command; `npm test` builds it first. */
export const BIN = join(import.meta.dirname, '../../dist/cli/main.js')

if (!existsSync(BIN)) throw new Error('dist is missing: run `npm run build`, or the suite with `npm test`')

/** What a finished command left behind. */
export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** How a command is run. */
export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  stdin?: string | Buffer
}

/** The environment of this process without anything that would change what a command does. */
function cleanEnv(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const ours = /^(STT|LLM|TTS|SERVICE|API|VOICE|OPENAI|NODE_ENV|VITEST|CI$)/
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name))
  return { ...Object.fromEntries(kept), ...more }
}

function start(
  command: string,
  args: string[],
  { cwd, env, detached = false }: RunOptions & { detached?: boolean },
): ChildProcess {
  return spawn(command, args, { cwd, env: cleanEnv(env), stdio: 'pipe', detached })
}

/** Runs `voice` with these arguments until it ends. */
export function voice(args: string[], options: RunOptions = {}): Promise<Finished> {
  return runProgram(process.execPath, [BIN, ...args], options)
}

/** Runs any program until it ends. */
export function runProgram(command: string, args: string[], options: RunOptions = {}): Promise<Finished> {
  const child = start(command, args, options)
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  // A command may end before it has read what it was sent.
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.stdin ?? '')
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** A command that keeps running. */
export interface Running {
  /** What matched when it was ready. */
  match: RegExpExecArray
  output(): string
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts `voice` with these arguments; resolves when its output matches, rejects when it ends before. */
export function voiceUntil(ready: RegExp, args: string[], options: RunOptions = {}): Promise<Running> {
  return startProgram(ready, [process.execPath, BIN, ...args], options)
}

/** Starts any program, in a group of its own so that what it starts is stopped with it. */
export function startProgram(
  ready: RegExp,
  [command, ...args]: string[],
  { readyWithinMs = 25_000, ...options }: RunOptions & { readyWithinMs?: number } = {},
): Promise<Running> {
  const child = start(command!, args, { ...options, detached: true })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const match = ready.exec(output)
      if (!match) return
      const stop = () => {
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
        return ended
      }
      resolve({ match, output: () => output, stop })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then((code) =>
      reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)),
    )
  })
}

/** What `chat --message --format json` prints. */
export interface Said {
  text: string
  toolCalls: { name: string; input: Record<string, unknown>; isError: boolean }[]
  approvals: { name: string; input: Record<string, unknown>; approved: boolean }[]
  error?: string
}

/** A running agent with its mock, and a way to talk to it; every message is a conversation of its own. */
export interface RunningAgent extends Running {
  url: string
  mockUrl: string
  say(message: string, ...flags: string[]): Promise<Said & { code: number | null }>
}

/** Starts `serve --mock` on a free port. */
export async function startAgent(
  collection: string,
  { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
): Promise<RunningAgent> {
  const args = ['serve', '--mock', '--host', '127.0.0.1', '--port', '0', collection, ...flags]
  const running = await voiceUntil(/(ws:\/\/\S+)[\s\S]*Try:/, args, { env })
  const url = running.match[1]!
  const mockUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(running.output())?.[0] ?? ''
  return {
    ...running,
    url,
    mockUrl,
    async say(message, ...more) {
      const { code, stdout, stderr } = await voice([
        'chat',
        '--url',
        url,
        '--message',
        message,
        '--format',
        'json',
        ...more,
      ])
      if (!stdout) throw new Error(`chat said nothing (exit ${code}): ${stderr}`)
      return { code, ...(JSON.parse(stdout) as Said) }
    },
  }
}
