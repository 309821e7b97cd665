import { type DecodedText, decodedPlaces, decodeEscapes, joinLines } from './decoded-text.js'
import { isInWord, lowerCase, PatternAutomaton, sameCase, type UnitTable } from './pattern-automaton.js'
import { formsOf } from './secret-forms.js'

export interface TextSpan {
  start: number
  end: number
}

/** Finds secrets in texts in linear time, also in the encodings that {@link createSecretMatcher} lists. */
export interface SecretMatcher {
  find(text: string): TextSpan[]
}

/** Maximum number of times that a text is decoded. Escapes may be nested, so one decoding is not enough. */
const MAX_DECODINGS = 8

interface Automata {
  exact: PatternAutomaton | undefined
  anyCase: PatternAutomaton | undefined
  base64: PatternAutomaton | undefined
}

/** Finds secrets as written, in other cases, reversed, in hex and base64, behind nested escapes. Undefined if all are too short. */
export function createSecretMatcher(secrets: Iterable<string>): SecretMatcher | undefined {
  const forms = [...new Set(secrets)].map(formsOf)
  const exact = forms.flatMap((form) => form.exact)
  const anyCase = forms.flatMap((form) => form.anyCase)
  const base64 = forms.flatMap((form) => form.base64)
  if (exact.length + anyCase.length === 0) return undefined
  const heads = new HeadFilter([...exact, ...anyCase, ...base64])
  // Most texts contain no secret, so the automata are built for the first text that may contain one.
  let automata: Automata | undefined
  return {
    find(text) {
      if (!mayBeIn(text, heads)) return []
      automata ??= {
        exact: automatonOf(exact, sameCase),
        anyCase: automatonOf(anyCase, lowerCase),
        base64: automatonOf(base64, sameCase),
      }
      return findAll(text, automata)
    },
  }
}

function automatonOf(patterns: string[], table: () => UnitTable): PatternAutomaton | undefined {
  return patterns.length > 0 ? new PatternAutomaton([...new Set(patterns)], table()) : undefined
}

/** A quick test whether a text, or the text with its escapes decoded, may contain a secret. */
function mayBeIn(text: string, heads: HeadFilter): boolean {
  let stage: string | undefined = text
  for (let round = 0; stage !== undefined && round <= MAX_DECODINGS; round++) {
    if (heads.mayBeIn(stage)) return true
    const joined = joinLines(stage)
    if (joined !== undefined && heads.mayBeIn(joined)) return true
    stage = decodeEscapes(stage)
  }
  return false
}

function findAll(text: string, { exact, anyCase, base64 }: Automata): TextSpan[] {
  const found = new FoundSecretSpan(text.length)
  let stage: DecodedText | undefined = { text }
  for (let round = 0; stage && round <= MAX_DECODINGS; round++) {
    const here: DecodedText = stage
    for (const part of [here, decodedPlaces(here, 'lines')]) {
      if (!part) continue
      exact?.scan(part.text, (start, end) => {
        if (standsAlone(part.text, { start, end })) found.add(part, { start, end })
      })
      anyCase?.scan(part.text, (start, end) => found.add(part, { start, end }))
      base64?.scan(part.text, (start, end) => found.add(part, wholeDigits(part, { start, end })))
    }
    stage = decodedPlaces(here, 'escapes')
  }
  return found.stretches()
}

/** Minimum characters of a secret that matches inside a word. Common words contain shorter secrets by chance. */
const MIN_PART_LENGTH = 6

const standsAlone = (text: string, { start, end }: TextSpan): boolean =>
  end - start >= MIN_PART_LENGTH || !isInWord(text, start, end)

const BASE64_DIGIT = /[A-Za-z\d+/_-]/

/** A match in base64 with the digit at each side, which may have bits of the secret, and the padding. */
function wholeDigits({ text, places }: DecodedText, { start, end }: TextSpan): TextSpan {
  const isBeside = (at: number) => !places || places.ends[at - 1] === places.starts[at]
  const isDigit = (at: number) => BASE64_DIGIT.test(text[at] ?? '')
  const from = start > 0 && isDigit(start - 1) && isBeside(start) ? start - 1 : start
  let to = isDigit(end) && isBeside(end) ? end + 1 : end
  while (to < end + 3 && text[to] === '=') to++
  return { start: from, end: to }
}

/** Counts starts and ends of secrets at each position, so that its memory does not grow with the matches. */
class FoundSecretSpan {
  readonly #length: number
  #edges: Int32Array | undefined

  constructor(length: number) {
    this.#length = length
  }

  add({ places }: DecodedText, { start, end }: TextSpan): void {
    this.#edges ??= new Int32Array(this.#length + 1)
    this.#edges[places ? places.starts[start]! : start]! += 1
    this.#edges[places ? places.ends[end - 1]! : end]! -= 1
  }

  stretches(): TextSpan[] {
    const found: TextSpan[] = []
    if (!this.#edges) return found
    let open = 0
    for (let at = 0; at <= this.#length; at++) {
      const before = open
      open += this.#edges[at]!
      if (before === 0 && open > 0) found.push({ start: at, end: this.#length })
      else if (before > 0 && open === 0) found.at(-1)!.end = at
    }
    return found
  }
}

const HEAD_LENGTH = 6

class HeadFilter {
  /** The first, second and third pairs of all patterns: one bit for each pair of low bytes of two UTF-16 units. */
  readonly #pairs = [new Uint32Array(2_048), new Uint32Array(2_048), new Uint32Array(2_048)] as const
  readonly #table = lowerCase()

  /** Patterns have at least four characters. If one has fewer than six, every third pair is accepted. */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) {
      if (pattern.length < HEAD_LENGTH) this.#pairs[2].fill(-1)
      for (const [place, pairs] of this.#pairs.entries()) {
        const pair = this.#pairAt(pattern, 2 * place)
        pairs[pair >> 5]! |= 1 << (pair & 31)
      }
    }
  }

  mayBeIn(text: string): boolean {
    const [[first, second, third], table] = [this.#pairs, this.#table]
    let before = 0
    for (let at = 0; at < text.length; at++) {
      const unit = table[text.charCodeAt(at)]! & 255
      const pair = (before << 8) | unit
      before = unit
      if ((first[pair >> 5]! >> (pair & 31)) & 1) {
        const next = this.#pairAt(text, at + 1)
        const last = this.#pairAt(text, at + 3)
        if ((second[next >> 5]! >> (next & 31)) & (third[last >> 5]! >> (last & 31)) & 1) return true
      }
    }
    return false
  }

  #pairAt(text: string, at: number): number {
    return (this.#unitAt(text, at) << 8) | this.#unitAt(text, at + 1)
  }

  #unitAt(text: string, at: number): number {
    return at < text.length ? this.#table[text.charCodeAt(at)]! & 255 : 0
  }
}
