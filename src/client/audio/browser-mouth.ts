/** What the browser's mouth tells. */
export interface BrowserMouthOptions {
  onSpeaking: (isSpeaking: boolean) => void
}

/** Where a sentence ends, and what follows shows that it did: `3.5` and `postman.json` go on. */
const END = /[.!?…]["”’')\]]*\s|\n/
/** Chrome falls silent in the middle of a long text, so one that has no end is cut at a space. */
const MAX_CHARS = 250
/** Marks of Markdown, which are not to be read out. */
const MARKS = /[*_`#|]+/g

/** `browser/default` speech synthesis: the browser's own voices. Each sentence is spoken as soon as it is whole. */
export class BrowserMouth {
  readonly #options: BrowserMouthOptions
  /** What is being said and what waits; an end that comes for any other belongs to what was stopped. */
  readonly #waiting = new Set<SpeechSynthesisUtterance>()
  #text = ''

  constructor(options: BrowserMouthOptions) {
    this.#options = options
  }

  static get exists(): boolean {
    return typeof speechSynthesis === 'object' && typeof SpeechSynthesisUtterance === 'function'
  }

  get isSpeaking(): boolean {
    return this.#waiting.size > 0
  }

  /** More of a text. */
  add(text: string): void {
    this.#text += text
    for (let end = endOf(this.#text); end > 0; end = endOf(this.#text)) {
      this.#say(this.#text.slice(0, end))
      this.#text = this.#text.slice(end)
    }
  }

  /** The text is whole: its last sentence needs no mark to be one. */
  end(): void {
    this.#say(this.#text)
    this.#text = ''
  }

  stop(): void {
    this.#text = ''
    if (!this.isSpeaking) return
    this.#waiting.clear()
    speechSynthesis.cancel()
    this.#options.onSpeaking(false)
  }

  #say(sentence: string): void {
    const words = sentence.replace(MARKS, '').trim()
    if (!/[\p{L}\p{N}]/u.test(words)) return
    const utterance = new SpeechSynthesisUtterance(words)
    utterance.lang = document.documentElement.lang || navigator.language
    utterance.onend = utterance.onerror = () => this.#done(utterance)
    this.#waiting.add(utterance)
    speechSynthesis.speak(utterance)
    if (this.#waiting.size === 1) this.#options.onSpeaking(true)
  }

  #done(utterance: SpeechSynthesisUtterance): void {
    if (this.#waiting.delete(utterance) && !this.isSpeaking) this.#options.onSpeaking(false)
  }
}

/** How long the first sentence is; 0 while it may go on. */
function endOf(text: string): number {
  const found = END.exec(text.slice(0, MAX_CHARS))
  if (found) return found.index + found[0].length
  if (text.length <= MAX_CHARS) return 0
  const space = text.lastIndexOf(' ', MAX_CHARS)
  return space > 0 ? space + 1 : MAX_CHARS
}
