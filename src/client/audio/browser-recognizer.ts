import type { MicrophoneState } from '../client-state.js'

/** The members of the browser's `SpeechRecognition` that are used here. Some versions of the DOM types lack it. */
interface WebSpeechRecognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onstart: (() => void) | null
  onresult: ((event: RecognitionResults) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  abort(): void
}

interface RecognitionResults {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}

export interface BrowserRecognizerOptions {
  onState: (state: MicrophoneState) => void
  /** Receives the partial transcript, which may still change. */
  onPartial: (text: string) => void
  onFinal: (text: string) => void
}

const STATES: Record<string, MicrophoneState> = {
  'not-allowed': 'denied',
  'service-not-allowed': 'no-recognizer',
  'audio-capture': 'missing',
  network: 'no-recognizer',
  'language-not-supported': 'no-recognizer',
}

/**
 * `browser/default` speech recognition: the recognizer of the browser. The browser stops its recognizer after silence,
 * and this class starts it again. While the agent speaks, input is ignored; otherwise the agent would hear itself.
 *
 * States: off → asking → on ⇄ muted or without sound. A failure stops recognition in any state.
 */
export class BrowserRecognizer {
  #recognition: WebSpeechRecognition | undefined
  #isWanted = false
  #isMuted = false
  #isDeaf = false

  constructor(private readonly options: BrowserRecognizerOptions) {}

  static get exist(): boolean {
    return constructorHere() !== undefined
  }

  get isOpen(): boolean {
    return this.#isWanted
  }

  start(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.options.onState(this.#isMuted ? 'muted' : 'asking')
    this.#update()
  }

  stop(): void {
    this.#isWanted = false
    this.#rest()
    this.options.onState('off')
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    this.#update()
    if (this.#isWanted) this.options.onState(isMuted ? 'muted' : 'on')
  }

  /** Starts or stops ignoring input, because the agent starts or stops speaking. */
  setDeaf(isDeaf: boolean): void {
    if (isDeaf === this.#isDeaf) return
    this.#isDeaf = isDeaf
    this.#update()
  }

  #update(): void {
    if (!this.#isWanted) return
    if (this.#isMuted || this.#isDeaf) this.#rest()
    else if (!this.#recognition) this.#listen()
  }

  #rest(): void {
    const recognition = this.#recognition
    this.#recognition = undefined
    if (!recognition) return
    recognition.onend = recognition.onresult = recognition.onerror = null
    recognition.abort()
    this.options.onPartial('')
  }

  #listen(): void {
    const Constructor = constructorHere()
    if (!Constructor) return
    const recognition = new Constructor()
    this.#recognition = recognition
    recognition.lang = document.documentElement.lang || navigator.language
    recognition.continuous = true
    recognition.interimResults = true
    recognition.onstart = () => this.options.onState(this.#isMuted ? 'muted' : 'on')
    recognition.onresult = (event) => this.#read(event)
    recognition.onerror = ({ error }) => this.#fail(error)
    recognition.onend = () => {
      this.#recognition = undefined
      this.options.onPartial('')
      this.#update()
    }
    recognition.start()
  }

  #read({ resultIndex, results }: RecognitionResults): void {
    const news = Array.from(results).slice(resultIndex)
    const words = (isFinal: boolean) =>
      news
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript ?? '')
        .join(' ')
        .trim()
    this.options.onPartial(words(false))
    if (words(true)) this.options.onFinal(words(true))
  }

  #fail(error: string): void {
    const state = stateFor(error)
    if (!state) return
    this.#isWanted = false
    this.#rest()
    this.options.onState(state)
  }
}

/** The state after an error; `undefined` for no failure. An http page is refused the microphone: `insecure`. */
function stateFor(error: string): MicrophoneState | undefined {
  const state = STATES[error]
  return state === 'denied' && !globalThis.isSecureContext ? 'insecure' : state
}

function constructorHere(): (new () => WebSpeechRecognition) | undefined {
  const scope = globalThis as {
    SpeechRecognition?: new () => WebSpeechRecognition
    webkitSpeechRecognition?: new () => WebSpeechRecognition
  }
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition
}
