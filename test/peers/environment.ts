import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NPM, PYTHON } from './installed.mjs'

const root = join(import.meta.dirname, '../..')

/** Where `node scripts/peers.mjs` puts the clients that this package does not depend on. */
const environment = process.env.VOICE_PEERS_DIR ?? join(root, 'build/peers')

/** The folder of an environment. */
export const peersFolder = (name: string) => join(environment, name)

/** The Python of an environment. */
export const peersPython = (name = 'python') => join(environment, name, 'bin/python')

/** The newest Node that npm brings as a package. */
export const newestNode = join(environment, 'newest/node_modules/.bin/node')

/**
 * Whether an environment is missing, or is another than the tests want; says what to do. Where everything is required,
 * only a large one may be missing.
 */
export function missingPeers(name: string): boolean {
  const python = PYTHON.find((one) => one.name === name)
  const npm = NPM.find((one) => one.name === name)
  const wanted = python ? readFileSync(python.requirements, 'utf8') : npm?.packages.join()
  const stamp = join(environment, name, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  const isLarge = python?.isLarge === true
  const command = `${isLarge ? 'VOICE_TEST_FULL=1 ' : ''}node scripts/peers.mjs`
  const sentence = `the stock clients of "${name}": not installed, or not as the tests want them. Run: ${command}`
  const isRequired = process.env.VOICE_TEST_REQUIRE === 'all' && (!isLarge || process.env.VOICE_TEST_FULL)
  if (isRequired) throw new Error(sentence)
  console.warn(`skipped: ${sentence}`)
  return true
}
