import { trimEndOf } from '../../../text/trim.js'
import type { EvidenceCandidate } from './evidence.js'
import { evidenceFor, leastEvidence, told } from './evidence.js'
import { currencies } from './fill-choices.js'
import { textOf } from './fill-texts.js'
import type { Assignment, Filling, Reader } from './filling.js'
import {
  isAnnouncedWord,
  isLooseName,
  isOpen,
  isOwnName,
  isPlainText,
  isStrange,
  joined,
  wholeName,
} from './filling.js'
import type { Slot } from './slots.js'
import { accepts, holdsId } from './slots.js'
import type { Token } from './tokens.js'

/** Evidence as near as this tells no place from another: a write then asks. */
const unclear = 0.05

/** The values of an utterance where the most speaks for them, the surest first. */
export function* values(filling: Filling): Iterable<Assignment> {
  const pairs = candidates(filling)
    .flatMap((value) =>
      filling.slots
        .filter((slot) => isOpen(filling, slot))
        .map((slot) => ({ slot, value, evidence: evidenceFor(filling, { slot, value }) })),
    )
    .filter(({ evidence }) => evidence >= leastEvidence)
    .sort((a, b) => b.evidence - a.evidence)
  for (const { slot, value, evidence } of pairs) {
    const isNear = (one: (typeof pairs)[number]) =>
      one.value === value && Math.abs(one.evidence - evidence) < unclear
    const isUnclear = filling.writes && evidence < told && pairs.filter(isNear).length > 1
    if (!isUnclear) yield { slot, tokens: tokensOf(filling, value) }
  }
}

/** What can be a value: all that stands out by its form, and names. */
function candidates(filling: Filling): EvidenceCandidate[] {
  const { tokens } = filling
  const found: EvidenceCandidate[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const isName = isLooseName(filling, token)
    if (token.used || (token.kind === 'word' && !isName && !isAnnouncedWord(filling, at))) continue
    if (isOwnName(filling, token)) continue
    const taken = isName ? wholeName(tokens, at) : [token]
    found.push({ first: at, last: at + taken.length - 1, token: joined(taken, filling.text) })
    at += taken.length - 1
  }
  return found
}

function tokensOf({ tokens }: Filling, { first, last }: EvidenceCandidate): Token[] {
  return tokens.slice(first, last + 1)
}

const firstNames = /^(firstname|givenname|forename|first|vorname|prenom|nombre|nome)$/
const lastNames = /^(lastname|familyname|surname|last|nachname|apellido|sobrenome)$/

/** A value for two inputs: "owner/repo" of a path, the first and the last name of one person. */
export function* pairs(filling: Filling): Iterable<Assignment> {
  const open = filling.slots.filter((slot) => isOpen(filling, slot))
  const [outer, inner, ...more] = open.filter(({ inPath }) => inPath)
  const isPair = ({ kind, used, text }: Token) => kind === 'code' && !used && /^[^/]+\/[^/]+$/.test(text)
  const pair = filling.tokens.find(isPair)
  if (outer && inner && more.length === 0 && pair) {
    const [first, second] = pair.text.split('/')
    if (accepts(outer.schema, 'string')) yield { slot: outer, value: first, tokens: [] }
    if (accepts(inner.schema, 'string')) yield { slot: inner, value: second, tokens: [pair] }
  }
  const [given, family] = [firstNames, lastNames].map((names) =>
    open.find(({ words }) => names.test(words.join(''))),
  )
  const said = candidates(filling)
    .map((value) => tokensOf(filling, value))
    .find((tokens) => tokens.length > 1 && tokens.every(({ kind }) => kind === 'word'))
  if (!given || !family || !said || given.route.slice(0, -1).join() !== family.route.slice(0, -1).join())
    return
  yield { slot: given, tokens: said.slice(0, -1) }
  yield { slot: family, tokens: said.slice(-1) }
}

const only = <Item>(items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

const isCapitals = (text: string) => /^[\p{Lu}\d_-]{2,}$/u.test(text)

/** A number or code without a word before it is the id if exactly one id is needed and exactly one was said. */
function* lastId(filling: Filling): Iterable<Assignment> {
  const ids = filling.slots.filter((slot) => (slot.thing || slot.inPath) && isOpen(filling, slot))
  const wanted = ids.filter((slot) => slot.required || slot.inPath)
  const slot = only(wanted.length > 0 || filling.writes ? wanted : ids.filter(holdsId))
  const isPointed = ({ first, token }: EvidenceCandidate) =>
    wanted.length > 0 ||
    /[_-]/.test(token.text) ||
    filling.lexicon.language.pointers.has(filling.tokens[first - 1]?.lower ?? '')
  const said = candidates(filling).filter(
    (value) =>
      (['number', 'code'].includes(value.token.kind) || isCapitals(value.token.text)) && isPointed(value),
  )
  const withDigits = said.filter(({ token }) => /\d/.test(token.text))
  const value = only(withDigits.length > 0 ? withDigits : said)
  if (slot && value && !isOfOtherThing(filling, { slot, value }))
    yield { slot, tokens: tokensOf(filling, value) }
}

/** "workspace W7" is no account: the word before an id is another thing that the tool is about; for an id of a body, any other of the collection. */
function isOfOtherThing(
  { tokens, language, lexicon, topic, alias, isSubject }: Filling,
  { slot, value }: { slot: Slot; value: EvidenceCandidate },
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

/** The one text of a path, and the one word of the utterance that is neither the language's nor the collection's. */
function* lastText(filling: Filling): Iterable<Assignment> {
  const slot = only(
    filling.slots.filter(
      (one) =>
        one.inPath &&
        !one.thing &&
        one.choices.length === 0 &&
        isOpen(filling, one) &&
        accepts(one.schema, 'string'),
    ),
  )
  if (!slot) return
  const said = candidates(filling)
  const strange = filling.tokens.filter(
    (token, at) =>
      isStrange(filling, token) &&
      followsPreposition(filling, at) &&
      !said.some(({ first, last }) => at >= first && at <= last),
  )
  const tokens = only([...said.map((value) => tokensOf(filling, value)), ...strange.map((token) => [token])])
  if (tokens) yield { slot, tokens }
}

/** "the branches of react", "react's branches": only there may a plain word be a value. */
function followsPreposition({ tokens, text, lexicon, language }: Filling, at: number): boolean {
  const before = tokens[at - 1]
  if (/^['’]s\b/.test(text.slice(tokens[at]!.end))) return true
  if (before === undefined || before.pause || lexicon.language.naming.has(before.lower)) return false
  return lexicon.language.prepositions.has(before.lower) || language.linking.has(before.lower)
}

const subjectNames = /^(address|location|place|city|q|query|search|input|keyword|term|text|question)$/

/** The one thing a reader is asked about, from its first value to the end: "the coordinates of 221B Baker Street, London". */
function* subject(filling: Filling): Iterable<Assignment> {
  if (filling.writes || filling.values.size > 0) return
  const { tokens, text } = filling
  const slots = filling.slots.filter(
    ({ words, schema, thing, choices }) =>
      !thing &&
      choices.length === 0 &&
      accepts(schema, 'string') &&
      words.some((word) => subjectNames.test(word)),
  )
  const slot = slots.find(({ required }) => required) ?? slots[0]
  const first = tokens.findIndex(
    (token) =>
      !token.used &&
      !token.inWords &&
      (token.kind === 'quoted' || token.kind === 'code' || isLooseName(filling, token)),
  )
  if (first < 0 || !slot) return
  // It ends with the sentence, or at a pause behind which it goes on with a word that is no name.
  const end = tokens.findIndex((token, at) => {
    const next = tokens[at + 1]
    return (
      at >= first &&
      token.pause &&
      (/^[.!?]/.test(text.slice(token.end)) || (next?.kind === 'word' && !next.name))
    )
  })
  yield textOf(filling, { slot, tokens: tokens.slice(first, end < 0 ? tokens.length : end + 1) })
}

/** The one value that is left, for the one text that a change still takes: "mark shipment 6 as DELIVERED". */
function* lastChange(filling: Filling): Iterable<Assignment> {
  const slot = only(
    filling.slots.filter((one) => one.route[0] === 'body' && !one.thing && isOpen(filling, one)),
  )
  if (!filling.writes || !slot || !isPlainText(slot)) return
  const isWritten = ({ kind, text }: Token) =>
    kind === 'quoted' || ((kind === 'word' || kind === 'code') && isCapitals(text))
  const token = only(filling.tokens.filter((one) => !one.used && isWritten(one) && !isOwnName(filling, one)))
  if (token) yield { slot, tokens: [token] }
}

/** What can only be meant one way: one value is left, and one input of the path for it. */
export const lastValues: readonly Reader[] = [lastId, lastText]
/** The same for the other inputs. */
export const leftovers: readonly Reader[] = [...lastValues, currencies, subject, lastChange]

/** What was said and found no place: numbers, codes, addresses, dates, quoted text; names too where something is written. */
export function unplacedIn(filling: Filling): string[] {
  const { language, tokens, writes } = filling
  return candidates(filling).flatMap(({ token, first }) => {
    const isPlace = token.kind === 'number' && language.ordinals[tokens[first - 1]?.lower ?? ''] !== undefined
    return (token.kind === 'word' && !writes) || isPlace ? [] : [token.text]
  })
}
