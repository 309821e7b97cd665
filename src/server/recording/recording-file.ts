import type { FileHandle } from 'node:fs/promises'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../errors.js'
import type { RecordingLine } from './recording-lines.js'
import type { LineSink } from './session-recorder.js'

/** The bounds of one recording. */
export interface RecordingLimits {
  /** A recording that becomes longer ends with a note. @default 64 MB */
  maxBytes: number
  /** Lines that wait for a slow disk; with more, the recording ends with a note. @default 8 MB */
  maxWaitingBytes: number
}

/** The bounds of a recording that says nothing else. */
export const defaultRecordingLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxWaitingBytes: 8 * 1024 * 1024,
} as const satisfies RecordingLimits

/** What a recording file is given. */
export interface RecordingFileOptions {
  directory: string
  /** The session id; a session that had the same one before has a file of its own. */
  name: string
  limits: RecordingLimits
  /** It could not be written to its end. Called once. */
  onTrouble: (reason: string) => void
  /** Nothing more is written. */
  onEnd: () => void
}

const MAX_SAME_NAME = 1_000

/**
 * One recording on its way to the disk: the session never waits for it, and a disk that is full or slow ends the recording and nothing else.
 *
 * States: writing → ended.
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
    if (this.#bytes + size > maxBytes) this.#cut(`it reached ${maxBytes} bytes`)
    else if (this.#waitingBytes + size > maxWaitingBytes) this.#cut('the disk is too slow')
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

  /** Resolves when all that was written before is on the disk, or lost. */
  async flushed(): Promise<void> {
    while (this.#work) await this.#work
  }

  #cut(reason: string): void {
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

  /** Never an existing file, nor what a link points to; for the owner's eyes only. */
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
