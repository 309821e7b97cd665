// @ts-check
/**
 * Runs the steps of the Dockerfile without Docker, in an empty folder: what its first stage copies and runs, what its last stage takes of that, and the
 * server until it is healthy. So a file that .dockerignore leaves out, or a package that only development has, is missed here and not at a user's.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const place = mkdtempSync(join(tmpdir(), 'voice-image-'))
const build = join(place, 'build')
const image = join(place, 'image')
const data = join(place, 'data')
/** What the image has beside the dependencies: for shared sessions, WebRTC and local speech. */
const PACKAGES = ['redis', 'werift', 'opusscript', 'sherpa-onnx-node']
/** Far longer than a start takes on a slow machine. */
const HEALTHY_WITHIN_MS = 120_000
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)

/** The instructions of the Dockerfile, each as its name and the rest. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n */g, '')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => /** @type {[string, string]} */ ([line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]))
const lastStage = instructions.findLastIndex(([name]) => name === 'FROM')

/**
 * The values that ENV sets in a stage.
 *
 * @param {[string, string][]} stage
 * @returns {Record<string, string>}
 */
const envOf = (stage) =>
  Object.fromEntries(
    stage.flatMap(([name, pairs]) =>
      name === 'ENV' ? pairs.split(' ').map((pair) => pair.split(/=(.*)/, 2)) : [],
    ),
  )

/** @param {string} command @param {string[]} args @param {string} cwd */
function run(command, args, cwd) {
  console.error(`${command} ${args.join(' ')}`)
  const env = { ...process.env, ...envOf(instructions.slice(0, lastStage)) }
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

/** @param {string} name */
function copyToBuild(name) {
  const isLeftOut = ignored.some((one) => name === one || name.startsWith(`${one}/`))
  if (!isLeftOut) cpSync(join(root, name), join(build, name))
}

/** @param {string} name */
const listOf = (name) => {
  const rest = instructions.findLast(([one]) => one === name)?.[1] ?? ''
  return /** @type {string[]} */ (JSON.parse(rest.slice(rest.indexOf('['))))
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })

/** Starts what the image starts, and asks after its health as the image does. */
async function tryServer() {
  const port = String(await freePort())
  const here = (/** @type {string} */ text) =>
    text.replace('/app/', `${image}/`).replace('0.0.0.0', '127.0.0.1').replace('8000', port)
  const [program = '', ...args] = [...listOf('ENTRYPOINT'), ...listOf('CMD')].map(here)
  const [probe = '', ...probeArgs] = listOf('HEALTHCHECK').map(here)
  const ofImage = Object.entries(envOf(instructions.slice(lastStage))).map(([name, value]) => [
    name,
    here(value),
  ])
  const env = {
    ...process.env,
    ...Object.fromEntries(ofImage),
    SERVICE_API_KEY: 'a-long-enough-key-of-this-run',
  }
  const server = spawn(program, args, { cwd: data, env, stdio: 'inherit' })
  try {
    const end = Date.now() + HEALTHY_WITHIN_MS
    while (Date.now() < end) {
      const [code] = await once(spawn(probe, probeArgs, { cwd: data, env, stdio: 'ignore' }), 'exit')
      if (code === 0) return
      if (server.exitCode !== null) break
    }
    throw new Error('the server of the image is not healthy')
  } finally {
    server.kill()
  }
}

for (const folder of [build, image, data]) mkdirSync(folder)
cpSync(join(root, 'examples/petshop/postman.json'), join(data, 'postman.json'))
try {
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  for (const [name, rest] of instructions.slice(0, lastStage)) {
    if (name === 'COPY')
      for (const file of rest.startsWith('. ') ? stdout.trim().split('\n') : rest.split(' ').slice(0, -1))
        copyToBuild(file)
    if (name === 'RUN') run('bash', ['-ec', rest], build)
  }
  for (const [name, rest] of instructions.slice(lastStage)) {
    const path = name === 'COPY' ? rest.split(' ').at(-1)?.replace('/app/', '') : undefined
    if (path) cpSync(join(build, path), join(image, path), { recursive: true, verbatimSymlinks: true })
  }
  const packages = PACKAGES.map((name) => `import.meta.resolve('${name}')`).join()
  run(process.execPath, ['--input-type=module', '-e', packages], image)
  await tryServer()
  console.error('The image is healthy.')
} finally {
  rmSync(place, { recursive: true, force: true })
}
