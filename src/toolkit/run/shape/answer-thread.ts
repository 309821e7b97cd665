import type { Worker } from 'node:worker_threads'
import { messageOf, VoiceError } from '../../../errors.js'
import type { Deadline } from '../send/deadline.js'
import type { AnswerJob, ShapedAnswer } from './answer-job.js'

/** The message that the thread sends after a job: the result, or the problem if the job has failed. */
export type AnswerMessage = { shaped: ShapedAnswer } | { problem: string }

/**
 * Maximum number of responses that wait for the thread. A further response is not read, and its call fails, because
 * waiting responses fill the memory.
 */
export const MAX_WAITING = 16

interface Task {
  job: AnswerJob
  bytes: number
  resolve: (shaped: ShapedAnswer) => void
  reject: (error: Error) => void
}

/**
 * Reads large responses in a thread, one after the other. The first response starts the thread. The thread ends if it
 * fails, or at the deadline of the call whose response it reads. The next response then starts a new thread.
 */
export class AnswerThread {
  readonly #start: () => Worker
  #worker: Worker | undefined
  #running: Task | undefined
  #waiting: Task[] = []

  /** `start` starts a thread with the program `answer-engine`. */
  constructor(start: () => Worker) {
    this.#start = start
  }

  /**
   * Runs a job. The body of its response may be moved to the thread. Rejects with a `VoiceError` if too many jobs wait,
   * if the thread fails, or at the deadline.
   */
  async run(job: AnswerJob, deadline: Deadline): Promise<ShapedAnswer> {
    if (deadline.reason) throw deadline.reason
    const bytes = job.response.body.byteLength
    if (this.#waiting.length >= MAX_WAITING)
      throw unread(bytes, `${MAX_WAITING} other large answers wait to be read`)
    return new Promise((resolve, reject) => {
      const task: Task = {
        job,
        bytes,
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
    const task = this.#running ? undefined : this.#waiting.shift()
    if (!task) return
    this.#running = task
    try {
      this.#worker ??= this.#begin()
      this.#worker.ref()
      this.#worker.postMessage(task.job, movable(task.job.response.body))
    } catch (error) {
      this.#fail(messageOf(error))
    }
  }

  #begin(): Worker {
    const worker = this.#start()
    worker.on('message', (message: AnswerMessage) => this.#take(worker, message))
    worker.on('error', (error) => this.#end(worker, messageOf(error)))
    worker.on('exit', () => this.#end(worker, 'the thread that reads large answers has ended'))
    return worker
  }

  #take(worker: Worker, message: AnswerMessage): void {
    if (this.#worker !== worker) return
    if ('problem' in message) this.#fail(message.problem)
    else {
      this.#finish()?.resolve(message.shaped)
      this.#next()
    }
  }

  /**
   * Drops a thread that has ended. A failure is reported twice, by `error` and by `exit`. When the second report comes,
   * a new thread may already be running. Reports of any other thread than the current one are therefore ignored.
   */
  #end(worker: Worker, problem: string): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#fail(problem)
  }

  #fail(problem: string): void {
    const task = this.#finish()
    task?.reject(unread(task.bytes, problem))
    this.#next()
  }

  /**
   * Ends the current task and returns it, if there is one. Until the next task begins, the thread does not keep the
   * process alive.
   */
  #finish(): Task | undefined {
    const task = this.#running
    this.#running = undefined
    this.#worker?.unref()
    return task
  }

  #drop(task: Task, reason: Error): void {
    task.reject(reason)
    this.#waiting = this.#waiting.filter((other) => other !== task)
    if (this.#running !== task) return
    this.#running = undefined
    void this.#worker?.terminate()
    this.#worker = undefined
    this.#next()
  }
}

/**
 * The memory of a body, to be moved to the thread. `[]` if the body is only a part of its buffer: the body is then
 * copied to the thread.
 */
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
