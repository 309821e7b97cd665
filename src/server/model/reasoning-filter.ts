import { ANSWER_MARKS, LONGEST_MARK, MARK_START, REASONING_TAGS } from './reasoning-tags.js'

export interface ReasoningSink {
  text(delta: string): void
  reasoning(delta: string): void
  /** Takes back all text that was passed to `text`. It was reasoning: its opening mark was part of the prompt. */
  retract(): void
}

/** Maximum characters that are held back until a closing mark such as `</think>` arrives. */
const MAX_HELD = 65_536

/**
 * Maximum spaces that are held back before the first text. Further spaces are passed on as text, so that length limits
 * count them.
 */
const MAX_LEAD = 1_024

const CLOSES = REASONING_TAGS.map(({ close }) => close)

/**
 * A block of reasoning that is not closed yet. `held` is its text while the block, which began without an opening mark,
 * may still turn out to be part of the answer. Otherwise, `held` is `undefined`.
 */
interface Block {
  open: string
  closes: readonly string[]
  held: string | undefined
}

/**
 * Separates the reasoning of a model from its answer, in a stream and in linear time. An opening mark such as `<think>`
 * counts only at the start of a line or a sentence and outside code, because an answer may be about `<think>`. If no
 * closing mark follows, all the rest is reasoning.
 * States: no text of the answer yet → text. In both states, a block that may be reasoning can begin and end.
 */
export class ReasoningFilter {
  readonly #sink: ReasoningSink
  #rest = ''
  #block: Block | undefined
  #lead = ''
  #hasText = false
  #hasReasoned = false
  #beganInside = false
  /** Whether the answer has quoted an opening mark as plain text. Later closing marks are then plain text too. */
  #quotesMarks = false
  #position = new CodePosition()

  /**
   * If `startsInside` is true, the output may begin with reasoning that has no opening mark. So the text at the start
   * is held back. If a closing mark arrives, this text is reasoning. If a complete answer ends without a closing mark,
   * this text is part of the answer.
   */
  constructor(sink: ReasoningSink, { startsInside }: { startsInside: boolean }) {
    this.#sink = sink
    if (startsInside) this.#block = { open: '', closes: CLOSES, held: '' }
  }

  /** Whether the answer began with reasoning that had no opening mark. */
  get beganInside(): boolean {
    return this.#beganInside
  }

  push(text: string): void {
    this.#rest += text
    let goesOn = true
    while (goesOn) goesOn = this.#block ? this.#inBlock(this.#block) : this.#inText()
  }

  /**
   * Passes held text on as part of the answer. Called when the service sends reasoning separately, and when a complete
   * answer ends.
   */
  release(): void {
    while (this.#block?.held !== undefined) {
      this.#block.held += this.#skip(this.#rest.length)
      this.#giveBack()
      this.push('')
    }
  }

  /**
   * Ends the answer. If a block is still open, its held text is part of the answer if `isWhole` is true. Otherwise, the
   * held text is reasoning.
   */
  end({ isWhole }: { isWhole: boolean }): void {
    if (isWhole) this.release()
    const { held = '' } = this.#block ?? {}
    const rest = this.#skip(this.#rest.length)
    if (this.#block) this.#reason(held + rest)
    else this.#emit(rest)
    this.#block = undefined
  }

  /** Processes received text up to the next mark. Returns false if it needs more text. */
  #inText(): boolean {
    const at = this.#rest.search(MARK_START)
    if (at < 0) return this.#pass(this.#rest.length, false)
    if (at > 0) this.#pass(at, true)
    const ahead = this.#rest.slice(0, LONGEST_MARK)
    const answer = ANSWER_MARKS.find((mark) => ahead.startsWith(mark))
    const tag = REASONING_TAGS.find(({ open }) => ahead.startsWith(open))
    const close = CLOSES.find((mark) => ahead.startsWith(mark))
    // The received text may be the beginning of a longer mark. Nothing is decided until more text arrives.
    if (isBegun(ahead)) return false
    if (answer && this.#isMark) this.#skip(answer.length)
    else if (tag && this.#isMark) this.#openBlock(tag)
    else if (close && !this.#quotesMarks && !this.#position.inCode) this.#closeOrphan(close)
    else {
      if (tag) this.#quotesMarks = true
      this.#pass(1, true)
    }
    return true
  }

  /** Processes received text up to the closing mark of the block. Returns false if it needs more text. */
  #inBlock(block: Block): boolean {
    const found = findFirst(this.#rest, block.closes)
    if (!found) {
      this.#keep(block, Math.max(0, this.#rest.length - LONGEST_MARK + 1))
      return this.#block === undefined
    }
    this.#keep(block, found.at)
    if (!this.#block) return true
    if (block.held !== undefined) this.#reason(block.held)
    if (!block.open) this.#beganInside = !hasTag(block.held ?? '')
    this.#skip(found.mark.length)
    this.#block = undefined
    return true
  }

  #keep(block: Block, length: number): void {
    const text = this.#skip(length)
    if (block.held === undefined) this.#reason(text)
    else {
      block.held += text
      if (block.held.length <= MAX_HELD) return
      // No answer begins with such a long text before a closing mark.
      this.#reason(block.held)
      block.held = undefined
    }
  }

  #openBlock({ open, close }: { open: string; close: string }): void {
    this.#skip(open.length)
    this.#block = { open, closes: [close], held: undefined }
  }

  #closeOrphan(mark: string): void {
    this.#skip(mark.length)
    this.#hasReasoned = true
    this.#beganInside = true
    if (this.#hasText) this.#sink.retract()
    this.#hasText = false
    this.#lead = ''
    this.#position = new CodePosition()
  }

  /**
   * Treats the text that is held back as text of the answer after all. It is processed again, because it may contain
   * marks.
   */
  #giveBack(): void {
    this.#rest = (this.#block?.held ?? '') + this.#rest
    this.#block = undefined
  }

  #reason(text: string): void {
    if (!text) return
    this.#hasReasoned = true
    this.#lead = ''
    this.#sink.reasoning(text)
  }

  get #isMark(): boolean {
    return (this.#position.beginsLine || this.#position.endsSentence) && !this.#position.inCode
  }

  #pass(length: number, result: boolean): boolean {
    this.#emit(this.#skip(length))
    return result
  }

  #skip(length: number): string {
    const skipped = this.#rest.slice(0, length)
    this.#rest = this.#rest.slice(length)
    return skipped
  }

  /** Passes text on. After reasoning, spaces before the first text are dropped. */
  #emit(text: string): void {
    this.#position.push(text)
    const isLead = !this.#hasText && !text.trim() && this.#lead.length < MAX_LEAD
    if (isLead) {
      this.#lead += text
      return
    }
    const opening = () => (this.#hasReasoned ? text.trimStart() : this.#lead + text)
    const shown = this.#hasText ? text : opening()
    this.#hasText = true
    this.#lead = ''
    this.#sink.text(shown)
  }
}

function hasTag(text: string): boolean {
  const start = text.trimStart()
  return REASONING_TAGS.some(({ open }) => start.startsWith(open))
}

/** Whether a text is an incomplete mark, such as `<thi`. */
function isBegun(text: string): boolean {
  const isStart = (mark: string) => mark.length > text.length && mark.startsWith(text)
  return (
    ANSWER_MARKS.some(isStart) || REASONING_TAGS.some(({ open, close }) => isStart(open) || isStart(close))
  )
}

function findFirst(text: string, marks: readonly string[]): { at: number; mark: string } | undefined {
  const found = marks.map((mark) => ({ at: text.indexOf(mark), mark })).filter(({ at }) => at >= 0)
  return found.sort((a, b) => a.at - b.at)[0]
}

/** Tracks a streamed Markdown text: whether the position is at the start of a line, and whether it is in code. */
class CodePosition {
  /** The first three characters of the line, without spaces. */
  #head = ''
  /** The last character that is no space. */
  #last = ''
  #isFenced = false
  #hasOddTicks = false

  get beginsLine(): boolean {
    return this.#head === ''
  }

  /** Whether the last word ended a sentence, so that the next one begins another. */
  get endsSentence(): boolean {
    return /[.!?:…。！？]/.test(this.#last)
  }

  /** Whether the next character is in a fenced code block or in inline code. */
  get inCode(): boolean {
    return this.#isFenced || this.#hasOddTicks || isFence(this.#head)
  }

  push(text: string): void {
    for (const character of text) {
      if (character === '\n') this.#endLine()
      else {
        if (character.trim() !== '') this.#last = character
        if (character === '`') this.#hasOddTicks = !this.#hasOddTicks
        if (this.#head.length < 3 && character.trim()) this.#head += character
      }
    }
  }

  #endLine(): void {
    if (isFence(this.#head)) this.#isFenced = !this.#isFenced
    this.#head = ''
    this.#hasOddTicks = false
  }
}

const isFence = (head: string) => head === '```' || head === '~~~'
