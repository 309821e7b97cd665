import type { Clock } from '../../ports.js'

/** How audio is sent. `auto` and `webrtc` use WebRTC if the server offers it, else the WebSocket. */
export type Transport = 'auto' | 'websocket' | 'webrtc'

/** Server, session and credentials of a WebRTC call. */
export interface CallTarget {
  serverUrl: string
  appId: string
  sessionId: string
  apiKey: () => Promise<string>
  /** Proves that the session belongs to this page. */
  resumeToken: string | undefined
}

/** What plays the sound of a call. */
export interface CallPlayer {
  play(track: MediaStreamTrack): void
  stop(): void
}

export interface VoiceCallOptions {
  target: CallTarget
  clock: Clock
  Peer: new () => RTCPeerConnection
  player: CallPlayer
  stream: MediaStream
  /** Called when the call is connected. */
  onUp?: (peer: RTCPeerConnection) => void
  /** Called when the call has failed or ended; from now on, audio travels over the WebSocket. */
  onDown: (error: CallError) => void
}

/** Why a call failed or ended. */
export class CallError extends Error {
  constructor(
    message: string,
    /** The HTTP status with which the server refused the call: 501 if it has no WebRTC. */
    readonly status?: number,
  ) {
    super(message)
  }
}

const CONNECT_MS = 6_000
const DISCONNECTED_MS = 3_000

/**
 * The audio of a session over WebRTC. Events stay on the WebSocket, so a failed call loses only a moment of audio.
 *
 * States: connecting → up → down; connecting → down.
 */
export class VoiceCall {
  readonly #peer: RTCPeerConnection
  #sender: RTCRtpSender | undefined
  #isUp = false
  #isDown = false
  #location: string | undefined
  #stopTimer: () => void

  constructor(private readonly options: VoiceCallOptions) {
    this.#peer = new options.Peer()
    this.#peer.ontrack = ({ track }) => options.player.play(track)
    this.#peer.onconnectionstatechange = () => this.#follow(this.#peer.connectionState)
    this.#stopTimer = options.clock.schedule(
      () => this.#fail(new CallError('no connection in time')),
      CONNECT_MS,
    )
    this.#dial().catch((error: CallError) => this.#fail(error))
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Sends the audio of another stream from now on. */
  use(stream: MediaStream): void {
    void this.#sender?.replaceTrack(stream.getAudioTracks()[0] ?? null).catch(() => {})
  }

  /** Ends the call. */
  close(): void {
    if (this.#isDown) return
    this.#isDown = true
    this.#isUp = false
    this.#stopTimer()
    this.#peer.close()
    this.options.player.stop()
    void this.#hangUp().catch(() => {})
  }

  async #dial(): Promise<void> {
    const { stream } = this.options
    const [track] = stream.getAudioTracks()
    if (track) this.#sender = this.#peer.addTrack(track, stream)
    await this.#peer.setLocalDescription(await this.#peer.createOffer())
    const response = await this.#post('', this.#peer.localDescription?.sdp)
    if (response.status !== 201) throw new CallError(`HTTP ${response.status}`, response.status)
    this.#location = response.headers.get('location')?.split('/').at(-1)
    if (this.#isDown) await this.#hangUp()
    else await this.#peer.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  }

  async #hangUp(): Promise<void> {
    if (this.#location) await this.#post(`/${this.#location}/hangup`)
  }

  async #post(path: string, body?: string): Promise<Response> {
    const { serverUrl, appId, sessionId, apiKey, resumeToken } = this.options.target
    const address = new URL(serverUrl.replace(/^ws/, 'http'))
    // The server may be mounted below a path, such as `/agent/v1/realtime`.
    const base = address.pathname.endsWith('/realtime') ? address.pathname : '/v1/realtime'
    address.pathname = `${base}/calls${path}`
    address.search = String(new URLSearchParams({ app_id: appId, session_id: sessionId }))
    const headers = {
      Authorization: `Bearer ${await apiKey()}`,
      ...(body && { 'Content-Type': 'application/sdp' }),
      ...(resumeToken && { 'Voice-Resume': resumeToken }),
    }
    return fetch(address, { method: 'POST', headers, credentials: 'omit', body })
  }

  #follow(state: RTCPeerConnectionState): void {
    const { clock, onUp } = this.options
    if (this.#isDown) return
    if (state === 'connected') {
      this.#isUp = true
      this.#stopTimer()
      onUp?.(this.#peer)
    } else if (state === 'disconnected')
      this.#stopTimer = clock.schedule(
        () => this.#fail(new CallError('the connection was lost')),
        DISCONNECTED_MS,
      )
    else if (state === 'failed' || state === 'closed') this.#fail(new CallError(`the connection ${state}`))
  }

  #fail(error: CallError): void {
    if (this.#isDown) return
    this.close()
    this.options.onDown(error)
  }
}
