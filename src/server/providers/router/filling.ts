import { cutWords } from '../../../languages/cut-words.js'
import { isFieldOf } from '../../../languages/field-names.js'
import type { Language } from '../../../languages/language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { ToolFacts } from '../../../toolkit/search/facts.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import type { Vocabulary } from '../../../toolkit/search/vocabulary.js'
import type { ModelTool } from '../../model/language-model.js'
import { asSaid } from './as-said.js'
import type { Proposal } from './assign.js'
import { accepts, isFor } from './kinds.js'
import { type Slot, usualValue, type Values, withEnglish } from './slots.js'
import { isCapitals, type Token } from './token.js'
import { type Reading, tokenize } from './tokens.js'
import { valueFor } from './values.js'

/** The assignment of the spans of an utterance to the slots of one tool, while it is made. */
export interface Filling {
  text: string
  reading: Reading
  language: Language
  now: Date
  lexicon: Lexicon
  vocabulary: Vocabulary
  tokens: Token[]
  slots: Slot[]
  values: Values
  /** Tokens that are already a part of a value. */
  used: Set<Token>
  /** Stems in the title of the tool but not in its path: "story" if the path is `/items/{id}`. */
  alias: readonly string[]
  /** Stems in the title, path and folder of the tool. */
  topic: ReadonlySet<string>
  /** Stems in the path and folder of the tool. */
  place: ReadonlySet<string>
  /** Stems of the names of the tool's parameters. */
  parameters: ReadonlySet<string>
  /** Whether the tool creates or changes something. If so, a name can be a value even if no word announces it. */
  writes: boolean
  /** The unused spans, until the next assignment. */
  spans?: Span[] | undefined
}

/** Neighboring tokens that can be one value: the positions of the first and the last one, and all as one token. */
export interface Span {
  first: number
  last: number
  token: Token
  /** Whether it is a plain word that no tool and no word list has. */
  isUnknown?: boolean
}

/** A value for a slot and the tokens of the value. Without `value`, the text of the tokens is the value. */
export interface Assignment {
  slot: Slot
  tokens: readonly Token[]
  value?: JsonValue | undefined
}

/** Starts the assignment of an utterance to the slots of a tool. */
export function fillingOf(tool: ModelTool, values: Values, reading: Reading): Filling {
  const { catalog, language, text, now } = reading
  const { lexicon, vocabulary } = catalog
  const facts = catalog.facts(tool)
  const slots = withEnglish(catalog.slots(tool), lexicon.language)
  const readsSpans = slots.some((slot) => isFor(slot, 'moment', 'date'))
  const joinsBoth = slots.some((slot) => isFor(slot, 'dateTime'))
  return {
    ...{ text, reading, language, now, lexicon, vocabulary, slots, values: new Map(values), used: new Set() },
    tokens: tokenize(reading, { readsSpans, joinsBoth }),
    alias: facts.title.filter((stem) => !facts.segments.flat().includes(stem)),
    topic: topicOf(facts),
    place: new Set([...facts.segments.flat(), ...facts.folder]),
    parameters: new Set([...facts.parameters, ...slots.flatMap(({ words }) => lexicon.stems(words))]),
    writes: facts.actions.some((action) => action === 'create' || action === 'update') || !facts.reads,
  }
}

/** The stems in the title, path and folder of a tool. Such a word names the tool, so the word alone is no value. */
export function topicOf({ title, segments, folder }: ToolFacts): ReadonlySet<string> {
  return new Set([...title, ...segments.flat(), ...folder])
}

/** The proposal of a value. None if the slot does not allow the value, or if a token is already used. */
export function proposal(
  { used, text, language }: Filling,
  { slot, tokens, value, ...weight }: Assignment & Pick<Proposal, 'score' | 'rule'>,
): Proposal[] {
  if (tokens.some((token) => used.has(token))) return []
  const said = value ?? (tokens.length > 0 ? valueFor(slot, joined(tokens, text), language) : undefined)
  return said == null ? [] : [{ parts: [{ slot, value: said }], tokens, ...weight }]
}

/** Assigns the proposed values to their slots. Returns whether there was any. */
export function take(filling: Filling, proposals: readonly Proposal[]): boolean {
  for (const { parts, tokens } of proposals) {
    for (const { slot, value } of parts) filling.values.set(slot.key, value)
    for (const token of tokens) filling.used.add(token)
  }
  filling.spans = undefined
  return proposals.length > 0
}

/** Assigns a value, if the slot has none yet and allows it. */
export function assignOne(filling: Filling, assignment: Assignment): void {
  if (isOpen(filling, assignment.slot)) take(filling, proposal(filling, { ...assignment, score: 1 }))
}

/** Whether a slot has no value yet. */
export const isOpen = ({ values }: Filling, slot: Slot) => !values.has(slot.key)

/** The slots without a value. */
export const openSlots = (filling: Filling) => filling.slots.filter((slot) => isOpen(filling, slot))

/** The tokens of a span. */
export const tokensOf = ({ tokens }: Filling, { first, last }: Span) => tokens.slice(first, last + 1)

/** The only item of a list; undefined if the list does not have exactly one item. */
export const only = <Item>(items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

/** Whether the tool needs a value for a slot: it is the only one, or it is required and has no usual value. */
export function isNeeded({ slots, writes }: Filling, slot: Slot): boolean {
  return slots.length === 1 || (slot.required && usualValue(slot, !writes) === undefined)
}

/** The unused spans that can be values: names, words after the name of a slot, and numbers, codes and the like. */
export function spansOf(filling: Filling): Span[] {
  filling.spans ??= findSpans(filling)
  return filling.spans
}

function findSpans(filling: Filling): Span[] {
  const { tokens, text, used } = filling
  const found: Span[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const isName = isLooseName(filling, token)
    if (used.has(token) || (token.kind === 'word' && !isName && !isAnnouncedWord(filling, at))) continue
    if (isOwnName(filling, token)) continue
    const taken = isName ? wholeName(filling, at) : [token]
    found.push({ first: at, last: at + taken.length - 1, token: joined(taken, text) })
    at += taken.length - 1
  }
  return found
}

/**
 * Whether a word may be a name although no word such as "called" announces it. It must look like a name and be no word
 * of the tool.
 */
export function isLooseName(filling: Filling, token: Token): boolean {
  const { language, vocabulary, topic, parameters, lexicon } = filling
  if (filling.used.has(token) || token.kind !== 'word' || !token.name) return false
  const isShouted = isCapitals(token)
  if (language.capitalNouns && !isShouted) return false
  const next = token.pause ? undefined : filling.tokens[filling.tokens.indexOf(token) + 1]
  // In "the GRE tunnels", both words are in the title, path or folder of a tool. So "GRE" is a part of the noun.
  const areSubjects =
    next?.stems.some(vocabulary.isSubject) && token.stems.every((stem) => vocabulary.isSubject(stem))
  if ((isShouted && areSubjects) || lexicon.language.pointers.has(token.lower)) return false
  // The "New" of "New York" belongs to the name after it.
  if (isCommon(filling, token)) return next !== undefined && !isShouted && isLooseName(filling, next)
  // A letter alone, as in "room A", has no stem.
  return token.stems.length === 0 || !token.stems.every((stem) => topic.has(stem) || parameters.has(stem))
}

/** Whether a token that looks like a code is only the name of the tool or of a slot: `getAllBooks`, `MsgId`. */
function isOwnName({ topic, lexicon, slots }: Filling, token: Token): boolean {
  if (token.kind !== 'code') return false
  if (slots.some(({ name }) => name.toLowerCase() === token.lower)) return true
  if (token.stems.length > 0 && token.stems.every((stem) => topic.has(stem))) return true
  return cutWords(token.text).every((word) => lexicon.isStopWord(word) || lexicon.isActionWord(word))
}

/**
 * Whether a plain word is a value because it follows the name of a slot: "express" in "the repository express". The
 * word must be in no word list and in no title, path, folder or name of a slot.
 */
export function isAnnouncedWord(filling: Filling, at: number): boolean {
  const { tokens, language, slots, lexicon, vocabulary, parameters } = filling
  const token = tokens[at]!
  if (filling.used.has(token) || token.kind !== 'word' || isCommon(filling, token)) return false
  if (token.stems.every((stem) => vocabulary.isSubject(stem) || parameters.has(stem))) return false
  if (language.linking.has(token.lower) || lexicon.isWord(token.lower)) return false
  const link = tokens[at - 1]?.lower ?? ''
  const before = language.linking.has(link) ? tokens[at - 2] : tokens[at - 1]
  if (before?.kind !== 'word' || before.pause || isCommon(filling, before)) return false
  return slots.some((slot) => {
    const own = slot.words.findLast((word) => !/^(ids?|uuid|guid|name)$/.test(word))
    const head = own ?? slot.thing?.at(-1) ?? slot.words.at(-1)
    // In "the device is broken", "broken" does not identify a device.
    if (head === undefined || (slot.thing && language.assigning.has(link))) return false
    return accepts(slot.schema, 'string') && before.forms.includes(lexicon.stem(head))
  })
}

/** Whether a word is a stop word or names an action. A single capital letter is neither. */
export function isCommon({ lexicon }: Pick<Filling, 'lexicon'>, { lower, name }: Token): boolean {
  const isLetter = name && lower.length === 1
  return !isLetter && (lexicon.isStopWord(lower) || lexicon.isActionWord(lower))
}

/** Whether a word is strange: no word list of the language and no tool of the collection contains it. */
export function isStrange(filling: Filling, token: Token): boolean {
  if (filling.used.has(token) || token.kind !== 'word' || isCommon(filling, token)) return false
  const isDegree = filling.language.superlatives.some(({ words }) => words.includes(token.lower))
  if (isDegree) return false
  const isWord = filling.lexicon.isWord(token.lower) || filling.language.linking.has(token.lower)
  return !isWord && !token.forms.some((stem) => filling.vocabulary.has(stem))
}

/** The tokens of the name that begins at `start`, which may have several words: "New York", "Release 2". */
export function wholeName({ tokens, used }: Filling, start: number): Token[] {
  const taken = [tokens[start]!]
  for (let at = start + 1; at < tokens.length && !taken.at(-1)!.pause; at++) {
    const token = tokens[at]!
    const goesOn = token.name || (token.kind === 'number' && !token.inWords)
    if (used.has(token) || token.kind === 'quoted' || !goesOn) break
    taken.push(token)
  }
  return taken
}

/** Joins tokens into one, with the text from the first to the last token. */
export function joined(tokens: readonly Token[], text: string): Token {
  const [first, last] = [tokens[0]!, tokens.at(-1)!]
  if (tokens.length === 1) return first
  const whole = text.slice(first.start, last.end)
  return {
    ...first,
    ...{ kind: 'word', text: whole, lower: whole.toLowerCase() },
    ...{ pause: last.pause, end: last.end, name: true },
  }
}

/** Assigns to a slot the text of the utterance from the first to the last token, without punctuation at its end. */
export function textOf(filling: Filling, { slot, tokens }: { slot: Slot; tokens: Token[] }): Assignment {
  const text = trimEndOf(asSaid(filling.reading, tokens[0]!.start, tokens.at(-1)!.end), ' .,;!?')
  const token = {
    ...joined(tokens, filling.text),
    ...{ kind: 'word' as const, text, lower: text.toLowerCase() },
  }
  return { slot, tokens, value: valueFor(slot, token, filling.language) }
}

/** Whether a word connects two parts of a sentence: "and", "with", "of". */
export function isLinking({ lexicon, language }: Filling, { lower }: Token): boolean {
  const { joints, prepositions } = lexicon.language
  return joints.has(lower) || prepositions.has(lower) || language.linking.has(lower)
}

/** The longest run of unused and uncommon words right before the index `end`, without a pause between them. */
export function textBefore(filling: Filling, end: number): Token[] {
  const { tokens, used } = filling
  let start = end
  while (start > 0) {
    const token = tokens[start - 1]!
    const isOther = token.kind !== 'word' || isCommon(filling, token) || isLinking(filling, token)
    if (used.has(token) || isOther || (start < end && token.pause)) break
    start -= 1
  }
  return tokens.slice(start, end)
}

/** The index of the first word of the text after the name of its slot. Undefined if no text for the slot follows. */
export function textStart(filling: Filling, slot: Slot, from: number): number | undefined {
  const { tokens, language, lexicon, used } = filling
  let start = from
  while (tokens[start] && !tokens[start - 1]!.pause && language.assigning.has(tokens[start]!.lower)) start++
  const token = tokens[start]
  if (!token || used.has(token) || tokens[start - 1]!.pause || token.kind === 'quoted') return undefined
  const [isText, isAssigned] = [isFor(slot, 'text'), start > from]
  if (token.kind !== 'word') return isText && !token.pause ? start : undefined
  const { joints, prepositions } = lexicon.language
  if ((language.linking.has(token.lower) || joints.has(token.lower)) && !isText) return undefined
  // Some languages say "name category 18" for "the name of category 18": then "category 18" is no value of `name`.
  const isOfRecord =
    tokens[start + 1]?.kind === 'number' && token.forms.some((stem) => filling.topic.has(stem))
  if (!token.name && !isAssigned && isOfRecord) return undefined
  const isTitled = isText && token.name
  if (token.name || isAssigned || isText)
    return prepositions.has(token.lower) && !isTitled ? undefined : start
  const isPlain = !lexicon.isStopWord(token.lower) && !prepositions.has(token.lower)
  // In "to status closed", the word is a value, although it is also a verb.
  return (isFor(slot, 'name') || isFor(slot, 'category')) && isPlain ? start : undefined
}

/**
 * The index after the last word of a value that begins at `start`:
 * - A free text or a name ends at a pause, at a used word, or before words that announce another value.
 * - A name with capital letters ends after its last capitalized word, and unknown words behind it: "Water the plants".
 * - For any other slot, a value in small letters is one word.
 */
export function textEnd(filling: Filling, slot: Slot, start: number): number {
  const { tokens, lexicon, language, used } = filling
  const isText = isFor(slot, 'text')
  const first = tokens[start]!
  if (!isText && !isFor(slot, 'name') && !first.name) return start + 1
  if (!isText && first.name && !language.capitalNouns) {
    const end = start + wholeName(filling, start).length
    return isFor(slot, 'name') ? endOfPhrase(filling, end) : end
  }
  const isBy = (token: Token, at: number) =>
    language.makers.has(token.lower) &&
    tokens[at + 1]?.name === true &&
    openSlots(filling).some((one) => one !== slot && isFieldOf('person', one.name))
  const ends = (token: Token, at: number) => {
    if (isBy(token, at)) return true
    if (!isText) return isLinking(filling, token)
    const [next] = tokens.slice(at + 1, at + 4).filter(({ lower }) => !lexicon.isStopWord(lower))
    const isVerb = next !== undefined && lexicon.isActionWord(next.lower)
    if (lexicon.language.joints.has(token.lower)) return isVerb || announces(filling, next, slot)
    return lexicon.language.prepositions.has(token.lower) && announces(filling, next, slot)
  }
  let end = start
  while (end < tokens.length && !used.has(tokens[end]!) && !(end > start && ends(tokens[end]!, end)))
    if (tokens[end++]!.pause) break
  // In German "leg eine Gruppe namens Nord an", "an" belongs to the verb "leg", so the value ends before it.
  const isSplit = lexicon.language.compounds && lexicon.language.particles.has(tokens[end - 1]!.lower)
  return isSplit && end - 1 > start ? end - 1 : end
}

/** The index after the unknown words (and articles before them) that continue a name. */
function endOfPhrase(filling: Filling, from: number): number {
  const { tokens, language } = filling
  const goesOn = (token: Token | undefined) => token !== undefined && isStrange(filling, token)
  let end = from
  while (end < tokens.length && !tokens[end - 1]!.pause) {
    const isArticle = language.articles.includes(tokens[end]!.lower) && !tokens[end]!.pause
    if (goesOn(tokens[end])) end += 1
    else if (isArticle && goesOn(tokens[end + 1])) end += 2
    else break
  }
  return end
}

/** Whether a word is in the name of another slot: "title" in "and the title". */
function announces({ slots, lexicon }: Filling, next: Token | undefined, slot: Slot): boolean {
  return (
    next !== undefined &&
    slots.some(
      (other) => other !== slot && lexicon.stems(other.words).some((stem) => next.stems.includes(stem)),
    )
  )
}
