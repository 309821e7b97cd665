import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../errors.js'
import type { LineSink, RecordingLine } from './recording-lines.js'

export interface RecordingLimits {
  /**
   * Maximum size of the file in bytes. A recording that would exceed it ends early, and its last line contains the
   * reason. @default 64 MB
   */
  maxBytes: number
  /**
   * Maximum total size of the lines that wait for a slow disk, in bytes. If more wait, the recording ends early, and
   * its last line contains the reason.
   * @default 8 MB
   */
  maxWaitingBytes: number
}

export interface RecordingFileOptions {
  directory: string
  /**
   * The session id, used as the name of the file. A second session with the same id gets a file of its own, such as
   * `ID.2.jsonl`.
   */
  name: string
  limits: RecordingLimits
  /** Called once if the recording is incomplete: writing failed or a limit was reached. */
  onTrouble: (reason: string) => void
  onEnd: () => void
}

const MAX_SAME_NAME = 1_000

/**
 * Writes one recording to disk; the session never waits for it. If the disk is full or slow, the recording ends and the
 * session continues. States: writing → ended.
 */
export class RecordingFile implements LineSink {
  readonly #options: RecordingFileOptions
  #waiting: string[] = []
  #waitingBytes = 0
  #bytes = 0
  #state: 'writing' | 'ended' = 'writing'
  #isErased = false
  #path: string | undefined
  #work: Promise<void> | undefined
  #file: FileHandle | undefined

  constructor(options: RecordingFileOptions) {
    this.#options = options
  }

  write(line: RecordingLine): void {
    if (this.#state === 'ended') return
    const text = `${JSON.stringify(line)}\n`
    const { maxBytes, maxWaitingBytes } = this.#options.limits
    const size = Buffer.byteLength(text)
    if (this.#bytes + size > maxBytes) this.cut(`it reached ${maxBytes} bytes`)
    else if (this.#waitingBytes + size > maxWaitingBytes) this.cut('the disk is too slow')
    else this.#push(text, size)
  }

  close(): void {
    this.#state = 'ended'
    this.#start()
  }

  erase(): void {
    this.#isErased = true
    this.#waiting = []
    this.close()
  }

  /** Resolves when all earlier lines are written, or could not be written. */
  async flushed(): Promise<void> {
    while (this.#work) await this.#work
  }

  cut(reason: string): void {
    if (this.#state === 'ended') return
    const line: RecordingLine = { kind: 'cut', reason: `The recording ends here: ${reason}.` }
    this.#push(`${JSON.stringify(line)}\n`, 0)
    this.#state = 'ended'
    this.#options.onTrouble(reason)
  }

  #push(text: string, size: number): void {
    this.#bytes += size
    this.#waitingBytes += size
    this.#waiting.push(text)
    this.#start()
  }

  #start(): void {
    this.#work ??= this.#writeAll().finally(() => {
      this.#work = undefined
      if (this.#waiting.length > 0) this.#start()
    })
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        this.#file ??= await this.#open()
        const text = this.#waiting.splice(0).join('')
        await this.#file.appendFile(text)
        this.#waitingBytes -= Buffer.byteLength(text)
      }
      if (this.#state === 'ended') await this.#end()
    } catch (error) {
      this.#waiting = []
      const isNew = this.#state === 'writing'
      this.#state = 'ended'
      if (isNew) this.#options.onTrouble(messageOf(error))
      await this.#end().catch(() => {})
    }
  }

  async #end(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#options.onEnd()
    await file?.close()
    if (this.#isErased && this.#path) await unlink(this.#path).catch(() => {})
  }

  /** Creates a new file that only its owner can read. Never opens an existing file or follows a link. */
  async #open(): Promise<FileHandle> {
    const { directory, name } = this.#options
    for (let number = 1; ; number += 1) {
      const path = join(directory, number === 1 ? `${name}.jsonl` : `${name}.${number}.jsonl`)
      try {
        const file = await open(path, 'wx', 0o600)
        this.#path = path
        return file
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST'
        if (!isTaken || number >= MAX_SAME_NAME) throw error
      }
    }
  }
}
