// @ts-check
/**
 * What a new user does first, as a proof: `npm start` in a fresh clone, then one question to the agent over its WebSocket.
 * Usage: node scripts/first-light.mjs CLONE. Exits 0 when the answer came from the mock API through a tool call.
 */
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

const clone = process.argv[2]
if (!clone) throw new Error('usage: node scripts/first-light.mjs CLONE')
/** It installs and builds first. */
const START_LIMIT_MS = 600_000

/** Starts the server; resolves when it has printed its WebSocket address. */
function start() {
  const child = spawn('npm', ['start'], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ready = new Promise((resolve, reject) => {
    let output = ''
    const limit = setTimeout(() => reject(new Error('npm start was not ready in time')), START_LIMIT_MS)
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      output += chunk
      process.stdout.write(chunk)
      if (/ws:\/\/\S+/.test(output)) resolve(clearTimeout(limit))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(limit)
      reject(new Error(`npm start ended with code ${code}`))
    })
  })
  return { child, ready }
}

/** Asks the question of the README and returns the JSON that `chat` prints. */
async function ask() {
  const question = ['--message', 'list the pets that are available', '--format', 'json']
  const address = ['--url', 'ws://127.0.0.1:8000/ws', '--api-key', 'demo-api-key']
  const { stdout } = await promisify(execFile)(
    'node',
    ['dist/cli/main.js', 'chat', ...address, ...question],
    { cwd: clone },
  )
  return JSON.parse(stdout)
}

const { child, ready } = start()
try {
  await ready
  const answer = await ask()
  console.log(JSON.stringify(answer))
  const call = answer.toolCalls?.[0]
  if (call?.name !== 'list_pets' || call.isError || !answer.text)
    throw new Error('the answer did not come through list_pets')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  if (child.pid) process.kill(-child.pid, 'SIGTERM')
}
