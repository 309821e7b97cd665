import { trimEndOf } from '../../../text/trim.js'
import { coerce } from './coerce.js'
import type { EvidenceCandidate, Placement } from './evidence.js'
import { evidenceFor, leastEvidence, told } from './evidence.js'
import type { Filling } from './filling.js'
import {
  isAnnouncedWord,
  isLooseName,
  isOpen,
  isOwnName,
  isStrange,
  joined,
  take,
  wholeName,
} from './filling.js'
import { accepts, holdsId } from './slots.js'
import type { Token } from './tokens.js'

/** Places the values of an utterance where the most speaks for them, the surest first; then what can only be meant one way. */
export function fillValues(filling: Filling): void {
  splitPairs(filling)
  splitNames(filling)
  const values = candidates(filling)
  const pairs = values.flatMap((value) =>
    filling.slots
      .filter((slot) => isOpen(filling, slot))
      .map((slot) => ({ slot, value, evidence: evidenceFor(filling, { slot, value }) })),
  )
  const isUnclear = (value: EvidenceCandidate, evidence: number) =>
    filling.writes &&
    pairs.filter((one) => one.value === value && Math.abs(one.evidence - evidence) < unclear).length > 1
  for (const { slot, value, evidence } of pairs
    .filter(({ evidence }) => evidence >= leastEvidence)
    .sort((a, b) => b.evidence - a.evidence))
    if (evidence >= told || !isUnclear(value, evidence)) place(filling, { slot, value })
  fillIds(filling, values)
  fillLastText(filling, values)
}

/** Evidence as near as this tells no place from another: a write then asks. */
const unclear = 0.05

/** What can be a value: all that stands out by its form, and names. */
function candidates(filling: Filling): EvidenceCandidate[] {
  const { tokens } = filling
  const found: EvidenceCandidate[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.used) continue
    const isName = isLooseName(filling, token)
    if (token.kind === 'word' && !isName && !isAnnouncedWord(filling, at)) continue
    if (isOwnName(filling, token)) continue
    const taken = token.kind === 'word' && isName ? wholeName(tokens, at) : [token]
    found.push({ first: at, last: at + taken.length - 1, token: joined(taken, filling.text) })
    at += taken.length - 1
  }
  return found
}

function tokensOf({ tokens }: Filling, { first, last }: EvidenceCandidate): Token[] {
  return tokens.slice(first, last + 1)
}

function isFree(filling: Filling, value: EvidenceCandidate): boolean {
  return tokensOf(filling, value).every(({ used }) => !used)
}

function place(filling: Filling, { slot, value }: Placement): void {
  if (!isOpen(filling, slot) || !isFree(filling, value)) return
  const said = coerce(value.token, { schema: slot.schema, context: filling })
  if (said != null) take(filling, { slot, value: said, tokens: tokensOf(filling, value) })
}

const firstNames = /^(firstname|givenname|forename|first|vorname|prenom|nombre|nome)$/
const lastNames = /^(lastname|familyname|surname|last|nachname|apellido|sobrenome)$/

/** A name of two words fills the first and the last name of one person. */
function splitNames(filling: Filling): void {
  const called = (names: RegExp) =>
    filling.slots.find((slot) => names.test(slot.words.join('')) && isOpen(filling, slot))
  const [first, last] = [called(firstNames), called(lastNames)]
  if (!first || !last || first.route.slice(0, -1).join() !== last.route.slice(0, -1).join()) return
  for (const value of candidates(filling)) {
    const tokens = tokensOf(filling, value)
    if (value.token.kind !== 'word' || tokens.length < 2 || !tokens.every(({ kind }) => kind === 'word'))
      continue
    const given = tokens.slice(0, -1)
    take(filling, { slot: first, value: given.map(({ text }) => text).join(' '), tokens: given })
    take(filling, { slot: last, value: tokens.at(-1)!.text, tokens: tokens.slice(-1) })
    return
  }
}

/** "owner/repo" fills the two neighbours of the path that are wanted. */
function splitPairs(filling: Filling): void {
  const [first, second, ...more] = filling.slots.filter((slot) => slot.inPath && isOpen(filling, slot))
  if (!first || !second || more.length > 1) return
  for (const token of filling.tokens) {
    const parts = token.kind === 'code' && !token.used ? token.text.split('/') : []
    if (parts.length !== 2 || parts.includes('')) continue
    for (const [at, slot] of [first, second].entries())
      if (accepts(slot.schema, 'string')) take(filling, { slot, value: parts[at]!, tokens: [token] })
    return
  }
}

const isIdValue = ({ token }: EvidenceCandidate) =>
  token.kind === 'number' || token.kind === 'code' || /^[\p{Lu}\d_-]{2,}$/u.test(token.text)

/** A number or code without a word before it is the id if exactly one id is needed and exactly one was said. */
function fillIds(filling: Filling, values: EvidenceCandidate[]): void {
  const ids = filling.slots.filter((slot) => (slot.thing || slot.inPath) && isOpen(filling, slot))
  const wanted = ids.filter((slot) => slot.required || slot.inPath)
  const open = wanted.length > 0 || filling.writes ? wanted : ids.filter(holdsId)
  const isPointed = ({ first, token }: EvidenceCandidate) =>
    wanted.length > 0 ||
    /[_-]/.test(token.text) ||
    filling.lexicon.language.pointers.has(filling.tokens[first - 1]?.lower ?? '')
  const free = values.filter((value) => isIdValue(value) && isPointed(value) && isFree(filling, value))
  const withDigits = free.filter(({ token }) => /\d/.test(token.text))
  const [value, ...more] = withDigits.length > 0 ? withDigits : free
  const [slot] = open
  if (slot && open.length === 1 && value && more.length === 0 && !isOfOtherThing(filling, { slot, value }))
    place(filling, { slot, value })
}

/** "workspace W7" is no account: the word before an id is another thing that the tool is about; for an id of a body, any other of the collection. */
function isOfOtherThing(
  { tokens, language, lexicon, topic, alias, isSubject }: Filling,
  { slot, value }: Placement,
): boolean {
  const { prepositions } = lexicon.language
  const before = tokens
    .slice(0, value.first)
    .findLast(({ lower }) => prepositions.has(lower) || !language.linking.has(lower))
  if (!slot.thing || before?.kind !== 'word' || before.pause) return false
  if (prepositions.has(before.lower) || lexicon.isActionWord(before.lower)) return false
  const own = lexicon.stems([...slot.thing, ...slot.words].map((word) => trimEndOf(word, '0123456789')))
  if (slot.inPath) own.push(...alias)
  const isThing = slot.inPath ? (stem: string) => topic.has(stem) : isSubject
  return before.stems.some(isThing) && !before.stems.some((stem) => own.includes(stem))
}

/** The one text that is wanted, and the one word of the utterance that is neither the language's nor the collection's. */
function fillLastText(filling: Filling, values: EvidenceCandidate[]): void {
  const open = filling.slots.filter(
    (slot) =>
      slot.inPath &&
      !slot.thing &&
      slot.choices.length === 0 &&
      isOpen(filling, slot) &&
      accepts(slot.schema, 'string'),
  )
  const slot = open[0]
  if (!slot || open.length > 1) return
  const free = values.filter((value) => isFree(filling, value))
  const strange = filling.tokens.flatMap((token, at): EvidenceCandidate[] =>
    isStrange(filling, token) &&
    followsPreposition(filling, at) &&
    !values.some(({ first, last }) => at >= first && at <= last)
      ? [{ first: at, last: at, token }]
      : [],
  )
  const [value, ...more] = [...free, ...strange]
  if (value && more.length === 0) place(filling, { slot, value })
}

/** "the branches of react", "react's branches": only there may a plain word be a value. */
function followsPreposition({ tokens, text, lexicon, language }: Filling, at: number): boolean {
  const before = tokens[at - 1]
  if (/^['’]s\b/.test(text.slice(tokens[at]!.end))) return true
  if (before === undefined || before.pause || lexicon.language.naming.has(before.lower)) return false
  return lexicon.language.prepositions.has(before.lower) || language.linking.has(before.lower)
}

/** What was said and found no place: numbers, codes, addresses, dates, quoted text; names too where something is written. */
export function unplacedIn(filling: Filling): string[] {
  const { language } = filling
  return candidates(filling).flatMap(({ token, first }) => {
    const before = filling.tokens[first - 1]
    const isPlace =
      token.kind === 'number' && before !== undefined && language.ordinals[before.lower] !== undefined
    return (token.kind === 'word' && !filling.writes) || isPlace ? [] : [token.text]
  })
}
