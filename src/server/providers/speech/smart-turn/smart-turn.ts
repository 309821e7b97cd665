import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import type { SpeechPause, TurnDetector } from '../../../model/turn-detector.js'
import { findPeer } from '../../find-peer.js'
import { SMART_TURN_FILE } from '../models/catalog.js'
import { modelNamed, modelPath } from '../models/store.js'
import { TurnJudge } from './turn-judge.js'

/** The provider string, and the name of the model. */
export const SMART_TURN = 'smart-turn/v3'
/** The engine, an optional peer dependency. The name is in a variable, so that bundlers do not resolve it. */
const RUNTIME = 'onnxruntime-web'

/** From here on the turn is taken to be over: what the model was trained for. */
const ENDED = 0.5

/** Milliseconds of silence by what the sound says. */
const WAIT = {
  ended: 250,
  /** The model has not answered yet, or cannot. */
  unknown: 800,
  /** More must come; when it does not, the turn ends all the same. */
  unfinished: 2_000,
} as const

/**
 * `smart-turn/v3`: a neural network that predicts from the audio whether a turn is over, by melody and words, in 23
 * languages. Throws `not-installed` when the model or its engine is missing. `program` is the thread's program; tests
 * pass their own.
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

/** The detection with a judge of one's own. */
export function smartTurnWith(judge: Pick<TurnJudge, 'judge'>): TurnDetector {
  return {
    name: SMART_TURN,
    // The judgement needs no words, but the reply then does not wait for them.
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
