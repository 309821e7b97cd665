import { createServer } from 'node:net'
import { MOCK_PORT } from '../mock.js'
import { type CheckResult, failed, note, ok } from './check.js'

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

/** A reminder that browsers allow the microphone only on https pages and on localhost. */
export function microphoneHint(): CheckResult {
  return note(
    'microphone',
    'browsers ask for it on https pages and on localhost only',
    'for a phone in the same network: voice serve --tls-self-signed',
  )
}
