/** The names under which the worklet registers its processors. */
export const CAPTURE = 'voice-capture'
export const PLAYER = 'voice-player'

export const WIRE_RATE = 24_000

/** A message from the microphone's processor: 20 ms of PCM16 at 24 kHz, and their loudness from 0 to 1. */
export interface CaptureMessage {
  pcm: ArrayBuffer
  level: number
}

/** To each processor: it is needed no more. */
export interface EndCommand {
  type: 'end'
}

/** To the player: `push` adds audio of an item, `flush` drops all that waits. */
export type PlayerCommand =
  | EndCommand
  | { type: 'push'; item: string; pcm: ArrayBuffer }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'flush' }

/** From the player: samples played of an item at 24 kHz, whether it is empty, and the loudness, 0 to 1. */
export interface PlayerMessage {
  item: string
  playedSamples: number
  isDrained: boolean
  level: number
}

/** The members of `AudioWorkletGlobalScope` that are used here. The DOM types do not declare them. */
interface WorkletScope {
  sampleRate: number
  registerProcessor(name: string, processor: new () => Processor): void
  AudioWorkletProcessor: new () => { readonly port: MessagePort }
}

/** A processor on the audio thread. The browser runs `process` for every 128 samples, until it returns `false`. */
export interface Processor {
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean
}

const scope = globalThis as unknown as WorkletScope

/** The base class of processors exists only in a worklet. The main thread gets an empty class. */
export const AudioWorkletProcessor = scope.AudioWorkletProcessor ?? class {}

export const deviceRate = scope.sampleRate

export function registerProcessor(name: string, processor: new () => Processor): void {
  scope.registerProcessor(name, processor)
}
