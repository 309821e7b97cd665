import { constants } from 'node:fs'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf, VoiceError } from '../../../../errors.js'
import { NO_LINK } from './links.js'

export interface Download {
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
export function onDisk(error: unknown, part: string): unknown {
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
