// @ts-check
/**
 * Runs the tests that need real weights, with whatever models are in the folder of models (VOICE_MODELS_DIR, else ~/.cache/voice/models), and
 * says which are absent and how they get there. Nothing is fetched here unless `--fetch` is given: then scripts/fetch-test-models.mjs is run first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const isFetching = process.argv[2] === '--fetch'
const options = process.argv.slice(isFetching ? 3 : 2)
if (isFetching)
  spawnSync(process.execPath, [join(import.meta.dirname, 'fetch-test-models.mjs')], { stdio: 'inherit' })

const directory = process.env.VOICE_MODELS_DIR || join(homedir(), '.cache', 'voice', 'models')
const present = existsSync(directory)
  ? readdirSync(directory).filter((name) => !/^\.|\.part$/.test(name))
  : []
console.log(`Models in ${directory}: ${present.join(', ') || 'none'}`)
if (present.length === 0)
  console.log('Without models every test here is skipped; `voice models pull` and `--fetch` bring some.')

const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'vitest.models.config.ts', ...options], {
  stdio: 'inherit',
  env: { ...process.env, VOICE_MODELS_DIR: directory },
})
process.exitCode = status ?? 1
