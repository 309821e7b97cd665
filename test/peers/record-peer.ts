import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { peersFolder } from './environment.js'

/** A client that a test ran, for the tables of docs. */
export interface Peer {
  /** The page with the table. */
  page: 'stock-clients' | 'mcp'
  /** Its name in the table, in Markdown. */
  client: string
  version: string
  /** What it did, in a few words. */
  tested: string
}

/** Notes a client whose test has passed. `node scripts/peers-table.mjs` writes the tables from the notes. */
export function recordPeer(peer: Peer): void {
  const folder = peersFolder('report')
  mkdirSync(folder, { recursive: true })
  const name = `${peer.page} ${peer.client}`.replaceAll(/[^\w@.-]+/g, '-')
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(peer)}\n`)
}

/** Notes a client when all tests of the `describe` around this have passed. `describePeer` is called then: a skipped peer is not installed. */
export function recordWhenPassed(describePeer: () => Peer): void {
  let hasFailed = false
  afterEach(({ task }) => {
    hasFailed ||= (task.result?.errors ?? []).length > 0
  })
  afterAll(() => {
    if (!hasFailed) recordPeer(describePeer())
  })
}

/** The version of a Python package in an environment. */
export function pythonVersion(name: string, environment = 'python'): string {
  const folder = join(peersFolder(environment), 'lib')
  const packages = join(folder, readdirSync(folder)[0]!, 'site-packages')
  const start = `${name.replaceAll('-', '_')}-`
  const found = readdirSync(packages).find((one) => one.startsWith(start) && one.endsWith('.dist-info'))
  return found!.slice(start.length, -'.dist-info'.length)
}

/** The version of an npm package in a folder, by default this package's own. */
export function npmVersion(name: string, folder = join(import.meta.dirname, '../..')): string {
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
