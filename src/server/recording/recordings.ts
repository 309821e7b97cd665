import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import { defaultRecordingLimits } from '../defaults.js'
import type { Identity } from '../model/identity.js'
import { uncounted } from '../model/session-limits.js'
import type { RealtimeSessionOptions } from '../realtime/realtime-session.js'
import { agentThrough, BudgetThrough, memoryThrough } from './agent-through-ports.js'
import { describeAgent } from './describe-agent.js'
import { RecordingFile, type RecordingLimits } from './recording-file.js'
import { type LineSink, RECORDING_VERSION } from './recording-lines.js'
import { RedactingSink } from './redacting-sink.js'
import { Redactor } from './redactor.js'
import { seededIds } from './seeded-ids.js'
import { SessionRecorder } from './session-recorder.js'

export interface RecordingsOptions {
  directory: string
  clock: Clock
  logger: Logger
  limits?: Partial<RecordingLimits>
}

/** The client for which a session is created. */
export interface RecordedOwner {
  openerId: string
  identity: Identity
}

/** The recordings of a server: one file per session, in one directory. */
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
      await mkdir(directory, { recursive: true, mode: 0o700 })
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

  /** Resolves when all lines so far are written, or could not be written. */
  async flushed(): Promise<void> {
    await Promise.all([...this.#open].map((sink) => sink.flushed()))
  }

  #create(id: string, redactor: Redactor): LineSink {
    const { directory, logger } = this.#options
    const file = new RecordingFile({
      directory,
      name: id,
      limits: this.#limits,
      onTrouble: (reason) => logger.warn('recording ended early', { session: id, reason }),
      onEnd: () => this.#open.delete(sink),
    })
    const sink: LineSink = new RedactingSink(file, redactor, this.#limits.maxWaitingBytes)
    this.#open.add(sink)
    return sink
  }
}

/**
 * A hash that identifies the owner of a recording. It is different for each session and does not reveal the owner's
 * key.
 */
const ownerMark = (id: string, openerId: string) =>
  createHash('sha256').update(`${id} ${openerId}`).digest('base64url')

/**
 * Reads the hash of the owner (see `ownerMark`) from a recording. Reads only the first 1,024 bytes, because the first
 * line may be long. Returns `undefined` if the file cannot be opened.
 */
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
