/** Keeps the loudness of what the page plays, a value every 20 ms or so. */
export const LISTEN = () => {
  const play = HTMLMediaElement.prototype.play
  window.played = []
  HTMLMediaElement.prototype.play = function () {
    if (this.srcObject instanceof MediaStream && window.played.length === 0) {
      window.played.push(0)
      const context = new AudioContext()
      const tap = context.createAnalyser()
      context.createMediaStreamSource(this.srcObject).connect(tap)
      const samples = new Float32Array(tap.fftSize)
      setInterval(() => {
        tap.getFloatTimeDomainData(samples)
        window.played.push(Math.max(...samples.map(Math.abs)))
      }, 20)
    }
    return play.call(this)
  }
}

/** Records the audio nodes of a page. A test can make the request for the microphone fail. */
export const HOLD_SOUND = () => {
  window.contexts = []
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options)
      window.contexts.push(this)
    }
  }
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function () {
    window.speaker = this
    return play.call(this)
  }
  const devices = navigator.mediaDevices
  const ask = devices.getUserMedia.bind(devices)
  window.tracks = []
  devices.getUserMedia = async (wanted) => {
    if (window.microphoneFault) throw new DOMException('test', window.microphoneFault)
    const stream = await ask(wanted)
    window.tracks.push(...stream.getAudioTracks())
    return stream
  }
}

/** A recognizer and a synthesizer of the browser that the test controls. */
export const FAKE_SPEECH = () => {
  class FakeRecognition {
    isOpen = false
    lang = ''
    onstart = () => {}
    onresult = (_: unknown) => {}
    onerror = (_: unknown) => {}
    onend = () => {}
    start() {
      this.isOpen = true
      window.ears = this
      queueMicrotask(() => this.onstart())
    }
    abort() {
      this.isOpen = false
    }
    hear(transcript: string, isFinal: boolean) {
      this.onresult({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal })] })
    }
    fail(error: string) {
      this.onerror({ error })
      this.isOpen = false
      this.onend?.()
    }
  }
  const waiting: SpeechSynthesisUtterance[] = []
  window.said = []
  window.finishSpeaking = () => {
    for (const utterance of waiting.splice(0)) utterance.dispatchEvent(new Event('end'))
  }
  const speak = (utterance: SpeechSynthesisUtterance) => {
    window.said.push(utterance.text)
    waiting.push(utterance)
  }
  const speechSynthesis = { speak, cancel: () => waiting.splice(0) }
  Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis })
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
    Object.defineProperty(window, name, { value: FakeRecognition })
}

declare global {
  interface Window {
    ears: {
      isOpen: boolean
      lang: string
      hear(transcript: string, isFinal: boolean): void
      fail(error: string): void
    }
    said: string[]
    finishSpeaking(): void
    played: number[]
    contexts: AudioContext[]
    /** What plays the voice of the agent. */
    speaker: HTMLMediaElement
    tracks: MediaStreamTrack[]
    microphoneFault?: string
  }
}
