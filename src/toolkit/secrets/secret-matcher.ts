import { type DecodedText, decodedPlaces, decodeEscapes, joinLines } from './decoded-text.js'
import { HeadFilter } from './head-filter.js'
import { PatternAutomaton } from './pattern-automaton.js'
import { formsOf } from './secret-forms.js'
import { lowerCase, sameCase, type UnitTable } from './unit-tables.js'

/** A stretch of a text; `end` is exclusive. */
export interface Stretch {
  start: number
  end: number
}

/** Finds secrets in texts, however they are encoded. The time it takes grows with the text alone. */
export interface SecretMatcher {
  /** Where they stand: in order, apart from each other. */
  find(text: string): Stretch[]
}

/** An escape may stand in an escape in an escape; each is read once more. */
const MAX_DECODINGS = 8

/** Automata for the forms of secrets; absent where there are none. */
interface Automata {
  exact: PatternAutomaton | undefined
  anyCase: PatternAutomaton | undefined
  base64: PatternAutomaton | undefined
}

/**
 * A matcher for some secrets, undefined where none is long enough to be looked for. It finds them as they are, in other case, turned round,
 * in hexadecimal, and in base64 wherever they begin in it; each also with escapes of addresses, JSON and HTML, in part or in each other.
 */
export function createSecretMatcher(secrets: Iterable<string>): SecretMatcher | undefined {
  const forms = [...new Set(secrets)].map(formsOf)
  const exact = forms.flatMap((form) => form.exact)
  const anyCase = forms.flatMap((form) => form.anyCase)
  const base64 = forms.flatMap((form) => form.base64)
  if (exact.length + anyCase.length === 0) return undefined
  const plainHeads = new HeadFilter([...exact, ...anyCase, ...base64])
  const base64Heads = new HeadFilter(base64)
  // Most texts have no secret in them: the automata are made for the first that may.
  let automata: Automata | undefined
  return {
    find(text) {
      if (!mayBeIn(text, { plainHeads, base64Heads })) return []
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

/** One fast look at the text and at what its escapes stand for. */
function mayBeIn(text: string, heads: { plainHeads: HeadFilter; base64Heads: HeadFilter }): boolean {
  let stage: string | undefined = text
  for (let round = 0; stage !== undefined && round <= MAX_DECODINGS; round++) {
    if (heads.plainHeads.mayBeIn(stage)) return true
    const joined = joinLines(stage)
    if (joined !== undefined && heads.base64Heads.mayBeIn(joined)) return true
    stage = decodeEscapes(stage)
  }
  return false
}

function findAll(text: string, { exact, anyCase, base64 }: Automata): Stretch[] {
  const found = new Found(text.length)
  let stage: DecodedText | undefined = { text }
  for (let round = 0; stage && round <= MAX_DECODINGS; round++) {
    const here: DecodedText = stage
    exact?.scan(here.text, (start, end) => found.add(here, { start, end }))
    anyCase?.scan(here.text, (start, end) => found.add(here, { start, end }))
    for (const part of base64 ? [here, decodedPlaces(here, 'lines')] : [])
      if (part) base64?.scan(part.text, (start, end) => found.add(part, wholeDigits(part, { start, end })))
    stage = decodedPlaces(here, 'escapes')
  }
  return found.stretches()
}

const BASE64_DIGIT = /[A-Za-z\d+/_-]/

/** Base64 with the digits on both sides, which hold some bits of the secret too, and the padding. */
function wholeDigits({ text, places }: DecodedText, { start, end }: Stretch): Stretch {
  const isBeside = (at: number) => !places || places.ends[at - 1] === places.starts[at]
  const isDigit = (at: number) => BASE64_DIGIT.test(text[at] ?? '')
  const from = start > 0 && isDigit(start - 1) && isBeside(start) ? start - 1 : start
  let to = isDigit(end) && isBeside(end) ? end + 1 : end
  while (to < end + 3 && text[to] === '=') to++
  return { start: from, end: to }
}

/** Where secrets begin and end in a text, counted: what is found many times, and over itself, takes no more room. */
class Found {
  readonly #length: number
  #edges: Int32Array | undefined

  constructor(length: number) {
    this.#length = length
  }

  add({ places }: DecodedText, { start, end }: Stretch): void {
    this.#edges ??= new Int32Array(this.#length + 1)
    this.#edges[places ? places.starts[start]! : start]! += 1
    this.#edges[places ? places.ends[end - 1]! : end]! -= 1
  }

  stretches(): Stretch[] {
    const found: Stretch[] = []
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
