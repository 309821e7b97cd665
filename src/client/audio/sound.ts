import type { VoiceError } from '../../errors.js'
import type { ServerEvent } from '../../protocol/events.js'
import type { AgentState, ProviderNames } from '../../protocol/voice-events.js'
import type { MicrophoneState, SpeechEngine } from '../client-state.js'
import { AudioEngine } from './audio-engine.js'
import { BrowserEars } from './browser-ears.js'
import { BrowserMouth } from './browser-mouth.js'
import { Microphone } from './microphone.js'
import { Speaker } from './speaker.js'

/** What sound is given, and whom it tells. */
export interface SoundOptions {
  workletUrl: string
  /** Whether the browser's own speech stands in for a server without. */
  browserSpeech: boolean
  onMicrophone: (state: MicrophoneState) => void
  /** 20 ms of PCM16 at 24 kHz. */
  onSound: (pcm: Uint8Array) => void
  onLevel: (level: number) => void
  /** How much of a spoken answer was heard. */
  onPlayed: (part: { itemId: string; contentIndex: number; playedMs: number }) => void
  /** The browser's own recognition: words so far. */
  onPartial: (text: string) => void
  /** The browser's own recognition: what was said. */
  onFinal: (text: string) => void
  /** Whether the browser's own voice is speaking. */
  onSpeaking: (isSpeaking: boolean) => void
  onFailure: (error: VoiceError) => void
}

/** Everything one hears and says into: the microphone and the speaker, or the browser's own ears and mouth where the server has none. */
export class Sound {
  readonly #options: SoundOptions
  readonly #engine: AudioEngine
  readonly #microphone: Microphone
  readonly #speaker: Speaker
  readonly #ears: BrowserEars
  readonly #mouth: BrowserMouth
  #speech: { in: SpeechEngine; out: SpeechEngine } = { in: 'none', out: 'none' }
  #part = { itemId: '', contentIndex: 0 }
  #isOn = false

  constructor(options: SoundOptions) {
    this.#options = options
    const { workletUrl, onFailure, onMicrophone: onState } = options
    const onInterrupted = (isInterrupted: boolean) => {
      this.#microphone.setInterrupted(isInterrupted)
      // A phone stops the element that plays, and leaves it to the page to go on.
      if (!isInterrupted) this.#speaker.unlock()
    }
    this.#engine = new AudioEngine({ workletUrl, onInterrupted })
    const common = { engine: this.#engine, onFailure }
    this.#microphone = new Microphone({
      ...common,
      onState,
      onSound: options.onSound,
      onLevel: options.onLevel,
    })
    this.#speaker = new Speaker({ ...common, onPlayed: (item, playedMs) => this.#onPlayed(item, playedMs) })
    this.#ears = new BrowserEars({ onState, onPartial: options.onPartial, onFinal: options.onFinal })
    this.#mouth = new BrowserMouth({ onSpeaking: (isSpeaking) => this.#onSpeaking(isSpeaking) })
  }

  /** Readies sound. To be called inside a click or a key press, before anything is awaited. */
  unlock(): void {
    this.#engine.unlock()
    this.#speaker.unlock()
    // The worklet loads while the line is being opened; a failure is told when sound is needed.
    this.#engine.ready().catch(() => {})
  }

  /** The user looks at the page again: sound that a phone stopped goes on. */
  wake(): void {
    if (!this.#isOn) return
    this.#engine.unlock()
    this.#speaker.unlock()
  }

  /** Who hears and who speaks, for the providers of a server. */
  choose({ stt, tts }: ProviderNames): { in: SpeechEngine; out: SpeechEngine } {
    const { browserSpeech } = this.#options
    const engine = (name: string | null, exists: boolean): SpeechEngine =>
      name !== null ? 'server' : browserSpeech && exists ? 'browser' : 'none'
    this.#speech = { in: engine(stt, BrowserEars.exist), out: engine(tts, BrowserMouth.exists) }
    return this.#speech
  }

  /** Begins to listen. Resolves in any case. */
  async start(): Promise<void> {
    this.#isOn = true
    if (this.#speech.in === 'browser') this.#ears.start()
    else if (this.#speech.in === 'server') await this.#microphone.start()
  }

  /** Gives the microphone back and falls silent. */
  stop(): void {
    this.#isOn = false
    this.hush()
    if (this.#ears.isOpen) this.#ears.stop()
    else this.#microphone.stop()
  }

  setMuted(isMuted: boolean): void {
    if (this.#speech.in === 'browser') this.#ears.setMuted(isMuted)
    else this.#microphone.setMuted(isMuted)
  }

  /** Whether the browser's own voice speaks. */
  get isBrowserSpeaking(): boolean {
    return this.#mouth.isSpeaking
  }

  /** Falls silent. */
  hush(): void {
    this.#speaker.flush()
    this.#mouth.stop()
  }

  /** Speech of the agent, of the part that was announced last. */
  play(pcm: Uint8Array): void {
    this.#speaker.push(this.#part.itemId, pcm)
  }

  /** Follows the protocol: where sound belongs, and when it stands still or ends. */
  follow(event: ServerEvent): void {
    switch (event.type) {
      case 'response.content_part.added':
        this.#part = { itemId: event.item_id, contentIndex: event.content_index }
        break
      case 'voice.state':
        this.#followState(event.state)
        break
      case 'input_audio_buffer.speech_started':
      case 'conversation.item.truncated':
        this.#speaker.flush()
        break
      case 'response.done':
        if (event.response.status === 'cancelled') this.hush()
        else this.#mouth.end()
        break
      case 'response.output_text.delta':
        if (this.#isOn && this.#speech.out === 'browser') this.#mouth.add(event.delta)
        break
      case 'response.output_text.done':
        this.#mouth.end()
    }
  }

  close(): void {
    this.stop()
    this.#speaker.close()
    this.#engine.close()
  }

  /** Somebody may want the turn: the server takes it that the player stands still while it listens. */
  #followState(state: AgentState): void {
    if (state === 'listening') this.#speaker.pause()
    else this.#speaker.resume()
    this.#ears.setDeaf(state === 'speaking' || this.#mouth.isSpeaking)
  }

  #onSpeaking(isSpeaking: boolean): void {
    this.#ears.setDeaf(isSpeaking)
    this.#options.onSpeaking(isSpeaking)
  }

  #onPlayed(itemId: string, playedMs: number): void {
    const contentIndex = itemId === this.#part.itemId ? this.#part.contentIndex : 0
    if (itemId) this.#options.onPlayed({ itemId, contentIndex, playedMs })
  }
}
