/** What the browser's mouth tells. */
export interface BrowserMouthOptions {
  onSpeaking: (isSpeaking: boolean) => void
}

/** Chrome falls silent in the middle of long texts, so each sentence is spoken for itself. */
const SENTENCE = /[^.!?\n]+[.!?]*\s*/g

/** `browser/default` speech synthesis: the browser's own voices. */
export class BrowserMouth {
  readonly #options: BrowserMouthOptions
  #waiting = 0

  constructor(options: BrowserMouthOptions) {
    this.#options = options
  }

  static get exists(): boolean {
    return typeof speechSynthesis === 'object' && typeof SpeechSynthesisUtterance === 'function'
  }

  get isSpeaking(): boolean {
    return this.#waiting > 0
  }

  say(text: string): void {
    for (const sentence of text.match(SENTENCE) ?? []) {
      const utterance = new SpeechSynthesisUtterance(sentence.trim())
      utterance.lang = document.documentElement.lang || navigator.language
      this.#waiting += 1
      utterance.onend = utterance.onerror = () => this.#done(utterance)
      speechSynthesis.speak(utterance)
    }
    if (this.#waiting > 0) this.#options.onSpeaking(true)
  }

  stop(): void {
    if (this.#waiting === 0) return
    this.#waiting = 0
    speechSynthesis.cancel()
    this.#options.onSpeaking(false)
  }

  #done(utterance: SpeechSynthesisUtterance): void {
    utterance.onend = utterance.onerror = null
    if (this.#waiting === 0) return
    this.#waiting -= 1
    if (this.#waiting === 0) this.#options.onSpeaking(false)
  }
}
