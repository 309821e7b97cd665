// @ts-check
/**
 * Runs the tests that need real weights, with whatever models are in the folder of models (VOICE_MODELS_DIR, else ~/.cache/voice/models), and
 * says which are absent and how they get there. Nothing is fetched here: that is `voice models pull`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const directory = process.env.VOICE_MODELS_DIR || join(homedir(), '.cache', 'voice', 'models')
const present = existsSync(directory)
  ? readdirSync(directory).filter((name) => !/^\.|\.part$/.test(name))
  : []
console.log(`Models in ${directory}: ${present.join(', ') || 'none'}`)
if (present.length === 0)
  console.log('Without models every test here is skipped; `voice models list` and `voice models pull` help.')

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'vitest.models.config.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, VOICE_MODELS_DIR: directory },
  },
)
process.exitCode = status ?? 1
