import { existsSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { messageOf, VoiceError } from '../../../errors.js'
import type { Deadline } from '../send/deadline.js'
import { type AnswerJob, runAnswerJob, type ShapedAnswer } from './answer-job.js'

/** A response with more bytes than this is read in a thread, so that it does not block the process. */
export const LARGE_BYTES = 256_000

/** Memory limit of each thread. A response of 10 MB with nothing but brackets takes half of it. */
const MAX_THREAD_MB = 512

const PROGRAM = './answer-engine.js'

let threads: Promise<AnswerThreads | undefined> | undefined

/** Shapes a large response in a thread, if there are threads. Sessions take turns. Rejects as {@link AnswerThreads.run} does. */
export function shapeAnyAnswer(
  job: AnswerJob,
  deadline: Deadline,
  session: object | undefined,
): ShapedAnswer | Promise<ShapedAnswer> {
  return job.response.body.byteLength <= LARGE_BYTES ? runAnswerJob(job) : shapeLarge(job, deadline, session)
}

async function shapeLarge(
  job: AnswerJob,
  deadline: Deadline,
  session: object | undefined,
): Promise<ShapedAnswer> {
  threads ??= findThreads()
  const found = await threads
  return found ? found.run(job, deadline, session) : runAnswerJob(job)
}

async function findThreads(): Promise<AnswerThreads | undefined> {
  try {
    const program = new URL(PROGRAM, import.meta.url)
    if (!existsSync(program)) return undefined
    const { Worker } = await import('node:worker_threads')
    const resourceLimits = { maxOldGenerationSizeMb: MAX_THREAD_MB }
    return new AnswerThreads(() => new Worker(program, { execArgv: [], env: {}, resourceLimits }))
  } catch {
    return undefined
  }
}

/** The message that the thread sends after a job: the result, or the problem if the job has failed. */
export type AnswerMessage = { shaped: ShapedAnswer } | { problem: string }

export const MAX_WAITING = 16

/** Maximum size of all waiting responses. A session may use at most as much of it as is free. */
const MAX_WAITING_BYTES = 160 * 1024 * 1024

/** Two threads: while a large response of one session is read, that of another can be read too. */
const MAX_THREADS = 2

/** Calls without a session take turns as if they were one session. */
const NO_SESSION = {}

interface Task {
  job: AnswerJob
  bytes: number
  session: object
  resolve: (shaped: ShapedAnswer) => void
  reject: (error: Error) => void
}

/** A thread and the response that it reads now. Without a worker, the next response starts one. */
interface Thread {
  worker: Worker | undefined
  task: Task | undefined
}

/** Reads large responses in threads, one for each session. The session with the fewest bytes read is next. */
export class AnswerThreads {
  readonly #start: () => Worker
  readonly #threads: Thread[] = Array.from({ length: MAX_THREADS }, () => ({
    worker: undefined,
    task: undefined,
  }))
  #waiting: Task[] = []
  /** The bytes read for each session, as virtual time (start-time fair queueing). One that returns begins at `#now`. */
  readonly #read = new WeakMap<object, number>()
  #now = 0

  constructor(start: () => Worker) {
    this.#start = start
  }

  /** Runs a job; its body may move to a thread. Rejects with a `VoiceError` at too many jobs, a failure, or the deadline. */
  async run(job: AnswerJob, deadline: Deadline, session: object = NO_SESSION): Promise<ShapedAnswer> {
    if (deadline.reason) throw deadline.reason
    const bytes = job.response.body.byteLength
    const own = this.#waiting.filter((task) => task.session === session)
    const isFull =
      own.length >= MAX_WAITING || sizeOf(own) + bytes > MAX_WAITING_BYTES - sizeOf(this.#waiting)
    if (isFull) throw unread(bytes, `${own.length} other large answers of this session wait to be read`)
    return new Promise((resolve, reject) => {
      const task: Task = {
        job,
        bytes,
        session,
        resolve: (shaped) => {
          forget()
          resolve(shaped)
        },
        reject: (error) => {
          forget()
          reject(error)
        },
      }
      const forget = deadline.onStop(() => this.#drop(task, deadline.reason!))
      this.#waiting.push(task)
      this.#next()
    })
  }

  #next(): void {
    const free = this.#threads.filter(({ task }) => !task)
    for (const thread of free.sort((one, other) => Number(!one.worker) - Number(!other.worker))) {
      const task = this.#choose()
      if (!task) return
      // The start of another task has failed and has given this thread a task already.
      if (thread.task) continue
      this.#waiting = this.#waiting.filter((other) => other !== task)
      this.#now = this.#turnOf(task)
      this.#read.set(task.session, this.#now + task.bytes)
      this.#begin(thread, task)
    }
  }

  #choose(): Task | undefined {
    const busy = new Set(this.#threads.map(({ task }) => task?.session))
    return this.#waiting
      .filter(({ session }) => !busy.has(session))
      .reduce<Task | undefined>(
        (first, task) => (first && this.#turnOf(first) <= this.#turnOf(task) ? first : task),
        undefined,
      )
  }

  #turnOf({ session }: Task): number {
    return Math.max(this.#now, this.#read.get(session) ?? 0)
  }

  #begin(thread: Thread, task: Task): void {
    thread.task = task
    try {
      thread.worker ??= this.#startWorker(thread)
      thread.worker.ref()
      thread.worker.postMessage(task.job, movable(task.job.response.body))
    } catch (error) {
      this.#fail(thread, messageOf(error))
    }
  }

  #startWorker(thread: Thread): Worker {
    const worker = this.#start()
    // A worker that has ended is reported by `error` and by `exit`, and a new one may already run. So reports of any
    // other worker than the current one are ignored.
    const isCurrent = () => thread.worker === worker
    const end = (problem: string) => {
      if (!isCurrent()) return
      thread.worker = undefined
      this.#fail(thread, problem)
    }
    worker.on('message', (message: AnswerMessage) => {
      if (isCurrent()) this.#take(thread, message)
    })
    worker.on('error', (error) => end(messageOf(error)))
    worker.on('exit', () => end('the thread that reads large answers has ended'))
    return worker
  }

  #take(thread: Thread, message: AnswerMessage): void {
    if ('problem' in message) this.#fail(thread, message.problem)
    else {
      finish(thread)?.resolve(message.shaped)
      this.#next()
    }
  }

  #fail(thread: Thread, problem: string): void {
    const task = finish(thread)
    task?.reject(unread(task.bytes, problem))
    this.#next()
  }

  #drop(task: Task, reason: Error): void {
    task.reject(reason)
    this.#waiting = this.#waiting.filter((other) => other !== task)
    const thread = this.#threads.find((one) => one.task === task)
    if (!thread) return
    thread.task = undefined
    void thread.worker?.terminate()
    thread.worker = undefined
    this.#next()
  }
}

const sizeOf = (tasks: readonly Task[]) => tasks.reduce((sum, { bytes }) => sum + bytes, 0)

function finish(thread: Thread): Task | undefined {
  const { task } = thread
  thread.task = undefined
  thread.worker?.unref()
  return task
}

/** The memory of a body, to be moved to the thread; `[]` for a part of a buffer, which is copied. */
function movable({ buffer, byteLength }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function unread(bytes: number, problem: string): VoiceError {
  const size = (bytes / 1e6).toFixed(1)
  return new VoiceError(
    'too-large',
    `The answer (${size} MB) was not read: ${problem}. Ask for less: a filter, a page, or fewer fields.`,
  )
}
