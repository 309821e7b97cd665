import { messageOf, VoiceError } from '../../errors.js'
import type { ServerEvent } from '../../protocol/events.js'
import type { AgentState, ProviderNames } from '../../protocol/voice-events.js'
import type { SpeechEngine } from '../client-state.js'
import { AudioEngine } from './audio-engine.js'
import { BrowserRecognizer } from './browser-recognizer.js'
import { BrowserSynthesizer } from './browser-synthesizer.js'
import { Capture } from './capture.js'
import type { ClientAudio, ClientAudioOptions, CreateAudio } from './client-audio.js'
import { ElementPlayer } from './element-player.js'
import { Microphone } from './microphone.js'
import { Speaker } from './speaker.js'
import type { VoiceCall } from './voice-call.js'

/**
 * The audio of a browser: microphone and loudspeaker, and with `browserSpeech` the recognizer and the synthesizer of
 * the browser when the server has none. Pass it to a client: `new VoiceClient(config, { audio: browserAudio })`.
 */
export const browserAudio: CreateAudio = (options) => new AudioDevices(options)

/** The worklet beside the script; known while the script loads. Bundlers recognize `new URL(…, import.meta.url)`. */
const besideScript = addressBesideScript()

function addressBesideScript(): string {
  try {
    return new URL('./voice-worklet.js', import.meta.url).href
  } catch {
    // An inlined script has no address; the address of the page is the best guess.
    return 'voice-worklet.js'
  }
}

/** Where the worklet may be: bundlers may copy no file, and the agent's server has the same one. */
function workletUrls({ workletUrl, serverUrl }: ClientAudioOptions): string[] {
  if (workletUrl !== undefined) return [workletUrl]
  const { protocol, host, pathname } = new URL(serverUrl)
  const base = pathname.replace(/\/(ws|v1\/realtime)$/, '')
  return [besideScript, `${protocol.replace('ws', 'http')}//${host}${base}/voice-worklet.js`]
}

class AudioDevices implements ClientAudio {
  readonly #engine: AudioEngine
  readonly #capture: Capture
  readonly #microphone: Microphone
  readonly #speaker: Speaker
  readonly #recognizer: BrowserRecognizer
  readonly #synthesizer: BrowserSynthesizer
  #speech: { in: SpeechEngine; out: SpeechEngine } = { in: 'none', out: 'none' }
  #part = { itemId: '', contentIndex: 0 }
  #isOn = false
  #call: VoiceCall | undefined
  #volume = 1
  readonly #callPlayer = new ElementPlayer()

  constructor(private readonly options: ClientAudioOptions) {
    const { clock, onFailure, onMicrophone: onState } = options
    const onInterrupted = (isInterrupted: boolean) => {
      this.#microphone.setInterrupted(isInterrupted)
      // A phone may stop the `<audio>` element during the interruption; the page must start it again.
      if (!isInterrupted) this.#speaker.unlock()
    }
    this.#engine = new AudioEngine({ clock, workletUrls: workletUrls(options), onInterrupted })
    this.#capture = new Capture({
      engine: this.#engine,
      onSound: (pcm) => {
        if (!this.#call?.isUp) options.onSound(pcm)
      },
      onLevel: options.onLevel,
    })
    this.#microphone = new Microphone({
      devices: globalThis.navigator?.mediaDevices,
      onState,
      // The audio of the page stays suspended without it.
      onResumed: () => this.#engine.unlock(),
      onOpen: (stream) => {
        this.#call?.use(stream)
        return this.#capture.open(stream)
      },
      onClose: () => this.#capture.close(),
      onFailure,
    })
    this.#speaker = new Speaker({
      ...{ engine: this.#engine, onFailure },
      onPlayed: (item, playedMs) => this.#onPlayed(item, playedMs),
      onLevel: options.onOutputLevel,
    })
    this.#recognizer = new BrowserRecognizer({
      onState,
      onPartial: options.onPartial,
      onFinal: options.onFinal,
    })
    this.#synthesizer = new BrowserSynthesizer({ onSpeaking: (isSpeaking) => this.#onSpeaking(isSpeaking) })
  }

  unlock(): void {
    this.#engine.unlock()
    this.#speaker.unlock()
    // The worklet loads while the connection opens; a failure is reported when audio is needed.
    this.#engine.ready().catch(() => {})
  }

  resume(): void {
    if (!this.#isOn) return
    this.#engine.unlock()
    this.#speaker.unlock()
  }

  /** Where speech is recognized and made: on the server if it can, else in the browser if `browserSpeech` is true. */
  choose({ stt, tts }: ProviderNames): { in: SpeechEngine; out: SpeechEngine } {
    const { browserSpeech } = this.options
    const engine = (name: string | null, exists: boolean): SpeechEngine => {
      if (name !== null) return 'server'
      if (!browserSpeech) return 'none'
      return exists ? 'browser' : 'missing'
    }
    this.#speech = { in: engine(stt, BrowserRecognizer.exist), out: engine(tts, BrowserSynthesizer.exists) }
    return this.#speech
  }

  async start(): Promise<void> {
    this.#isOn = true
    if (this.#speech.in === 'browser') this.#recognizer.start()
    else if (this.#speech.in === 'server') {
      await this.#microphone.start()
      void this.#openCall()
    }
  }

  /**
   * Opens a WebRTC call for the audio of the session. Until it is connected, and if it fails, the WebSocket carries the
   * audio. Few pages use calls, so their code is a file of its own, which is loaded here.
   */
  async #openCall(): Promise<void> {
    const { callTarget, transport, clock } = this.options
    if (transport === 'websocket' || typeof RTCPeerConnection === 'undefined') return
    const onDown = (error: unknown) => this.#callDown(messageOf(error))
    try {
      const { VoiceCall } = await import('./voice-call.js')
      const { stream } = this.#microphone
      const target = stream && this.#isOn && !this.#call ? callTarget() : undefined
      if (!stream || !target) return
      const player = {
        play: (track: MediaStreamTrack) => this.#callPlayer.play(new MediaStream([track])),
        stop: () => this.#callPlayer.close(),
      }
      this.#call = new VoiceCall({ target, clock, Peer: RTCPeerConnection, player, stream, onDown })
    } catch (error) {
      onDown(error)
    }
  }

  #callDown(reason: string): void {
    this.#call = undefined
    const message = `The WebRTC call failed (${reason}); audio travels over the WebSocket.`
    if (this.options.transport === 'webrtc')
      this.options.onFailure(new VoiceError('connection-failed', message))
  }

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
    this.stopSpeaking()
  }

  setMuted(isMuted: boolean): void {
    if (this.#speech.in === 'browser') this.#recognizer.setMuted(isMuted)
    else {
      this.#capture.setMuted(isMuted)
      this.#microphone.setMuted(isMuted)
    }
  }

  setVolume(volume: number): void {
    this.#volume = Math.min(1, Math.max(0, volume))
    this.#speaker.setVolume(this.#volume)
    this.#callPlayer.setVolume(this.#volume)
  }

  async chooseMicrophone(deviceId: string | undefined): Promise<void> {
    await this.#microphone.use(deviceId)
  }

  async chooseSpeaker(deviceId: string | undefined): Promise<void> {
    await this.#speaker.use(deviceId)
    await this.#callPlayer.use(deviceId)
  }

  get isBrowserSpeaking(): boolean {
    return this.#synthesizer.isSpeaking
  }

  stopSpeaking(): void {
    this.#speaker.flush()
    this.#synthesizer.stop()
  }

  /** Plays audio of the agent. The audio belongs to the most recently announced content part. */
  play(pcm: Uint8Array): void {
    this.#speaker.push(this.#part.itemId, pcm)
  }

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
        if (event.response.status === 'cancelled') this.stopSpeaking()
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

  /** Pauses output while the server decides about an interruption, and lets the recognizer ignore the agent's speech. */
  #followState(state: AgentState): void {
    if (state === 'listening') this.#speaker.pause()
    else this.#speaker.resume()
    this.#recognizer.setDeaf(state === 'speaking' || this.#synthesizer.isSpeaking)
  }

  #onSpeaking(isSpeaking: boolean): void {
    this.#recognizer.setDeaf(isSpeaking)
    this.options.onSpeaking(isSpeaking)
  }

  #onPlayed(itemId: string, playedMs: number): void {
    const contentIndex = itemId === this.#part.itemId ? this.#part.contentIndex : 0
    if (itemId) this.options.onPlayed({ itemId, contentIndex, playedMs })
  }
}
