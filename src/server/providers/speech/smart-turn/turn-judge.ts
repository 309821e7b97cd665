import { Worker } from 'node:worker_threads'
import type { TurnAnswer, TurnEngineData } from './turn-messages.js'

/** The program of the thread, where the bundler puts it. Tests use their own. */
export const TURN_PROGRAM = new URL('./turn-engine.js', import.meta.url)

/** Maximum number of waiting questions. With more, answers would come too late. */
const MAX_WAITING = 16

interface WaitingQuestion {
  resolve: (ended: number) => void
  reject: (error: Error) => void
}

/**
 * Asks the model in a separate thread whether turns are over. All sessions share the thread, which starts with the
 * first question.
 *
 * States: resting → working → resting (the thread ended; the next question starts another).
 */
export class TurnJudge {
  readonly #data: TurnEngineData
  readonly #program: URL
  readonly #waiting = new Map<number, WaitingQuestion>()
  #worker: Worker | undefined
  #ids = 0

  constructor(data: TurnEngineData, program = TURN_PROGRAM) {
    this.#data = data
    this.#program = program
  }

  /** The probability that a turn with this audio is over. Rejects when the model fails or the queue is full. */
  judge(samples: Int16Array): Promise<number> {
    if (this.#waiting.size >= MAX_WAITING)
      return Promise.reject(new Error(`More than ${MAX_WAITING} turns wait to be judged.`))
    const worker = this.#start()
    const id = ++this.#ids
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ id, samples })
    })
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#program, { workerData: this.#data })
    // The thread must not keep a finished program running.
    worker.unref()
    worker.on('message', (answer: TurnAnswer) => this.#take(answer))
    worker.on('error', (error) => this.#end(worker, error))
    worker.on('exit', () => this.#end(worker, new Error('The thread that judges turns has ended.')))
    this.#worker = worker
    return worker
  }

  #take(answer: TurnAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('ended' in answer) waiting?.resolve(answer.ended)
    else waiting?.reject(new Error(answer.problem))
  }

  /** Handles the end of a thread. A crash is reported twice; the second report may come when a new thread is running. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}
