import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import type { EngineLoad } from '../../../model/engine-load.js'
import { SpeechError, type SpeechFailure } from '../../../model/speech-error.js'
import type { EngineAnswer, EngineJob, EngineMessage } from './engine-messages.js'

/** The program of an engine process, where the bundler puts it. Tests use their own. */
export const ENGINE_PROGRAM = new URL('./speech-engine.js', import.meta.url)

export interface EngineProcessOptions {
  /** The provider string without voice or language, for errors and metrics. All provider strings with this model share the engine. */
  provider: string
  job: EngineJob
  /** The file to run. @default ENGINE_PROGRAM */
  program?: URL | undefined
}

type Work = EngineMessage & { id: number }
type Done = Extract<EngineAnswer, { type: 'words' | 'speech' }>

interface WaitingJob {
  work: Work
  resolve: (answer: Done) => void
  reject: (error: SpeechError) => void
}

/** Maximum number of waiting jobs. Beyond it, the machine is too slow for its sessions. */
const MAX_WAITING = 32
/** A job that takes longer than this is assumed to hang. Loading has more time, because a disk may be slow. */
const JOB_MS = 60_000
const LOAD_MS = 180_000
const MAX_COMPLAINT_CHARS = 4_000

/**
 * One local model in its own process, shared by all sessions. It runs one job at a time.
 * States: loading → working → ended. It ends when the model is rejected, when the engine crashes, or when a job
 * hangs.
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
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    child.on('message', (message) => this.#take(message as EngineAnswer))
    // Neither this pipe nor the engine process may keep the program that started it from exiting.
    if (child.stderr instanceof Socket) child.stderr.unref()
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-MAX_COMPLAINT_CHARS)
    })
    child.on('error', (error) => this.#end('unavailable', error.message))
    child.on('close', (code, signal) => this.#onClose(code, signal))
    this.#send({ type: 'load', job: options.job })
    this.#watch(LOAD_MS)
  }

  /** Whether the engine accepts no more jobs. A new engine must then be started. */
  get ended(): boolean {
    return this.#state === 'ended'
  }

  /** The load of the engine, which runs one job at a time. */
  get load(): EngineLoad {
    const busy = Math.min(1, this.#running.size)
    const waiting = this.#queue.length + this.#running.size - busy
    return { stage: this.#stage, engine: this.provider, slots: 1, busy, waiting }
  }

  nextId(): number {
    this.#ids += 1
    return this.#ids
  }

  /** Queues a job and returns its result. Rejects with a `SpeechError`, or with the reason of the signal. */
  run(work: Work, signal: AbortSignal): Promise<Done> {
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.#queue.length >= MAX_WAITING) return Promise.reject(this.#error('rate-limited', tooSlow()))
    return this.#promise(signal, (waiting) => this.#queue.push({ ...waiting, work }))
  }

  /** Runs a job without queueing it, after the audio that was sent to the same stream. */
  settle(work: Work, signal: AbortSignal): Promise<Done> {
    if (signal.aborted) return Promise.reject(signal.reason)
    return this.#promise(signal, (waiting) => {
      this.#running.set(work.id, { ...waiting, work })
      this.#send(work)
    })
  }

  /** Adds audio to a stream; `onPartial` gets the transcript so far and the number of processed samples. */
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

  /** Ends the process. All running and waiting jobs fail. */
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
    // If the process has just died, its `close` event ends the jobs.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Lets the program exit while the engine has nothing to do. */
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

/** Why the engine crashed, from its error output: the message of the exception, or the last line. */
function lastWords(complaint: string): string {
  const lines = complaint.trim().split('\n')
  const reason = lines.find((line) => line.includes('what():'))?.replace(/^.*what\(\):\s*/, '')
  return (reason ?? lines.at(-1) ?? '').trim().slice(0, 300)
}
