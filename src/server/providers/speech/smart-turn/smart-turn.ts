import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { VoiceError } from '../../../../errors.js'
import type { SpeechPause, TurnDetector } from '../../../model/turn-detector.js'
import { findPeer } from '../../find-peer.js'
import { modelNamed, modelPath, SMART_TURN_FILE } from '../models/catalog.js'
import type { TurnAnswer, TurnEngineData } from './turn-messages.js'

/** The provider string. It is also the name of the model. */
export const SMART_TURN = 'smart-turn/v3'
/**
 * The package of the engine, an optional peer dependency. The name is in a variable, so that bundlers do not resolve
 * it.
 */
const RUNTIME = 'onnxruntime-web'

/** Above this probability, the turn counts as over. The model was trained for this value. */
const ENDED = 0.5

/** Milliseconds of silence that end a turn, depending on the prediction of the model. */
const WAIT = {
  ended: 250,
  /** The model has not returned a prediction yet, or it has failed. */
  unknown: 800,
  /** The model predicts that the user continues. If no speech follows, the turn ends after this time. */
  unfinished: 2_000,
} as const

/**
 * The turn detector `smart-turn/v3`: a neural network that predicts from audio whether a turn is over, in 23 languages.
 * Throws `not-installed` if the model or its engine is missing.
 */
export function createSmartTurnDetector({
  directory,
  program,
}: {
  directory: string
  program?: URL
}): TurnDetector {
  const model = join(modelPath(modelNamed(SMART_TURN), directory), SMART_TURN_FILE)
  if (!existsSync(model)) throw notInstalled(`its model file: voice models pull ${SMART_TURN}`)
  const runtime = findPeer(`${RUNTIME}/wasm`, [directory])
  if (!runtime) throw notInstalled(`the package ${RUNTIME}: npm install ${RUNTIME}`)
  return smartTurnWith(new TurnJudge({ model, runtime }, program))
}

export function smartTurnWith(judge: Pick<TurnJudge, 'judge'>): TurnDetector {
  return {
    name: SMART_TURN,
    // The prediction itself needs no transcript. `needsWords` makes the session request the transcript at each pause,
    // so that the reply does not wait for the transcript later.
    needsWords: true,
    judgeSound: (samples) => judge.judge(samples),
    silenceMs: waitFor,
  }
}

function waitFor({ ended }: SpeechPause): number {
  if (ended === undefined) return WAIT.unknown
  return ended > ENDED ? WAIT.ended : WAIT.unfinished
}

function notInstalled(what: string): VoiceError {
  return new VoiceError('not-installed', `${SMART_TURN} needs ${what}`)
}

/** The program that the worker thread runs, at the path where the bundler puts it. Tests pass another program. */
const TURN_PROGRAM = new URL('./turn-engine.js', import.meta.url)

/**
 * Maximum number of turns that wait for a prediction. In a longer queue, predictions would come too late to be useful.
 */
const MAX_WAITING = 16

interface WaitingQuestion {
  resolve: (ended: number) => void
  reject: (error: Error) => void
}

/**
 * Runs the model in a worker thread to predict whether turns are over. All sessions share the thread. The first call of
 * `judge` starts the thread. If the thread ends, the next call starts a new one.
 */
class TurnJudge {
  readonly #data: TurnEngineData
  readonly #program: URL
  readonly #waiting = new Map<number, WaitingQuestion>()
  #worker: Worker | undefined
  #ids = 0

  constructor(data: TurnEngineData, program = TURN_PROGRAM) {
    this.#data = data
    this.#program = program
  }

  /** The probability that a turn with this audio is over. Rejects if the model fails or the queue is full. */
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
    const worker = new Worker(this.#program, { workerData: this.#data, execArgv: [], env: {} })
    // Lets the process exit although the thread still runs.
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

  /**
   * Rejects all waiting calls of `judge` when their thread ends. Node reports a crash twice, as `error` and as `exit`.
   * The second report is ignored, because a new thread may already run.
   */
  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
  }
}
