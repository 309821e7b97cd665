export interface BrowserSynthesizerOptions {
  onSpeaking: (isSpeaking: boolean) => void
}

/** The end of a sentence: a Latin mark and a space, because of `3.5`, or a Chinese or Japanese mark. */
const END = /[.!?…]["”’')\]]*\s|[。！？][”’」』）]*|\n/
const MAX_CHARS = 250
const MARKS = /[*_`#|]+/g

/** `browser/default` speech synthesis: the browser's own voices. Speaks each sentence as soon as it is complete. */
export class BrowserSynthesizer {
  /** Utterances that are spoken or queued. `stop` empties it, so that late end events have no effect. */
  readonly #waiting = new Set<SpeechSynthesisUtterance>()
  #text = ''

  constructor(private readonly options: BrowserSynthesizerOptions) {}

  static get exists(): boolean {
    return typeof speechSynthesis === 'object' && typeof SpeechSynthesisUtterance === 'function'
  }

  get isSpeaking(): boolean {
    return this.#waiting.size > 0
  }

  add(text: string): void {
    this.#text += text
    for (let end = endOf(this.#text); end > 0; end = endOf(this.#text)) {
      this.#say(this.#text.slice(0, end))
      this.#text = this.#text.slice(end)
    }
  }

  /** Speaks the last sentence, even without a closing mark. */
  end(): void {
    this.#say(this.#text)
    this.#text = ''
  }

  stop(): void {
    this.#text = ''
    if (!this.isSpeaking) return
    this.#waiting.clear()
    speechSynthesis.cancel()
    this.options.onSpeaking(false)
  }

  #say(sentence: string): void {
    const words = sentence.replace(MARKS, '').trim()
    if (!/[\p{L}\p{N}]/u.test(words)) return
    const utterance = new SpeechSynthesisUtterance(words)
    utterance.lang = document.documentElement.lang || navigator.language
    utterance.onend = utterance.onerror = () => this.#done(utterance)
    this.#waiting.add(utterance)
    speechSynthesis.speak(utterance)
    if (this.#waiting.size === 1) this.options.onSpeaking(true)
  }

  #done(utterance: SpeechSynthesisUtterance): void {
    if (this.#waiting.delete(utterance) && !this.isSpeaking) this.options.onSpeaking(false)
  }
}

/** Length of the first complete sentence; 0 if the text may still continue the sentence. */
function endOf(text: string): number {
  const found = END.exec(text.slice(0, MAX_CHARS))
  if (found) return found.index + found[0].length
  if (text.length <= MAX_CHARS) return 0
  const space = text.lastIndexOf(' ', MAX_CHARS)
  return space > 0 ? space + 1 : MAX_CHARS
}
