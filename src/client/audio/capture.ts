import type { AudioEngine } from './audio-engine.js'
import { CAPTURE, type CaptureMessage } from './worklet-scope.js'

export interface CaptureOptions {
  engine: AudioEngine
  /** Receives 20 ms of microphone audio: PCM16 at 24 kHz. */
  onSound: (pcm: Uint8Array) => void
  onLevel: (level: number) => void
}

/** Frames (20 ms each) of silence sent after muting, so that the server detects the end of speech. */
const SILENT_FRAMES = 150

/** The sound of a microphone's stream in frames, from the worklet. */
export class Capture {
  #stream: MediaStream | undefined
  #source: AudioNode | undefined
  #node: AudioWorkletNode | undefined
  #isMuted = false
  #silentFrames = 0

  constructor(private readonly options: CaptureOptions) {}

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    this.#silentFrames = 0
  }

  /** Rejects with the code `no-audio` or `worklet-failed`. */
  async open(stream: MediaStream): Promise<void> {
    this.#stream = stream
    this.#silentFrames = 0
    const context = await this.options.engine.ready()
    if (stream !== this.#stream) return
    this.#source = context.createMediaStreamSource(stream)
    this.#node = new AudioWorkletNode(context, CAPTURE, { numberOfOutputs: 1 })
    // Browsers may suspend a node that is not connected, so this node is connected to the speakers. It outputs silence.
    this.#source.connect(this.#node).connect(context.destination)
    this.#node.port.onmessage = ({ data }: MessageEvent<CaptureMessage>) => this.#receive(data)
  }

  close(): void {
    this.#source?.disconnect()
    if (this.#node) this.options.engine.end(this.#node)
    this.#stream = this.#source = this.#node = undefined
    this.options.onLevel(0)
  }

  #receive({ pcm, level }: CaptureMessage): void {
    const { onSound, onLevel } = this.options
    onLevel(this.#isMuted ? 0 : level)
    if (this.#isMuted) this.#silentFrames += 1
    if (!this.#isMuted || this.#silentFrames <= SILENT_FRAMES) onSound(new Uint8Array(pcm))
  }
}
