import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import type { SpeechPause, TurnDetector } from '../../../model/turn-detector.js'
import { findPeer } from '../../find-peer.js'
import { SMART_TURN_FILE } from '../models/catalog.js'
import { modelNamed, modelPath } from '../models/store.js'
import { TurnJudge } from './turn-judge.js'

/** The provider string. This is also the name of the model. */
export const SMART_TURN = 'smart-turn/v3'
/** The engine, an optional peer dependency. The name is in a variable, so that bundlers do not resolve it. */
const RUNTIME = 'onnxruntime-web'

/** Above this probability, the turn counts as over. The model was trained for this value. */
const ENDED = 0.5

/** Milliseconds of silence that end a turn, depending on the prediction of the model. */
const WAIT = {
  ended: 250,
  /** The model has not answered yet or has failed. */
  unknown: 800,
  /** The model expects more speech. If none comes, the turn ends after this time. */
  unfinished: 2_000,
} as const

/**
 * `smart-turn/v3`: a neural network that predicts from audio (intonation and words) whether a turn is over, in 23
 * languages. Throws `not-installed` if the model or its engine is missing. `program` is the program of the thread;
 * tests pass their own.
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

/** The detector with a given judge. */
export function smartTurnWith(judge: Pick<TurnJudge, 'judge'>): TurnDetector {
  return {
    name: SMART_TURN,
    // The prediction needs no transcript. Requesting it early means that the reply need not wait for it.
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
