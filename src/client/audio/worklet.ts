/** The audio worklet, built as a separate file: the processors of microphone and speaker on the audio thread. */

import { Framer } from '../../protocol/framer.js'
import { Resampler } from '../../protocol/resampler.js'
import { levelOf } from './level.js'
import { PlayQueue } from './play-queue.js'
import {
  AudioWorkletProcessor,
  CAPTURE,
  type CaptureMessage,
  deviceRate,
  PLAYER,
  type PlayerCommand,
  type PlayerMessage,
  type Processor,
  registerProcessor,
  WIRE_RATE,
} from './worklet-scope.js'

const FRAME_SAMPLES = 480

/** The microphone on the audio thread: mixes to one channel, resamples to 24 kHz, cuts into frames of 20 ms. */
class CaptureProcessor extends AudioWorkletProcessor implements Processor {
  readonly #resampler = new Resampler({ from: deviceRate, to: WIRE_RATE })
  readonly #framer = new Framer(FRAME_SAMPLES)
  #isNeeded = true

  constructor() {
    super()
    this.port.onmessage = () => {
      this.#isNeeded = false
    }
  }

  process([channels]: Float32Array[][]): boolean {
    if (!channels?.[0]) return this.#isNeeded
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

/** Samples between two position reports. The server trusts a report for 300 ms. */
const REPORT_EVERY = WIRE_RATE / 10

/** Plays the agent's audio on the audio thread. Stopped audio fades out within one block, so that it does not click. */
class PlayerProcessor extends AudioWorkletProcessor implements Processor {
  readonly #queue = new PlayQueue({ wire: WIRE_RATE, device: deviceRate })
  #isPaused = false
  #flushes = false
  #isNeeded = true
  #gain = 1
  #reported = 0
  #item = ''

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<PlayerCommand>) => this.#follow(data)
  }

  process(_inputs: Float32Array[][], [channels]: Float32Array[][]): boolean {
    const block = channels?.[0]
    if (!block) return true
    const target = this.#isPaused || this.#flushes ? 0 : 1
    if (target === 0 && this.#gain === 0) block.fill(0)
    else this.#play(block, target)
    for (const channel of channels.slice(1)) channel.set(block)
    if (this.#flushes && this.#gain === 0) this.#flush()
    return this.#isNeeded
  }

  #follow(command: PlayerCommand): void {
    if (command.type === 'end') this.#isNeeded = false
    else if (command.type === 'push') {
      if (this.#flushes) this.#flush()
      this.#queue.push(command.item, new Int16Array(command.pcm))
    } else if (command.type === 'flush') {
      if (this.#queue.isEmpty || this.#isPaused) this.#flush()
      else this.#flushes = true
    } else this.#isPaused = command.type === 'pause'
  }

  #play(block: Float32Array, target: number): void {
    if (this.#queue.pull(block) && this.#gain !== target) fade(block, this.#gain, target)
    this.#gain = target
    this.#report(block)
  }

  #flush(): void {
    this.#queue.clear()
    this.#flushes = false
    this.#isPaused = false
    this.#gain = 1
    this.#report()
  }

  #report(block?: Float32Array): void {
    const { played, isEmpty } = this.#queue
    if (!played) return
    const isNew = played.item !== this.#item
    const since = played.playedSamples - (isNew ? 0 : this.#reported)
    if (since === 0 || (since < REPORT_EVERY && !isEmpty && !isNew)) return
    this.#item = played.item
    this.#reported = played.playedSamples
    const message: PlayerMessage = {
      ...played,
      isDrained: isEmpty,
      level: block ? levelOf(block, 1) : 0,
    }
    this.port.postMessage(message)
  }
}

function fade(block: Float32Array, from: number, to: number): void {
  const step = (to - from) / block.length
  for (let at = 0; at < block.length; at += 1) block[at]! *= from + step * (at + 1)
}

registerProcessor(CAPTURE, CaptureProcessor)
registerProcessor(PLAYER, PlayerProcessor)
