// @ts-check
/**
 * Makes a checkout ready to run: installs when `node_modules` is missing or older than the lock file, builds when `dist` is missing
 * or older than what it is built from. Quiet and quick when nothing is to be done. Needs nothing but Node and npm.
 * Usage: node scripts/ready.mjs [--types]. Without `--types` it installs and builds what runs: the packages of tests and checks, which
 * the workspace `test` lists, are most of an install, and the type declarations are most of a build.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = ['src', 'schemas', 'templates', 'scripts', 'package.json', 'tsup.config.ts', 'tsconfig.json']
/** npm writes it at the end of every install, so its time is the time of the last one. */
const INSTALLED = 'node_modules/.package-lock.json'
/** npm writes it when it installs the packages of tests and checks. */
const WITH_TESTS = 'node_modules/voice-test'
const withTypes = process.argv.includes('--types')
/** The build writes declarations last. */
const BUILT = withTypes ? 'dist/index.d.ts' : 'dist/cli/main.js'
const OLDEST_NODE = 20

/** @param {string} path @returns {number} the time of the last change, 0 when there is no such file */
function timeOf(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** @param {string} path @returns {number} the time of the last change of a file, or of anything in a folder */
function newestIn(path) {
  const own = timeOf(path)
  if (own === 0 || !statSync(join(root, path)).isDirectory()) return own
  return Math.max(own, ...readdirSync(join(root, path)).map((name) => newestIn(`${path}/${name}`)))
}

/** @param {string} title @param {string[]} args */
function npm(title, args) {
  console.error(`${title} (npm ${args.join(' ')})`)
  const windows = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: windows,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return
  console.error(`${stdout}${stderr}\nnpm ${args.join(' ')} failed; the lines above say why.`)
  process.exit(1)
}

const major = Number(process.versions.node.split('.')[0])
if (major < OLDEST_NODE) {
  console.error(`Node ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}.`)
  process.exit(2)
}
const hasTests = timeOf(WITH_TESTS) > 0
const isMissing = withTypes && !hasTests
if (isMissing || timeOf(INSTALLED) < timeOf('package-lock.json'))
  npm('Installing', [
    'ci',
    ...(withTypes || hasTests ? [] : ['--workspaces=false']),
    '--no-audit',
    '--no-fund',
  ])
if (timeOf(BUILT) < Math.max(...SOURCES.map(newestIn)))
  npm('Building', ['run', withTypes ? 'build' : 'build:programs'])
