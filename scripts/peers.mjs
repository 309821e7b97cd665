// @ts-check
/**
 * Installs the stock clients that the server is tried with and that this package does not depend on: those of Python, pinned in the files of
 * test/peers/python/requirements, each in an environment of its own, and the newest packages of npm, which want a newer Node, with that Node. They go to
 * build/peers, or to VOICE_PEERS_DIR. Quick when they are there. Needs Python 3.11 or newer with venv. With VOICE_TEST_FULL=1 also the large ones.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NPM, PYTHON } from '../test/peers/installed.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = process.env.VOICE_PEERS_DIR ?? join(root, 'build/peers')
const isWanted = ({ isLarge = false }) => !isLarge || Boolean(process.env.VOICE_TEST_FULL)

/** @param {string} command @param {string[]} args @param {string} cwd */
function run(command, args, cwd) {
  console.error(`${command} ${args.join(' ')}`)
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  console.error(`${command} failed${error ? `: ${error.message}` : '; the lines above say why'}.`)
  process.exit(1)
}

/**
 * Makes a folder unless it is there. The stamp is written last, so that half an environment is made again.
 *
 * @param {{ name: string, wanted: string }} what
 * @param {(folder: string) => void} install
 */
function installed({ name, wanted }, install) {
  const folder = join(target, name)
  const stamp = join(folder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  install(folder)
  writeFileSync(stamp, wanted)
}

for (const { name, requirements } of PYTHON.filter(isWanted)) {
  installed({ name, wanted: readFileSync(requirements, 'utf8') }, (folder) => {
    run(process.env.PYTHON ?? 'python3', ['-m', 'venv', folder], target)
    const quiet = ['--quiet', '--disable-pip-version-check']
    run(join(folder, 'bin/python'), ['-m', 'pip', 'install', ...quiet, '-r', requirements], target)
  })
}
for (const { name, packages } of NPM) {
  installed({ name, wanted: packages.join() }, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    run('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error', ...packages], folder)
  })
}
console.error(`The stock clients are in ${target}.`)
