// @ts-check
/**
 * Installs the stock clients that the server is tried with and that this package does not depend on: those of Python, pinned in
 * test/peers/python/requirements.txt, and the newest `@openai/agents-realtime`, which wants a newer Node, with that Node. They go to build/peers, or
 * to VOICE_PEERS_DIR. Quick when they are there. Needs Python 3.11 or newer with venv.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = process.env.VOICE_PEERS_DIR ?? join(root, 'build/peers')
const requirements = join(root, 'test/peers/python/requirements.txt')

/** @param {string} command @param {string[]} args @param {string} [cwd] */
function run(command, args, cwd = target) {
  console.error(`${command} ${args.join(' ')}`)
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  console.error(`${command} failed${error ? `: ${error.message}` : '; the lines above say why'}.`)
  process.exit(1)
}

/** The stamp is written last, so that half an environment is made again. */
function installPython() {
  const stamp = join(target, 'requirements.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(requirements, 'utf8')) return
  rmSync(join(target, 'venv'), { recursive: true, force: true })
  run(process.env.PYTHON ?? 'python3', ['-m', 'venv', 'venv'])
  run(join(target, 'venv/bin/python'), [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements],
  ])
  copyFileSync(requirements, stamp)
}

function installNewest() {
  const folder = join(target, 'newest')
  const stamp = join(folder, 'installed')
  if (existsSync(stamp)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const packages = ['node@24', '@openai/agents-realtime@latest']
  run('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error', ...packages], folder)
  writeFileSync(stamp, '')
}

mkdirSync(target, { recursive: true })
installPython()
installNewest()
console.error(`The stock clients are in ${target}.`)
