// @ts-check
/**
 * Builds the programs after an install from git, which has no `dist`. So `npx github:OWNER/voice` works. Does nothing where there is a build.
 * It is the script `postprepare`, which npm runs in a checkout only: for a `prepare` in a packed file, npm warns each user who installs it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
if (!existsSync(join(root, 'dist/cli/main.js'))) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build:programs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}
