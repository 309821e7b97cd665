import { messageOf, VoiceError } from '../../errors.js'
import type { Clock } from '../../ports.js'
import type { EndCommand } from './worklet-scope.js'

/** Time for the audio thread to see that its nodes are needed no more. */
const ENDING_MS = 100

export interface AudioEngineOptions {
  clock: Clock
  workletUrls: readonly string[]
  /** Called when a phone call or the system interrupts audio, and when the interruption ends. */
  onInterrupted: (isInterrupted: boolean) => void
}

/** The one audio context, at the device's rate. Mobile browsers start audio only in a click, so `unlock` there before any await. */
export class AudioEngine {
  #context: AudioContext | undefined
  #loaded: Promise<AudioContext> | undefined
  #wasRunning = false

  constructor(private readonly options: AudioEngineOptions) {}

  /** Creates or resumes the context. Call it inside a click or a key press. */
  unlock(): void {
    this.#context ??= this.#create()
    if (this.#context && this.#context.state !== 'running') this.#context.resume().catch(() => {})
  }

  /** Resolves to the context when the worklet is loaded. Rejects with the code `no-audio` or `worklet-failed`. */
  ready(): Promise<AudioContext> {
    this.unlock()
    this.#loaded ??= this.#load().catch((error) => {
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }

  /** Ends a node of the worklet, whose messages are ignored from now on. */
  end({ port }: AudioWorkletNode): void {
    port.onmessage = null
    port.postMessage({ type: 'end' } satisfies EndCommand)
    this.options.clock.schedule(() => port.close(), ENDING_MS)
  }

  /** Closes the context, when the nodes have ended: one that still runs would keep it in the memory of Chromium. */
  close(): void {
    const context = this.#context
    this.options.clock.schedule(() => context?.close().catch(() => {}), ENDING_MS)
    this.#context = undefined
    this.#loaded = undefined
  }

  #create(): AudioContext | undefined {
    if (typeof AudioContext === 'undefined') return undefined
    const context = new AudioContext({ latencyHint: 'interactive' })
    context.onstatechange = () => this.#follow(context)
    return context
  }

  #follow(context: AudioContext): void {
    if (context !== this.#context || context.state === 'closed') return
    const isRunning = context.state === 'running'
    if (isRunning !== this.#wasRunning && (isRunning || this.#wasRunning))
      this.options.onInterrupted(!isRunning)
    this.#wasRunning = isRunning
  }

  async #load(): Promise<AudioContext> {
    const context = this.#context
    if (!context?.audioWorklet)
      throw new VoiceError(
        'no-audio',
        'This browser has no audio worklets; sound needs one that is not older than 2021, and https.',
      )
    await addFirst(context.audioWorklet, this.options.workletUrls)
    return context
  }
}

async function addFirst(worklet: AudioWorklet, urls: readonly string[]): Promise<void> {
  const failures: string[] = []
  for (const url of urls) {
    try {
      await worklet.addModule(url)
      return
    } catch (error) {
      failures.push(`${url} (${messageOf(error)})`)
    }
  }
  throw new VoiceError(
    'worklet-failed',
    `The audio worklet could not be loaded from ${failures.join(', nor from ')}; serve voice-worklet.js there, or set workletUrl, and allow its origin in script-src.`,
  )
}
