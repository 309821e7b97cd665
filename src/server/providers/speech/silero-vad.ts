import { messageOf } from '../../../errors.js'
import type { Logger } from '../../../ports.js'
import { SpeechError } from '../../model/speech-error.js'
import { FRAME_SAMPLES, LISTENING_RATE, type Vad, type VadWatch } from '../../model/vad.js'
import { createEnergyVad } from './energy-vad.js'
import { findModel } from './models/store.js'
import { loadSherpa, type Sherpa, type SherpaVad } from './sherpa.js'

/** What silero needs to be told. */
export interface SileroOptions {
  /** `silero/v5` or `silero/v6`; also the name of the model. */
  name: string
  /** Where models are kept. */
  directory: string
}

/** Speech without a pause after which the engine looks for one; it keeps all of it, so this bounds its memory. */
const MAX_SPEECH_SECONDS = 8
const BUFFER_SECONDS = 2 * MAX_SPEECH_SECONDS
/** Engines of closed sessions that are kept: making one takes tens of milliseconds. */
const MAX_SPARE = 64

/**
 * `silero/v5` and `silero/v6`: a small neural network, through sherpa-onnx-node. Where the package or the model file is missing,
 * `energy/v1` takes its place, and one log line says so.
 */
export function createSileroVad(options: SileroOptions): Vad {
  const spare: SherpaVad[] = []
  let fallback: Promise<Vad | undefined> | undefined
  return {
    name: options.name,
    async watch({ logger }) {
      fallback ??= whatIsMissing(options).then((missing) =>
        missing === undefined ? undefined : fallBack(options.name, { reason: missing, logger }),
      )
      const instead = await fallback
      if (instead) return instead.watch({ logger })
      const engine = spare.pop() ?? (await createEngine(options))
      return watchEngine(engine, () => {
        if (spare.length < MAX_SPARE) spare.push(engine)
      })
    },
  }
}

/** Why silero cannot run here, in a sentence; `undefined` when it can. */
export async function whatIsMissing({ name, directory }: SileroOptions): Promise<string | undefined> {
  try {
    await loadSherpa(name)
    if (await findModel(name, directory)) return undefined
    return `${name} needs its model file: voice models pull ${name}`
  } catch (error) {
    return messageOf(error)
  }
}

function fallBack(name: string, { reason, logger }: { reason: string; logger: Logger }): Vad {
  const energy = createEnergyVad()
  logger.warn('voice detection falls back', { wanted: name, used: energy.name, reason })
  return energy
}

async function createEngine({ name, directory }: SileroOptions): Promise<SherpaVad> {
  const [sherpa, model] = [await loadSherpa(name), await findModel(name, directory)]
  try {
    return new sherpa.Vad(engineConfig(model ?? ''), BUFFER_SECONDS)
  } catch (error) {
    throw new SpeechError('unavailable', { provider: name, message: messageOf(error), cause: error })
  }
}

/** The engine is asked for the verdict on each frame alone; how long speech and silence have to be is judged by the listener. */
function engineConfig(model: string): ConstructorParameters<Sherpa['Vad']>[0] {
  return {
    sileroVad: {
      model,
      threshold: 0.5,
      minSilenceDuration: 0.01,
      minSpeechDuration: 0.01,
      maxSpeechDuration: MAX_SPEECH_SECONDS,
      windowSize: FRAME_SAMPLES,
    },
    sampleRate: LISTENING_RATE,
    numThreads: 1,
    provider: 'cpu',
    debug: 0,
  }
}

function watchEngine(engine: SherpaVad, release: () => void): VadWatch {
  const samples = new Float32Array(FRAME_SAMPLES)
  engine.reset()
  return {
    isSpeech(frame) {
      for (let at = 0; at < FRAME_SAMPLES; at += 1) samples[at] = frame[at]! / 32_768
      engine.acceptWaveform(samples)
      while (!engine.isEmpty()) engine.pop()
      return engine.isDetected()
    },
    reset: () => engine.reset(),
    close: release,
  }
}
