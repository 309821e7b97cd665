import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Where `node scripts/peers.mjs` puts the clients that this package does not depend on. */
const environment = process.env.VOICE_PEERS_DIR ?? join(root, 'build/peers')

/** The Python that knows the clients of `python/requirements.txt`. */
export const peersPython = join(environment, 'venv/bin/python')

/** A folder with the newest `@openai/agents-realtime` and a Node that it wants. */
export const newestFolder = join(environment, 'newest')

/** Whether the Python clients are missing, or are others than the requirements name. */
export function missingPython(): boolean {
  const stamp = join(environment, 'requirements.txt')
  const wanted = readFileSync(join(import.meta.dirname, 'python/requirements.txt'), 'utf8')
  return isMissing('the Python clients', existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
}

/** Whether the newest agents package is missing. */
export function missingNewest(): boolean {
  return isMissing('the newest @openai/agents-realtime', existsSync(join(newestFolder, 'installed')))
}

/** Says what to do; where all is to be there, nothing is skipped. */
function isMissing(what: string, isThere: boolean): boolean {
  if (isThere) return false
  const sentence = `${what}: not installed, or not as the tests want it. Run: node scripts/peers.mjs`
  if (process.env.VOICE_TEST_REQUIRE === 'all') throw new Error(sentence)
  console.warn(`skipped: ${sentence}`)
  return true
}
