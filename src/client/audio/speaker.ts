import type { VoiceError } from '../../errors.js'
import { asVoiceError } from '../client-events.js'
import type { AudioEngine } from './audio-engine.js'
import { ElementPlayer } from './element-player.js'
import { PLAYER, type PlayerCommand, type PlayerMessage, WIRE_RATE } from './worklet-scope.js'

export interface SpeakerOptions {
  engine: AudioEngine
  /** Receives how much of an item was played, in milliseconds. */
  onPlayed: (item: string, playedMs: number) => void
  /** Receives the loudness of what is played, 0 to 1, ten times a second; 0 at its end. */
  onLevel: (level: number) => void
  onFailure: (error: VoiceError) => void
}

/** Maximum bytes of audio that wait until the worklet is loaded: about a minute. */
const MAX_EARLY_BYTES = 3_000_000

/** Plays PCM16 at 24 kHz through an `<audio>` element, whose echo every browser can cancel. */
export class Speaker {
  readonly #output = new ElementPlayer()
  #player: AudioWorkletNode | undefined
  #early: PlayerCommand[] | undefined
  #earlyBytes = 0
  /** Changes at each close, so that a worklet that loads late is not connected. */
  #generation = 0
  /** The item whose remaining audio is dropped. */
  #dropped: string | undefined
  #lastItem: string | undefined
  #isPlaying = false

  constructor(private readonly options: SpeakerOptions) {}

  /** Creates the element that plays. Call it inside a click or a key press. */
  unlock(): void {
    this.#output.unlock()
  }

  setVolume(volume: number): void {
    this.#output.setVolume(volume)
  }

  /** Plays through this device from now on; `undefined` is the default of the system. Rejects if it cannot be used. */
  async use(deviceId: string | undefined): Promise<void> {
    await this.#output.use(deviceId)
  }

  /** Plays audio of an item. */
  push(item: string, pcm: Uint8Array): void {
    if (item === this.#dropped) return
    this.#lastItem = item
    this.#isPlaying = true
    this.#tell({ type: 'push', item, pcm: pcm.slice().buffer })
  }

  /** Pauses until `resume`. */
  pause(): void {
    if (this.#isPlaying) this.#tell({ type: 'pause' })
  }

  resume(): void {
    if (this.#isPlaying) this.#tell({ type: 'resume' })
  }

  flush(): void {
    this.#dropped = this.#lastItem
    this.#isPlaying = false
    this.#early = this.#early && []
    this.#earlyBytes = 0
    this.#player?.port.postMessage({ type: 'flush' } satisfies PlayerCommand)
    this.options.onLevel(0)
  }

  /** Releases everything; audio that comes later opens it again. */
  close(): void {
    this.flush()
    this.#generation += 1
    if (this.#player) this.options.engine.end(this.#player)
    this.#output.close()
    this.#player = undefined
    this.#early = undefined
  }

  #tell(command: PlayerCommand): void {
    if (this.#player) {
      this.#player.port.postMessage(command, command.type === 'push' ? [command.pcm] : [])
      return
    }
    if (command.type === 'push') this.#earlyBytes += command.pcm.byteLength
    const isFirst = this.#early === undefined
    this.#early ??= []
    if (this.#earlyBytes <= MAX_EARLY_BYTES) this.#early.push(command)
    if (isFirst) void this.#open()
  }

  async #open(): Promise<void> {
    const generation = this.#generation
    try {
      const context = await this.options.engine.ready()
      if (generation === this.#generation) this.#connect(context)
    } catch (error) {
      this.#isPlaying = false
      this.options.onFailure(asVoiceError(error))
    }
  }

  #connect(context: AudioContext): void {
    const player = new AudioWorkletNode(context, PLAYER, { numberOfInputs: 0, outputChannelCount: [1] })
    const output = context.createMediaStreamDestination()
    player.connect(output)
    player.port.onmessage = ({ data }: MessageEvent<PlayerMessage>) => this.#follow(data)
    this.#output.play(output.stream)
    this.#player = player
    for (const command of this.#early?.splice(0) ?? []) this.#tell(command)
  }

  #follow({ item, playedSamples, isDrained, level }: PlayerMessage): void {
    if (item === this.#lastItem && isDrained) this.#isPlaying = false
    this.options.onLevel(this.#isPlaying ? level : 0)
    this.options.onPlayed(item, (playedSamples * 1000) / WIRE_RATE)
  }
}
