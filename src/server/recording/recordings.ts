import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import type { Identity } from '../model/identity.js'
import { uncounted } from '../model/session-limits.js'
import type { RealtimeSessionOptions } from '../realtime/realtime-session-options.js'
import { agentThrough, BudgetThrough, memoryThrough } from './agent-through-ports.js'
import { describeAgent } from './describe-agent.js'
import { defaultRecordingLimits, RecordingFile, type RecordingLimits } from './recording-file.js'
import { RECORDING_VERSION } from './recording-lines.js'
import { Redactor } from './redactor.js'
import { seededIds } from './seeded-ids.js'
import { SessionRecorder } from './session-recorder.js'

/** What the recordings of a server are given. */
export interface RecordingsOptions {
  directory: string
  clock: Clock
  logger: Logger
  limits?: Partial<RecordingLimits>
}

/** Who opened a session. */
export interface RecordedOwner {
  /** Stands for the very key. */
  openerId: string
  identity: Identity
}

/** The recordings of a server: one file a session, in one directory. */
export class Recordings {
  readonly #options: RecordingsOptions
  readonly #limits: RecordingLimits
  readonly #open = new Set<RecordingFile>()

  constructor(options: RecordingsOptions) {
    this.#options = options
    this.#limits = { ...defaultRecordingLimits, ...options.limits }
  }

  /** Makes the directory. Throws the `VoiceError` `recording-impossible` where nothing can be written. */
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

  /** Begins to record a session: what it is to be made with instead. */
  record(options: RealtimeSessionOptions, owner: RecordedOwner): RealtimeSessionOptions {
    const { id, agent, locked, preset, limits, memory = uncounted, budgets = [], clock } = options
    const startedAt = clock.now()
    const seed = randomBytes(16).toString('hex')
    const redactor = new Redactor(Object.values(owner.identity.variables ?? {}))
    const sink = this.#create(id)
    sink.write({
      kind: 'session',
      version: RECORDING_VERSION,
      id,
      owner: ownerMark(id, owner.openerId),
      startedAt,
      seed,
      locked,
      ...(limits && { limits }),
      ...(preset && { preset: redactor.json(preset as JsonObject) as JsonObject }),
      agent: describeAgent(agent),
      budgets: budgets.map(({ scope }) => scope),
    })
    const describe = (changed: object) => ({ kind: 'agent', agent: describeAgent(changed as Agent) }) as const
    const recorder = new SessionRecorder({ sink, redactor, clock, startedAt, describe })
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

  /** Removes what was recorded of a session, for whoever opened it. Says whether there was anything. */
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

  /** Resolves when all that was recorded so far is on the disk. */
  async flushed(): Promise<void> {
    await Promise.all([...this.#open].map((file) => file.flushed()))
  }

  #create(id: string): RecordingFile {
    const { directory, logger } = this.#options
    const file: RecordingFile = new RecordingFile({
      ...{ directory, name: id, limits: this.#limits },
      onTrouble: (reason) => logger.warn('recording ended early', { session: id, reason }),
      onEnd: () => this.#open.delete(file),
    })
    this.#open.add(file)
    return file
  }
}

/** The owner as a file names it: not to be found in another session's file, and no key. */
const ownerMark = (id: string, openerId: string) =>
  createHash('sha256').update(`${id} ${openerId}`).digest('base64url')

/** The owner stands at the beginning of the first line, which may be long. */
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
