import { Framer } from '../../protocol/framer.js'
import { Resampler } from '../../protocol/resampler.js'
import { levelOf } from './level.js'
import {
  AudioWorkletProcessor,
  type CaptureMessage,
  deviceRate,
  type Processor,
  WIRE_RATE,
} from './worklet-scope.js'

const FRAME_SAMPLES = 480

/** The microphone on the audio thread: mixes to one channel, resamples to 24 kHz, cuts into frames of 20 ms. */
export class CaptureProcessor extends AudioWorkletProcessor implements Processor {
  readonly #resampler = new Resampler({ from: deviceRate, to: WIRE_RATE })
  readonly #framer = new Framer(FRAME_SAMPLES)

  process([channels]: Float32Array[][]): boolean {
    if (!channels?.[0]) return true
    this.#framer.push(this.#resampler.push(mixed(channels)), (frame) => {
      const message: CaptureMessage = {
        pcm: frame.slice().buffer as ArrayBuffer,
        level: levelOf(frame, 32_768),
      }
      this.port.postMessage(message, [message.pcm])
    })
    return true
  }
}

function mixed(channels: Float32Array[]): Int16Array {
  const first = channels[0]!
  return Int16Array.from(first, (_, at) => {
    const sum = channels.reduce((total, channel) => total + channel[at]!, 0)
    return Math.round(Math.max(-1, Math.min(1, sum / channels.length)) * 32_767)
  })
}
