/**
 * Finds where a JSON object ends in a text that arrives in pieces. The end is found as soon as the last character
 * arrives.
 * States: outside → in an object or list, at some depth → in a string → after a backslash.
 */
export class JsonEnd {
  #depth = 0
  #isText = false
  #isEscaped = false

  /** Reads a piece. Returns how many of its characters belong to the object; `undefined` if the object continues. */
  push(piece: string): number | undefined {
    for (let at = 0; at < piece.length; at += 1) if (this.#take(piece[at]!)) return at + 1
    return undefined
  }

  /** Whether the object ends with this character. */
  #take(character: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isText) {
      if (character === '\\') this.#isEscaped = true
      if (character === '"') this.#isText = false
    } else if (character === '"') this.#isText = true
    else if (character === '{' || character === '[') this.#depth += 1
    else if (character === '}' || character === ']') {
      this.#depth -= 1
      return this.#depth === 0
    }
    return false
  }
}
