import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Where `node scripts/peers.mjs` puts the Python clients. */
const environment = process.env.VOICE_PEERS_DIR ?? join(root, 'build/peers')

/** The Python that knows the clients. */
export const peersPython = join(environment, 'venv/bin/python')

/** Whether the Python clients are not there, or are others than the requirements name. Says what makes them. */
export function missingPeers(): boolean {
  const stamp = join(environment, 'requirements.txt')
  const wanted = readFileSync(join(import.meta.dirname, 'python/requirements.txt'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  const sentence = 'the Python clients are not installed: node scripts/peers.mjs'
  if (process.env.VOICE_TEST_REQUIRE === 'all') throw new Error(sentence)
  console.warn(`skipped: ${sentence}`)
  return true
}
