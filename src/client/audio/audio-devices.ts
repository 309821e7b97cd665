import { VoiceError } from '../../errors.js'
import type { Clock } from '../../ports.js'
import type { ServerEvent } from '../../protocol/events.js'
import type { AgentState, ProviderNames } from '../../protocol/voice-events.js'
import type { MicrophoneState, SpeechEngine } from '../client-state.js'
import { AudioEngine } from './audio-engine.js'
import { BrowserRecognizer } from './browser-recognizer.js'
import { BrowserSynthesizer } from './browser-synthesizer.js'
import { Microphone } from './microphone.js'
import { Speaker } from './speaker.js'
import { type CallTarget, type Transport, VoiceCall } from './voice-call.js'

export interface AudioDevicesOptions {
  workletUrl: string
  /** Whether to use the recognizer and the synthesizer of the browser if the server has none. */
  browserSpeech: boolean
  onMicrophone: (state: MicrophoneState) => void
  /** Receives 20 ms of microphone audio: PCM16 at 24 kHz. */
  onSound: (pcm: Uint8Array) => void
  onLevel: (level: number) => void
  /** Receives how much of a spoken response was played. */
  onPlayed: (part: { itemId: string; contentIndex: number; playedMs: number }) => void
  /** Returns server, session and key for a WebRTC call; `undefined` if the WebSocket carries the audio. */
  callTarget: () => CallTarget | undefined
  /** How audio is sent. A failed WebRTC call is reported only with `webrtc`. */
  transport: Transport
  clock: Clock
  /** Receives the partial transcript of the browser's recognizer. */
  onPartial: (text: string) => void
  /** Receives the final transcript of the browser's recognizer. */
  onFinal: (text: string) => void
  /** Called when the browser's synthesizer starts or stops speaking. */
  onSpeaking: (isSpeaking: boolean) => void
  onFailure: (error: VoiceError) => void
}

/**
 * Audio input and output of a client: microphone and speaker, or the browser's recognizer and synthesizer when the
 * server has none.
 */
export class AudioDevices {
  readonly #options: AudioDevicesOptions
  readonly #engine: AudioEngine
  readonly #microphone: Microphone
  readonly #speaker: Speaker
  readonly #recognizer: BrowserRecognizer
  readonly #synthesizer: BrowserSynthesizer
  #speech: { in: SpeechEngine; out: SpeechEngine } = { in: 'none', out: 'none' }
  #part = { itemId: '', contentIndex: 0 }
  #isOn = false
  #call: VoiceCall | undefined

  constructor(options: AudioDevicesOptions) {
    this.#options = options
    const { workletUrl, onFailure, onMicrophone: onState } = options
    const onInterrupted = (isInterrupted: boolean) => {
      this.#microphone.setInterrupted(isInterrupted)
      // A phone may stop the `<audio>` element during the interruption; the page must start it again.
      if (!isInterrupted) this.#speaker.unlock()
    }
    this.#engine = new AudioEngine({ workletUrl, onInterrupted })
    const common = { engine: this.#engine, onFailure }
    this.#microphone = new Microphone({
      ...common,
      onState: (state) => {
        onState(state)
        if (this.#microphone.stream) this.#call?.use(this.#microphone.stream)
      },
      onSound: (pcm) => {
        if (!this.#call?.isUp) options.onSound(pcm)
      },
      onLevel: options.onLevel,
    })
    this.#speaker = new Speaker({ ...common, onPlayed: (item, playedMs) => this.#onPlayed(item, playedMs) })
    this.#recognizer = new BrowserRecognizer({
      onState,
      onPartial: options.onPartial,
      onFinal: options.onFinal,
    })
    this.#synthesizer = new BrowserSynthesizer({ onSpeaking: (isSpeaking) => this.#onSpeaking(isSpeaking) })
  }

  /** Lets the page play audio. Browsers allow this only inside a click or a key press. Call it before any await. */
  unlock(): void {
    this.#engine.unlock()
    this.#speaker.unlock()
    // The worklet loads while the connection opens; a failure is reported when audio is needed.
    this.#engine.ready().catch(() => {})
  }

  /** Resumes audio that a phone stopped, when the user returns to the page. */
  wake(): void {
    if (!this.#isOn) return
    this.#engine.unlock()
    this.#speaker.unlock()
  }

  /**
   * Selects where speech is recognized and synthesized: on the server if it has a provider for this, else in the
   * browser if `browserSpeech` is true.
   */
  choose({ stt, tts }: ProviderNames): { in: SpeechEngine; out: SpeechEngine } {
    const { browserSpeech } = this.#options
    const engine = (name: string | null, exists: boolean): SpeechEngine => {
      if (name !== null) return 'server'
      if (!browserSpeech) return 'none'
      return exists ? 'browser' : 'missing'
    }
    this.#speech = { in: engine(stt, BrowserRecognizer.exist), out: engine(tts, BrowserSynthesizer.exists) }
    return this.#speech
  }

  /** Starts audio input. Always resolves. */
  async start(): Promise<void> {
    this.#isOn = true
    if (this.#speech.in === 'browser') this.#recognizer.start()
    else if (this.#speech.in === 'server') {
      await this.#microphone.start()
      this.#callUp()
    }
  }

  /** Opens a WebRTC call for the audio of the session. Until it is connected, the WebSocket carries the audio. */
  #callUp(): void {
    const { callTarget, transport, clock, onFailure } = this.#options
    const { stream } = this.#microphone
    const target = stream && this.#isOn && !this.#call ? callTarget() : undefined
    if (!stream || !target) return
    const onDown = (reason: string) => {
      this.#call = undefined
      const message = `The WebRTC call failed (${reason}); audio travels over the WebSocket.`
      if (transport === 'webrtc') onFailure(new VoiceError('connection-failed', message))
    }
    this.#call = new VoiceCall({ target, clock, stream, onDown })
  }

  /** Releases the microphone and everything that belongs to the session. */
  stop(): void {
    this.#isOn = false
    this.leaveSession()
    if (this.#recognizer.isOpen) this.#recognizer.stop()
    else this.#microphone.stop()
  }

  /** Ends the WebRTC call and stops output; both belong to one session. */
  leaveSession(): void {
    this.#call?.close()
    this.#call = undefined
    this.hush()
  }

  setMuted(isMuted: boolean): void {
    if (this.#speech.in === 'browser') this.#recognizer.setMuted(isMuted)
    else this.#microphone.setMuted(isMuted)
  }

  /** Whether the browser's synthesizer is speaking. */
  get isBrowserSpeaking(): boolean {
    return this.#synthesizer.isSpeaking
  }

  /** Stops the speech of the agent. */
  hush(): void {
    this.#speaker.flush()
    this.#synthesizer.stop()
  }

  /** Plays audio of the agent. The audio belongs to the most recently announced content part. */
  play(pcm: Uint8Array): void {
    this.#speaker.push(this.#part.itemId, pcm)
  }

  /** Handles the server events that name the item of the next audio, and those that pause or end output. */
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
        else this.#synthesizer.end()
        break
      case 'response.output_text.delta':
        if (this.#isOn && this.#speech.out === 'browser') this.#synthesizer.add(event.delta)
        break
      case 'response.output_text.done':
        this.#synthesizer.end()
    }
  }

  close(): void {
    this.stop()
    this.#speaker.close()
    this.#engine.close()
  }

  /**
   * Pauses output in the state `listening`, in which the server decides whether the user interrupts the agent. Makes
   * the browser's recognizer ignore input while the agent speaks.
   */
  #followState(state: AgentState): void {
    if (state === 'listening') this.#speaker.pause()
    else this.#speaker.resume()
    this.#recognizer.setDeaf(state === 'speaking' || this.#synthesizer.isSpeaking)
  }

  #onSpeaking(isSpeaking: boolean): void {
    this.#recognizer.setDeaf(isSpeaking)
    this.#options.onSpeaking(isSpeaking)
  }

  #onPlayed(itemId: string, playedMs: number): void {
    const contentIndex = itemId === this.#part.itemId ? this.#part.contentIndex : 0
    if (itemId) this.#options.onPlayed({ itemId, contentIndex, playedMs })
  }
}
