import { readFile } from 'node:fs/promises'
import { messageOf } from '../../../errors.js'
import type { Logger } from '../../../ports.js'
import { SpeechError } from '../../model/speech-error.js'
import type { Vad, VadWatch } from '../../model/vad.js'
import { createEnergyVad } from './energy-vad.js'
import { findModel } from './models/store.js'
import { SileroNetwork } from './silero/silero-network.js'

export interface SileroOptions {
  /** The provider string, `silero/v5` or `silero/v6`. It is also the name of the model. */
  name: string
  directory: string
}

/**
 * Speech starts at a probability of `THRESHOLD` and continues while the probability is at least `THRESHOLD - HOLD`.
 * Both values are from Silero's own code.
 */
const THRESHOLD = 0.5
const HOLD = 0.15

/**
 * The voice activity detectors `silero/v5` and `silero/v6`, which run a small neural network. If the model file is
 * missing, logs a warning and uses the detector `energy/v1`, which needs no model.
 */
export function createSileroVad(options: SileroOptions): Vad {
  let loading: Promise<SileroNetwork> | undefined
  let fallback: Promise<Vad | undefined> | undefined
  return {
    name: options.name,
    async watch({ logger }) {
      fallback ??= missingDependency(options).then((missing) =>
        missing === undefined ? undefined : fallBack(options.name, { reason: missing, logger }),
      )
      const instead = await fallback
      if (instead) return instead.watch({ logger })
      // A failed load is not stored: the next session tries to load the model again.
      loading ??= load(options).catch((error: unknown) => {
        loading = undefined
        throw error
      })
      return watchWith(await loading)
    },
  }
}

/** The sentence that tells the user which model file is missing; `undefined` if the Silero detector can run. */
export async function missingDependency({ name, directory }: SileroOptions): Promise<string | undefined> {
  return (await findModel(name, directory))
    ? undefined
    : `${name} needs its model file: voice models pull ${name}`
}

function fallBack(name: string, { reason, logger }: { reason: string; logger: Logger }): Vad {
  const energy = createEnergyVad()
  logger.warn('voice detection falls back', { wanted: name, used: energy.name, reason })
  return energy
}

async function load({ name, directory }: SileroOptions): Promise<SileroNetwork> {
  try {
    return new SileroNetwork(await readFile((await findModel(name, directory)) ?? ''))
  } catch (error) {
    throw new SpeechError('unavailable', { provider: name, message: messageOf(error), cause: error })
  }
}

function watchWith(network: SileroNetwork): VadWatch {
  let state = network.createState()
  let speaks = false
  return {
    isSpeech(frame, { threshold = THRESHOLD } = {}) {
      const probability = network.probability(frame, state)
      speaks = probability >= (speaks ? Math.max(threshold - HOLD, 0.01) : threshold)
      return speaks
    },
    reset() {
      state = network.createState()
      speaks = false
    },
    close() {},
  }
}
