// @ts-check
/**
 * Start-up of the command line against starting Node itself, in turn, so that both see the same machine. Needs `npm run build`.
 * `node bench/startup.mjs`
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const ROUNDS = 60
/** How many times the start of Node a command may take. */
const TARGETS = { 'voice --version': 1.2, 'voice --help': 3 }
/** Node reads the certificates of this variable at each start, which takes longer than the rest of its start. */
const ENVIRONMENT = { ...process.env, NODE_EXTRA_CA_CERTS: '' }

/** @type {Record<string, string[]>} */
const COMMANDS = {
  "node -e ''": ['-e', ''],
  'voice --version': [BIN, '--version'],
  'voice --help': [BIN, '--help'],
}

/** @param {string[]} args @returns {number} milliseconds */
function timeOf(args) {
  const start = process.hrtime.bigint()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: ENVIRONMENT })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** @param {number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const names = Object.keys(COMMANDS)
/** @type {Record<string, number[]>} */
const times = Object.fromEntries(names.map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const name of names) times[name]?.push(timeOf(COMMANDS[name] ?? []))
}
const [floorName = ''] = names
const floor = median(times[floorName] ?? [])
console.log(
  `startup: median of ${ROUNDS}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`,
)
for (const name of names) {
  const time = median(times[name] ?? [])
  console.log(`${name.padEnd(16)} ${time.toFixed(1).padStart(6)} ms  ratio ${(time / floor).toFixed(2)}`)
}
for (const [name, target] of Object.entries(TARGETS)) {
  const ratio = median(times[name] ?? []) / floor
  console.log(`target: ${name} at most ${target} times: ${ratio <= target ? 'met' : 'missed'}`)
}
