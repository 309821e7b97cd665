import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf, VoiceError } from '../../errors.js'
import { makeFolder } from '../../make-folder.js'
import type { Clock, Logger } from '../../ports.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import { defaultRecordingLimits } from '../defaults.js'
import type { Identity } from '../model/identity.js'
import { uncounted } from '../model/session-limits.js'
import type { RealtimeSessionOptions } from '../realtime/realtime-session.js'
import { agentThrough, BudgetThrough, describeAgent, memoryThrough } from './agent-through-ports.js'
import { type LineSink, RECORDING_VERSION, type RecordingLine, seededIds } from './recording-lines.js'
import { type Redaction, Redactor } from './redactor.js'
import { SessionRecorder } from './session-recorder.js'

interface RecordingsOptions {
  directory: string
  clock: Clock
  logger: Logger
  limits?: Partial<RecordingLimits>
}

interface RecordedOwner {
  openerId: string
  identity: Identity
}

export class Recordings {
  readonly #options: RecordingsOptions
  readonly #limits: RecordingLimits
  readonly #open = new Set<LineSink>()

  constructor(options: RecordingsOptions) {
    this.#options = options
    this.#limits = { ...defaultRecordingLimits, ...options.limits }
  }

  /** Creates the directory. Throws `recording-impossible` if it is not writable. */
  async start(): Promise<void> {
    const { directory } = this.#options
    try {
      makeFolder(directory, 0o700)
      await access(directory, constants.W_OK)
    } catch (error) {
      throw new VoiceError(
        'recording-impossible',
        `Sessions cannot be recorded in ${directory}: ${messageOf(error)}. Name a directory that this program may write to.`,
        { cause: error },
      )
    }
  }

  /** Starts to record a session. Returns the options with which the session must be created. */
  record(options: RealtimeSessionOptions, owner: RecordedOwner): RealtimeSessionOptions {
    const { id, agent, locked, preset, limits, memory = uncounted, budgets = [], clock } = options
    const startedAt = clock.now()
    const seed = randomBytes(16).toString('hex')
    const sink = this.#create(id, new Redactor(Object.values(owner.identity.variables ?? {})))
    sink.write({
      kind: 'session',
      version: RECORDING_VERSION,
      id,
      owner: ownerMark(id, owner.openerId),
      startedAt,
      seed,
      locked,
      limits,
      preset: preset as JsonObject | undefined,
      agent: describeAgent(agent),
      budgets: budgets.map(({ scope }) => scope),
    })
    const describe = (changed: object) => ({ kind: 'agent', agent: describeAgent(changed as Agent) }) as const
    const recorder = new SessionRecorder({ sink, clock, startedAt, describe })
    return {
      ...options,
      agent: agentThrough(agent, recorder),
      budgets: budgets.map((budget: Budget) => new BudgetThrough(budget, recorder)),
      memory: memoryThrough(memory, recorder),
      clock: recorder.clock,
      newId: seededIds(seed),
      tap: recorder,
    }
  }

  /** Deletes the recordings of the session `id`, if `openerId` opened the session. Returns whether there were any. */
  async erase(id: string, openerId: string): Promise<boolean> {
    const { directory } = this.#options
    await this.flushed()
    const names = await readdir(directory).catch(() => [])
    const mine = names.filter(
      (name) => name.startsWith(`${id}.`) && /^(?:\.\d+)?\.jsonl$/.test(name.slice(id.length)),
    )
    let found = false
    for (const name of mine) {
      const path = join(directory, name)
      if ((await readOwner(path)) !== ownerMark(id, openerId)) continue
      await unlink(path).catch(() => {})
      found = true
    }
    return found
  }

  async flushed(): Promise<void> {
    await Promise.all([...this.#open].map((sink) => sink.flushed()))
  }

  #create(id: string, redactor: Redactor): LineSink {
    const { directory, logger } = this.#options
    const file = new RecordingFile({
      directory,
      name: id,
      redactor,
      limits: this.#limits,
      onTrouble: (reason) => logger.warn('recording ended early', { session: id, reason }),
      onEnd: () => this.#open.delete(file),
    })
    this.#open.add(file)
    return file
  }
}

/** A hash of the owner for one session, which does not reveal the key. */
const ownerMark = (id: string, openerId: string) =>
  createHash('sha256').update(`${id} ${openerId}`).digest('base64url')

/** The owner's hash in the first 1,024 bytes; `undefined` if the file cannot be opened. */
async function readOwner(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0)
    return /"owner":"([\w-]+)"/.exec(buffer.toString('utf8', 0, bytesRead))?.[1]
  } finally {
    await file.close()
  }
}

interface RecordingLimits {
  /**
   * Maximum size of the file in bytes. A recording that would exceed it ends early, and its last line contains the
   * reason. @default 64 MB
   */
  maxBytes: number
  /** The most characters that wait to be redacted; beyond, the recording ends and says so. @default 8 MB */
  maxWaitingBytes: number
}

interface RecordingFileOptions {
  directory: string
  /** The session id as the name of the file; a second session of the id gets `ID.2.jsonl`. */
  name: string
  redactor: Redactor
  limits: RecordingLimits
  /** Called once if the recording is incomplete: writing failed or a limit was reached. */
  onTrouble: (reason: string) => void
  onEnd: () => void
}

const MAX_SAME_NAME = 1_000

/** So many characters of work, some milliseconds, until other sessions can run. */
const SLICE = 50_000

/** Redacts and writes lines in order; no session waits. On a full or slow disk, the recording ends. */
export class RecordingFile implements LineSink {
  readonly #options: RecordingFileOptions
  #waiting: string[] = []
  #waitingChars = 0
  #bytes = 0
  #redacted = 0
  #isEnded = false
  #isErased = false
  #path: string | undefined
  #work: Promise<void> | undefined
  #file: FileHandle | undefined

  constructor(options: RecordingFileOptions) {
    this.#options = options
  }

  write(line: RecordingLine): void {
    if (this.#isEnded) return
    const text = JSON.stringify(line)
    if (this.#waitingChars + text.length > this.#options.limits.maxWaitingBytes)
      this.cut('its lines arrive faster than they are written')
    else this.#push(text)
  }

  cut(reason: string): void {
    if (!this.#isEnded) this.#cut(reason)
  }

  close(): void {
    this.#isEnded = true
    this.#start()
  }

  erase(): void {
    this.#isErased = true
    this.#waiting = []
    this.close()
  }

  async flushed(): Promise<void> {
    while (this.#work) await this.#work
  }

  #cut(reason: string): void {
    const line: RecordingLine = { kind: 'cut', reason: `The recording ends here: ${reason}.` }
    this.#push(JSON.stringify(line))
    this.#isEnded = true
    this.#options.onTrouble(reason)
  }

  #push(text: string): void {
    this.#waitingChars += text.length
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
        const text = await this.#nextText()
        if (text === '') continue
        this.#file ??= await this.#open()
        await this.#file.appendFile(text)
      }
      if (this.#isEnded) await this.#end()
    } catch (error) {
      this.#waiting = []
      const isNew = !this.#isEnded
      this.#isEnded = true
      if (isNew) this.#options.onTrouble(messageOf(error))
      await this.#end().catch(() => {})
    }
  }

  async #nextText(): Promise<string> {
    const { maxBytes } = this.#options.limits
    let text = ''
    for (let json = this.#waiting.shift(); json !== undefined; json = this.#waiting.shift()) {
      this.#waitingChars -= json.length
      const line = await this.#redact(JSON.parse(json) as RecordingLine)
      if (this.#isErased) return ''
      const row = `${JSON.stringify(line)}\n`
      const size = Buffer.byteLength(row)
      if (this.#bytes + size > maxBytes && line.kind !== 'cut') {
        this.#waiting = []
        this.#waitingChars = 0
        this.#cut(`it reached ${maxBytes} bytes`)
      } else {
        this.#bytes += size
        text += row
      }
    }
    return text
  }

  async #redact(line: RecordingLine): Promise<RecordingLine> {
    const steps = redactLine(line, this.#options.redactor)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      this.#redacted += step.value
      if (this.#redacted < SLICE) continue
      this.#redacted = 0
      await nextTurn()
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

/** The redacted members: those from clients, models or APIs, not from the recorder. */
const REDACTED = ['value', 'event', 'facts', 'items', 'preset', 'error', 'text']

export function* redactLine(line: RecordingLine, redactor: Redactor): Redaction<RecordingLine> {
  const members: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(line))
    members.push([name, REDACTED.includes(name) ? yield* redactor.slices(value) : value])
  return Object.fromEntries(members) as unknown as RecordingLine
}
