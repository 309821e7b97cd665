import { createServer } from 'node:net'
import { MOCK_PORT } from '../create-toolkit.js'

/** `failed`: something does not work; `note`: it is off or missing on purpose. */
export interface CheckResult {
  name: string
  status: 'ok' | 'note' | 'failed'
  message: string
  /** What to do; always present for a failed check. */
  advice?: string
}

export function ok(name: string, message: string): CheckResult {
  return { name, status: 'ok', message }
}

export function note(name: string, message: string, advice?: string): CheckResult {
  return { name, status: 'note', message, advice }
}

export function failed(name: string, message: string, advice: string): CheckResult {
  return { name, status: 'failed', message, advice }
}

/** The latencies of a spoken response that do not depend on the language model, in milliseconds. */
export interface FirstSoundTimes {
  recognizer: string
  voice: string
  wordsMs: number
  /** Milliseconds from the start of the synthesis of a sentence to its first audio. */
  soundMs: number
}

export interface Thinking {
  name: string
  answerMs: number
}

/** Beyond this silence, users speak again. In milliseconds. */
const PATIENT_MS = 4_000

/** The time from question to first sound, by local language model and by `builtin/router`, which counts 0. */
export function checkFirstSound(
  { recognizer, voice, wordsMs, soundMs }: FirstSoundTimes,
  models: readonly Thinking[],
): CheckResult[] {
  return [{ name: 'builtin/router', answerMs: 0 }, ...models].map((model) => {
    const total = wordsMs + model.answerMs + soundMs
    const parts = [
      `${recognizer} ${seconds(wordsMs)}`,
      ...(model.answerMs > 0 ? [`${model.name} ${seconds(model.answerMs)}`] : []),
      `${voice} ${seconds(soundMs)}`,
    ]
    const message = `with ${model.name} the first sound comes ${seconds(total)} s after the end of a question (${parts.join(', ')})`
    return total <= PATIENT_MS
      ? ok('spoken answer', message)
      : note('spoken answer', message, 'people wait about four seconds; smaller models answer sooner')
  })
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

const OLDEST_NODE = 20

export function checkNode(version = process.versions.node): CheckResult {
  const major = Number(version.split('.')[0])
  return major >= OLDEST_NODE
    ? ok('node', `Node ${version}`)
    : failed('node', `Node ${version} is too old`, `install Node ${OLDEST_NODE} or newer`)
}

export async function checkPorts(ports = { serve: 8000, mock: MOCK_PORT }): Promise<CheckResult[]> {
  return Promise.all(Object.entries(ports).map(([command, port]) => checkPort(command, port)))
}

async function checkPort(command: string, port: number): Promise<CheckResult> {
  const name = `port ${port}`
  if (await isFree(port)) return ok(name, `free for voice ${command}`)
  if (await isAgent(port))
    return note(name, 'an agent runs there already', 'stop it, or choose another with --port')
  return note(name, 'in use by another program', `choose another: voice ${command} --port ${port + 1}`)
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

async function isAgent(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(500) })
    return response.ok
  } catch {
    return false
  }
}

export function microphoneHint(): CheckResult {
  return note(
    'microphone',
    'browsers ask for it on https pages and on localhost only',
    'for a phone in the same network: voice serve --tls-self-signed',
  )
}
