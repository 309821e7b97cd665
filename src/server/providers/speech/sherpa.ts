import { messageOf } from '../../../errors.js'
import { SpeechError } from '../../model/speech-error.js'

/** The part of the package sherpa-onnx-node that this code uses. The types in the package do not describe it. */
export interface Sherpa {
  OfflineRecognizer: new (config: object) => SherpaRecognizer
  OnlineRecognizer: new (config: object) => SherpaRecognizer & { isReady(stream: SherpaStream): boolean }
  OfflineTts: new (config: object) => SherpaVoice
}

/** A recognizer of sherpa-onnx. Each stream contains the audio of one utterance. */
export interface SherpaRecognizer {
  createStream(): SherpaStream
  decode(stream: SherpaStream): void
  getResult(stream: SherpaStream): { text: string }
}

/** The audio of one utterance. Samples are numbers from -1 to 1. */
export interface SherpaStream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
}

export interface SherpaVoice {
  generate(request: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): {
    samples: Float32Array
    sampleRate: number
  }
}

let loading: Promise<Sherpa> | undefined

/** Loads the optional package sherpa-onnx-node when it is first needed. Throws a `SpeechError` `not-installed`. */
export function loadSherpa(provider: string, name = 'sherpa-onnx-node'): Promise<Sherpa> {
  loading ??= load(provider, name)
  return loading
}

async function load(provider: string, name: string): Promise<Sherpa> {
  try {
    // The name is in a variable, so that bundlers and type checkers do not search for a package that may be missing.
    const loaded = (await import(name)) as { default?: Sherpa } & Sherpa
    return loaded.default ?? loaded
  } catch (error) {
    loading = undefined
    const message = `${provider} needs the package sherpa-onnx-node (npm install sherpa-onnx-node): ${messageOf(error).split('\n')[0]}`
    throw new SpeechError('not-installed', { provider, message, cause: error })
  }
}
