// @ts-check
/**
 * Every bench of this folder, one after the other, and bench/results.md with what they measured on this machine. Needs `npm run build`.
 * `node bench/all.mjs [--quick] [name...]`; `--quick` runs those that take seconds and prints instead of writing.
 */
import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const RESULTS = fileURLToPath(new URL('results.md', import.meta.url))
const QUICK = ['startup', 'turn']
/** What is here and is no bench. */
const HELPERS = ['all', 'line-callers', 'load-ts', 'stand-ins']
const MAX_MS = 30 * 60 * 1000

/** @typedef {{ name: string, output: string, seconds: number, failed: boolean }} Run */

const flags = process.argv.slice(2)
const asked = flags.filter((flag) => !flag.startsWith('--'))
const isQuick = flags.includes('--quick')

const found = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -'.mjs'.length))
  .filter((name) => !HELPERS.includes(name))
  .sort()
const unknown = asked.filter((name) => !found.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${found.join(', ')}.`)
  process.exit(2)
}
const chosen = asked.length > 0 ? asked : isQuick ? QUICK : found

/** @param {string} name @returns {Promise<Run>} */
function run(name) {
  const began = Date.now()
  const child = spawn(process.execPath, [`${FOLDER}${name}.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const timer = setTimeout(() => child.kill(), MAX_MS)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
    process.stdout.write(text)
  })
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ name, output: output.trim(), seconds: (Date.now() - began) / 1000, failed: code !== 0 })
    })
  })
}

/** The lines that say how a figure stands to its target. @param {Run} run */
function verdicts({ name, output, failed }) {
  const lines = output.split('\n').filter((line) => /\b(met|missed)\b/.test(line))
  const rows = lines.map((line) => {
    const verdict = /\bmissed\b/.test(line) ? '**missed**' : 'met'
    return `| ${name} | ${line.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()} | ${verdict} |`
  })
  if (failed) rows.push(`| ${name} | ended with an error | **failed** |`)
  return rows
}

/** @param {Run[]} runs */
function page(runs) {
  const [first] = cpus()
  return [
    '# Results',
    '',
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`npm run bench\`: ${cpus().length} × ${first?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}, Node ${process.versions.node}.`,
    'Ratios are taken within one run; milliseconds are of this machine. [README.md](README.md) says what each bench measures.',
    '',
    '| bench | measured | target |',
    '|---|---|---|',
    ...runs.flatMap(verdicts),
    ...runs.flatMap(({ name, output, seconds }) => [
      '',
      `## ${name}`,
      '',
      `${seconds.toFixed(0)} s`,
      '',
      '```',
      output,
      '```',
    ]),
    '',
  ].join('\n')
}

const runs = []
for (const name of chosen) {
  console.log(`\n== ${name}`)
  runs.push(await run(name))
}
if (isQuick || asked.length > 0) console.log(`\n${page(runs).split('\n## ')[0]}`)
else writeFileSync(RESULTS, page(runs))
process.exitCode = runs.some(({ failed }) => failed) ? 1 : 0
