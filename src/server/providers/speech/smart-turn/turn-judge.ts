import { Worker } from 'node:worker_threads'
import type { TurnAnswer, TurnEngineData } from './turn-messages.js'

/** Where the bundler puts the program of the thread; tests name their own. */
export const TURN_PROGRAM = new URL('./turn-engine.js', import.meta.url)

/** Questions that wait their turn. With more, an answer would come too late to be of use. */
const MAX_WAITING = 16

interface WaitingQuestion {
  resolve: (ended: number) => void
  reject: (error: Error) => void
}

/**
 * Judges turns in a thread of its own, one for all sessions, started with the first question.
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
    // A program with nothing else to do may end.
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

  /** A thread that breaks down says so twice; the second time another may be at work already. */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}
