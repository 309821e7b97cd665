/** The transitions of the first state are in a table, for all characters with a code below this number. */
const ASCII = 128

/** Finds many patterns in one pass (Aho and Corasick, 1975). Two flat arrays hold each state's first transition, a map the rest. */
export class PatternAutomaton {
  readonly #table: UnitTable
  readonly #matched: Uint32Array
  readonly #code: Int32Array
  readonly #target: Int32Array
  readonly #more = new Map<number, number>()
  readonly #fromFirst = new Int32Array(ASCII)
  /** The state to continue from if there is no transition: that of the longest suffix that begins a pattern. */
  readonly #fallback: Int32Array
  #size = 1

  constructor(patterns: readonly string[], table: UnitTable) {
    const maxStates = patterns.reduce((sum, { length }) => sum + length, 1)
    this.#table = table
    this.#matched = new Uint32Array(maxStates)
    this.#code = new Int32Array(maxStates).fill(-1)
    this.#target = new Int32Array(maxStates)
    this.#fallback = new Int32Array(maxStates)
    this.#link(patterns.map((pattern) => ({ pattern, states: this.#add(pattern) })))
  }

  /** Calls `found` at each position where patterns end, with the offsets of the longest pattern that ends there. */
  scan(text: string, found: (start: number, end: number) => void): void {
    const [table, matched, fromFirst] = [this.#table, this.#matched, this.#fromFirst]
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const code = table[text.charCodeAt(at)]!
      // The first branch is a shortcut: most characters of most texts begin no pattern.
      state = state === 0 && code < ASCII ? fromFirst[code]! : this.#next(state, code)
      const length = matched[state]!
      if (length > 0) found(at + 1 - length, at + 1)
    }
  }

  #add(pattern: string): Uint32Array {
    const states = new Uint32Array(pattern.length)
    let state = 0
    for (let at = 0; at < pattern.length; at++) {
      const code = this.#codeAt(pattern, at)
      state = this.#child(state, code) || this.#grow(state, code)
      states[at] = state
    }
    this.#matched[state] = pattern.length
    return states
  }

  #codeAt(text: string, at: number): number {
    return this.#table[text.charCodeAt(at)]!
  }

  #grow(state: number, code: number): number {
    const made = this.#size++
    if (this.#code[state] === -1) {
      this.#code[state] = code
      this.#target[state] = made
    } else this.#more.set(state * 65_536 + code, made)
    if (state === 0 && code < ASCII) this.#fromFirst[code] = made
    return made
  }

  /** Sets the fallbacks of all states, shorter prefixes first, because later ones depend on them. */
  #link(added: { pattern: string; states: Uint32Array }[]): void {
    const longest = added.reduce((most, { states }) => Math.max(most, states.length), 0)
    for (let depth = 1; depth < longest; depth++) {
      for (const { pattern, states } of added) {
        if (depth >= states.length) continue
        const state = states[depth]!
        const before = this.#fallback[states[depth - 1]!]!
        const fallback = this.#next(before, this.#codeAt(pattern, depth))
        this.#fallback[state] = fallback
        this.#matched[state] ||= this.#matched[fallback]!
      }
    }
  }

  #next(from: number, code: number): number {
    for (let state = from; state !== 0; state = this.#fallback[state]!) {
      const child = this.#child(state, code)
      if (child !== 0) return child
    }
    return code < ASCII ? this.#fromFirst[code]! : this.#child(0, code)
  }

  #child(state: number, code: number): number {
    if (this.#code[state] === code) return this.#target[state]!
    return this.#more.size === 0 ? 0 : (this.#more.get(state * 65_536 + code) ?? 0)
  }
}

const LETTER = /[\p{L}\p{N}]/u

/** Whether a match begins or ends inside a word. */
export function isInWord(text: string, start: number, end: number): boolean {
  const isCut = (at: number) => at > 0 && LETTER.test(text[at - 1]!) && LETTER.test(text[at] ?? '')
  return isCut(start) || isCut(end)
}

export type UnitTable = Uint16Array

/** Urlencoded forms write a space as a plus sign, so plus sign and space count as one character. */
const [PLUS, SPACE] = [43, 32]

function tableOf(meaning: (code: number) => number): () => UnitTable {
  let table: UnitTable | undefined
  return () => {
    table ??= Uint16Array.from({ length: 65_536 }, (_, code) => (code === PLUS ? SPACE : meaning(code)))
    return table
  }
}

export const sameCase = tableOf((code) => code)

/** Every unit is compared in lower case. A unit whose lower case has several units is compared as itself. */
export const lowerCase = tableOf((code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : code
})
