// @ts-check
/**
 * Runs the scripts of package.json whose names start with `check:`, as many at once as the machine has cores, in the order
 * of package.json: the longest come first. Prints the output of each and how long it took. Fails if one of them fails.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @param {string} name @returns {Promise<boolean>} whether the script ended well */
function run(name) {
  const start = Date.now()
  const isWindows = process.platform === 'win32'
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const seconds = Math.round((Date.now() - start) / 1000)
      console.log(`${output}${name}: ${code === 0 ? 'fine' : 'failed'} (${seconds} s)\n`)
      resolve(code === 0)
    })
  })
}

const waiting = Object.keys(manifest.scripts)
  .filter((name) => name.startsWith('check:'))
  .values()

/** @returns {Promise<boolean>} */
async function work() {
  let isFine = true
  for (const name of waiting) isFine = (await run(name)) && isFine
  return isFine
}

const results = await Promise.all(Array.from({ length: availableParallelism() }, work))
process.exitCode = results.every(Boolean) ? 0 : 1
