/** Tracks the position in a streamed Markdown text: whether it is at the beginning of a line, and whether it is in code. */
export class CodePosition {
  /** The first three characters of the line, without spaces. */
  #head = ''
  #isFenced = false
  #hasOddTicks = false

  /** Whether the line has only spaces so far. */
  get beginsLine(): boolean {
    return this.#head === ''
  }

  /** Whether the next character is in a fenced code block or in inline code. */
  get inCode(): boolean {
    return this.#isFenced || this.#hasOddTicks || isFence(this.#head)
  }

  push(text: string): void {
    for (const character of text) {
      if (character === '\n') this.#endLine()
      else {
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
