/**
 * Finds the end of a JSON object that arrives in pieces. The text after the object need not be awaited.
 * States: outside → in an object or list, at some depth → in a string → after a backslash.
 */
export class JsonEnd {
  #depth = 0
  #isText = false
  #isEscaped = false

  /** The number of characters up to the end of the object; `undefined` if the object continues. */
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
