// @ts-check
/**
 * Writes the tables of stock clients in docs/stock-clients.md and docs/mcp.md from test/peers/recorded.json. With `--record` it first takes what the tests
 * of test/peers have noted in build/peers/report: a client that did not run keeps its line.
 *
 *     VOICE_TEST_FULL=1 npm run test:peers && node scripts/peers-table.mjs --record
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** @typedef {{ page: 'stock-clients' | 'mcp', client: string, version: string, tested: string }} Peer */

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const recorded = join(root, 'test/peers/recorded.json')

const START = '<!-- clients -->\n'

/** @returns {Peer[]} */
export const readRecorded = () => JSON.parse(readFileSync(recorded, 'utf8'))

/**
 * The page with its table in place of the lines between the two marks.
 *
 * @param {string} page @param {readonly Peer[]} peers
 */
export function withTable(page, peers) {
  const rows = peers.map(({ client, version, tested }) => `| ${client} | ${version} | ${tested} |\n`)
  const table = `| client | version | tested |\n|---|---|---|\n${rows.join('')}`
  const start = page.indexOf(START) + START.length
  return page.slice(0, start) + table + page.slice(page.indexOf('<!-- end -->', start))
}

/** @param {readonly Peer[]} peers */
const sorted = (peers) => [...peers].sort((a, b) => (a.page + a.client < b.page + b.client ? -1 : 1))

function record() {
  const folder = join(process.env.VOICE_PEERS_DIR ?? join(root, 'build/peers'), 'report')
  /** @type {Peer[]} */
  const noted = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const known = readRecorded().filter(
    (one) => !noted.some(({ page, client }) => page === one.page && client === one.client),
  )
  writeFileSync(recorded, `${JSON.stringify(sorted([...known, ...noted]), null, 2)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--record')) record()
  for (const name of ['stock-clients', 'mcp']) {
    const path = join(root, 'docs', `${name}.md`)
    const peers = readRecorded().filter(({ page }) => page === name)
    writeFileSync(path, withTable(readFileSync(path, 'utf8'), peers))
  }
}
