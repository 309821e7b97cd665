import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { childEnvironment } from '../../../../environment.js'
import { VoiceError } from '../../../../errors.js'
import type { EngineLoad } from '../../../model/engine-load.js'
import { SpeechError, type SpeechFailure } from '../../../model/speech-error.js'
import { findEngine } from '../models/npm-file.js'
import type { EngineAnswer, EngineJob, EngineMessage } from './engine-messages.js'

/** The running engines, by model and settings. All sessions of a process share them. */
const engines = new Map<string, EngineProcess>()

/** Returns the running engine of a model. If there is none, or if it has ended, starts a new one. */
export function engineFor(options: EngineProcessOptions): EngineProcess {
  const key = JSON.stringify([options.program?.href, options.job])
  const known = engines.get(key)
  if (known && !known.ended) return known
  const engine = new EngineProcess(options)
  engines.set(key, engine)
  return engine
}

export function speechEngineLoads(): EngineLoad[] {
  return [...engines.values()].filter(({ ended }) => !ended).map(({ load }) => load)
}

export function closeEngines(): void {
  for (const engine of engines.values()) engine.close()
  engines.clear()
}

/**
 * Number of threads of one engine: half of the processors, at least one, at most four. More threads do not speed up
 * models that are small enough for a conversation.
 */
export function engineThreads(): number {
  return Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
}

/**
 * The URL of the package sherpa-onnx-node, which is searched beside this program, in the user's project and in the
 * models folder. Throws `not-installed`.
 */
export function findSherpa(provider: string, modelFolder: string): string {
  const found = findEngine(dirname(modelFolder))
  if (found !== undefined) return found
  throw new VoiceError(
    'not-installed',
    `${provider} needs the package sherpa-onnx-node: npm install sherpa-onnx-node`,
  )
}

/** The program of an engine process, at the place where the bundler puts it. Tests use a program of their own. */
const ENGINE_PROGRAM = new URL('./speech-engine.js', import.meta.url)

interface EngineProcessOptions {
  /**
   * The provider string without voice or language. Errors and metrics use it, because sessions with different voices
   * can share the engine.
   */
  provider: string
  job: EngineJob
  /** The program to run. @default ENGINE_PROGRAM */
  program?: URL | undefined
}

type Work = EngineMessage & { id: number }
type Done = Extract<EngineAnswer, { type: 'words' | 'speech' }>

interface WaitingJob {
  work: Work
  resolve: (answer: Done) => void
  reject: (error: SpeechError) => void
}

/** Maximum number of waiting jobs. Beyond it, new jobs fail: the machine is too slow for its sessions. */
const MAX_WAITING = 32
/** Maximum time of a job; a longer one probably hangs. Loading may take longer, because a disk may be slow. */
const JOB_MS = 60_000
const LOAD_MS = 180_000
const MAX_COMPLAINT_CHARS = 4_000

/**
 * One local model in a process of its own, which all sessions share. It runs one job at a time.
 * States: loading → working → ended. It ends when the model is rejected, when the engine crashes, or when a job hangs.
 */
export class EngineProcess {
  readonly #child: ChildProcess
  readonly #partials = new Map<number, (text: string, samples: number) => void>()
  readonly #running = new Map<number, WaitingJob>()
  #queue: WaitingJob[] = []
  #state: 'loading' | 'working' | 'ended' = 'loading'
  #complaint = ''
  #fault: SpeechError | undefined
  #ids = 0
  #timer: NodeJS.Timeout | undefined
  readonly #stage: EngineLoad['stage']
  readonly provider: string

  constructor(options: EngineProcessOptions) {
    this.provider = options.provider
    this.#stage = options.job.kind === 'voice' ? 'tts' : 'stt'
    const child = fork(options.program ?? ENGINE_PROGRAM, {
      serialization: 'advanced',
      execArgv: [],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.on('message', (message) => this.#take(message as EngineAnswer))
    // Without `unref`, this open pipe would keep the program that started the engine from exiting.
    if (child.stderr instanceof Socket) child.stderr.unref()
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-MAX_COMPLAINT_CHARS)
    })
    child.on('error', (error) => this.#end('unavailable', error.message))
    child.on('close', (code, signal) => this.#onClose(code, signal))
    this.#send({ type: 'load', job: options.job })
    this.#watch(LOAD_MS)
  }

  /** Whether the engine accepts no more jobs. The caller must then start a new engine. */
  get ended(): boolean {
    return this.#state === 'ended'
  }

  /** How busy the engine is. It runs one job at a time. */
  get load(): EngineLoad {
    const busy = Math.min(1, this.#running.size)
    const waiting = this.#queue.length + this.#running.size - busy
    return { stage: this.#stage, engine: this.provider, slots: 1, busy, waiting }
  }

  nextId(): number {
    this.#ids += 1
    return this.#ids
  }

  /** Queues a job and returns its result. Rejects with a `SpeechError`, or with the abort reason of `signal`. */
  run(work: Work, signal: AbortSignal): Promise<Done> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.#queue.length >= MAX_WAITING) return Promise.reject(this.#error('rate-limited', tooSlow()))
    return this.#promise(signal, (waiting) => this.#queue.push({ ...waiting, work }))
  }

  /**
   * Sends a job to the engine at once, not through the queue. The engine first processes the audio that was sent to the
   * same stream earlier, and then runs the job.
   */
  settle(work: Work, signal: AbortSignal): Promise<Done> {
    if (signal.aborted) return Promise.reject(signal.reason)
    return this.#promise(signal, (waiting) => {
      this.#running.set(work.id, { ...waiting, work })
      this.#send(work)
    })
  }

  /**
   * Adds audio to a stream. `onPartial` receives the transcript of the stream so far, and the number of samples that
   * were added.
   */
  recognize(
    { stream, samples }: { stream: number; samples: Int16Array },
    onPartial: (text: string, samples: number) => void,
  ): void {
    if (this.ended) return
    this.#partials.set(stream, onPartial)
    this.#send({ type: 'sound', stream, samples })
  }

  endStream(stream: number): void {
    this.#partials.delete(stream)
    this.#send({ type: 'end', stream })
  }

  /** Ends the engine process. All running and waiting jobs fail. */
  close(): void {
    this.#end('unavailable', 'it was closed')
  }

  #promise(signal: AbortSignal, enter: (waiting: Omit<WaitingJob, 'work'>) => void): Promise<Done> {
    if (this.#fault) return Promise.reject(this.#fault)
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#queue = this.#queue.filter((one) => one.reject !== fail)
        reject(signal.reason)
      }
      const free = () => signal.removeEventListener('abort', onAbort)
      const fail = (error: SpeechError) => {
        free()
        reject(error)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      enter({
        resolve: (answer) => {
          free()
          resolve(answer)
        },
        reject: fail,
      })
      this.#next()
    })
  }

  #next(): void {
    const isFree = this.#state === 'working' && this.#running.size === 0
    const waiting = isFree ? this.#queue.shift() : undefined
    if (waiting) {
      this.#running.set(waiting.work.id, waiting)
      this.#send(waiting.work)
    }
    this.#hold()
    if (this.#state === 'working') this.#watch(this.#running.size > 0 ? JOB_MS : undefined)
  }

  #take(message: EngineAnswer): void {
    if (message.type === 'partial') {
      this.#partials.get(message.stream)?.(message.text, message.samples)
      return
    }
    if (message.type === 'ready') {
      this.#state = 'working'
    } else if (message.type === 'refused') {
      this.#end(message.failure, message.message)
      return
    } else {
      const waiting = this.#running.get(message.id)
      this.#running.delete(message.id)
      if (message.type === 'failed') waiting?.reject(this.#error('bad-answer', message.message))
      else waiting?.resolve(message)
    }
    this.#next()
  }

  #onClose(code: number | null, signal: NodeJS.Signals | null): void {
    const how = signal ? `ended by ${signal}` : `exit code ${code}`
    this.#end('unavailable', `its engine broke down (${lastWords(this.#complaint) || how})`)
  }

  #end(failure: SpeechFailure, message: string): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    clearTimeout(this.#timer)
    const fault = this.#error(failure, message)
    this.#fault = fault
    for (const { reject } of [...this.#running.values(), ...this.#queue]) reject(fault)
    this.#running.clear()
    this.#queue = []
    this.#partials.clear()
    this.#child.kill('SIGKILL')
    this.#hold()
  }

  #send(message: EngineMessage): void {
    // If the process has just ended, its event `close` makes the jobs fail.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Lets the program that started the engine exit while the engine has nothing to do. */
  #hold(): void {
    const hold = this.#running.size + this.#queue.length > 0
    const { channel } = this.#child
    if (hold) {
      this.#child.ref()
      channel?.ref()
    } else {
      this.#child.unref()
      channel?.unref()
    }
  }

  #watch(ms: number | undefined): void {
    clearTimeout(this.#timer)
    if (ms === undefined) return
    this.#timer = setTimeout(
      () => this.#end('timeout', `its engine gave no answer for ${ms / 1000} seconds`),
      ms,
    )
    this.#timer.unref()
  }

  #error(failure: SpeechFailure, message: string): SpeechError {
    return new SpeechError(failure, { provider: this.provider, message })
  }
}

const tooSlow = () => `${MAX_WAITING} sentences wait already; this machine is too slow for so many`

/** Why the engine crashed: the message of the exception in its error output, or else the last line of this output. */
function lastWords(complaint: string): string {
  const lines = complaint.trim().split('\n')
  const reason = lines.find((line) => line.includes('what():'))?.replace(/^.*what\(\):\s*/, '')
  return (reason ?? lines.at(-1) ?? '').trim().slice(0, 300)
}
