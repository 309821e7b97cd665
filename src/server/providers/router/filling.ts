import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import type { CoerceContext } from './coerce.js'
import { coerce } from './coerce.js'
import { hasForm, usualValue } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import { allStems, type Token } from './tokens.js'

/** The values of parameters. The key is what `keyOf` returns for the parameter. */
export type Values = Map<string, JsonValue>

/**
 * The state while the values of a tool's parameters are searched in an utterance. A token that was assigned to a
 * parameter is marked as used.
 */
export interface Filling extends CoerceContext {
  language: Language
  text: string
  tokens: Token[]
  slots: Slot[]
  values: Values
  lexicon: Lexicon
  /** Stems that are in the title of the tool but not in its path: "story" if the path is `/items/{id}`. */
  alias: readonly string[]
  /** Stems in the title, path and folder of the tool. */
  topic: ReadonlySet<string>
  /** Stems of the names of the tool's parameters. */
  parameters: ReadonlySet<string>
  /** Whether a tool of the collection has the word anywhere, such as in a name or a description. */
  isKnown: (stem: string) => boolean
  /** Whether a tool of the collection has the word in its title, path or folder. */
  isSubject: (stem: string) => boolean
  /** Whether the tool creates or changes something. If so, a name can be a value even if no word announces it. */
  writes: boolean
  /** The unused words that can be values; undefined until they are needed and after each assignment. */
  spans?: Span[] | undefined
}

/** Neighboring words that can be one value: the positions of the first and the last word, and all as one token. */
export interface Span {
  first: number
  last: number
  token: Token
}

/** A value for a parameter and the tokens of the value. Without `value`, the text of the tokens is the value. */
export interface Assignment {
  slot: Slot
  tokens: Token[]
  value?: JsonValue | undefined
}

/** Finds values of one kind in a sentence. The caller makes each assignment before it asks for the next one. */
export type Reader = (filling: Filling) => Iterable<Assignment>

/** The key of a parameter in {@link Values}. */
export function keyOf(slot: Slot): string {
  return slot.route.join('/')
}

/** Makes the assignments that the functions in `readers` find, one function after the other. */
export function assignAll(filling: Filling, readers: readonly Reader[]): void {
  for (const reader of readers) for (const assignment of reader(filling)) assign(filling, assignment)
}

/**
 * Assigns a value and marks its tokens as used. Does nothing if the parameter already has a value, if a token is
 * already used, or if the parameter does not allow the value.
 */
export function assign(filling: Filling, { slot, tokens, value }: Assignment): void {
  if (!isOpen(filling, slot) || tokens.some(({ used }) => used)) return
  const said =
    value ??
    (tokens.length > 0
      ? coerce(joined(tokens, filling.text), { schema: slot.schema, context: filling })
      : undefined)
  if (said == null || !hasForm(slot, said)) return
  filling.values.set(keyOf(slot), said)
  for (const token of tokens) token.used = true
  filling.spans = undefined
}

/** The unused words that can be values: names, words after the name of a parameter, and numbers, codes and the like. */
export function spansOf(filling: Filling): Span[] {
  filling.spans ??= findSpans(filling)
  return filling.spans
}

function findSpans(filling: Filling): Span[] {
  const { tokens, text } = filling
  const found: Span[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const isName = isLooseName(filling, token)
    if (token.used || (token.kind === 'word' && !isName && !isAnnouncedWord(filling, at))) continue
    if (isOwnName(filling, token)) continue
    const taken = isName ? wholeName(tokens, at) : [token]
    found.push({ first: at, last: at + taken.length - 1, token: joined(taken, text) })
    at += taken.length - 1
  }
  return found
}

/** The tokens of a span. */
export function tokensOf({ tokens }: Filling, { first, last }: Span): Token[] {
  return tokens.slice(first, last + 1)
}

/** Whether a parameter has no value yet. */
export function isOpen(filling: Filling, slot: Slot): boolean {
  return !filling.values.has(keyOf(slot))
}

/**
 * Whether a word may be a name although no word such as "called" announces it. It must look like a name and be no word
 * of the tool.
 */
export function isLooseName(filling: Filling, token: Token): boolean {
  if (token.used || token.kind !== 'word' || !token.name) return false
  const isCapitals = /^[\p{Lu}\d_-]{2,}$/u.test(token.text)
  if (filling.language.capitalNouns && !isCapitals) return false
  const next = token.pause ? undefined : filling.tokens[filling.tokens.indexOf(token) + 1]
  // In "the GRE tunnels", both words are in the title, path or folder of a tool. So "GRE" is a part of the noun and no
  // value.
  if (isCapitals && next?.stems.some(filling.isSubject) && token.stems.every(filling.isSubject)) return false
  const isOwn = token.stems.every((stem) => filling.topic.has(stem) || filling.parameters.has(stem))
  if (filling.lexicon.language.pointers.has(token.lower)) return false
  // The "New" of "New York" belongs to the name after it.
  return isCommon(filling, token) ? next !== undefined && !isCapitals && isLooseName(filling, next) : !isOwn
}

/** Whether a token that looks like a code is only the name of the tool or of a parameter: `getAllBooks`, `MsgId`. */
function isOwnName({ topic, lexicon, slots }: Filling, token: Token): boolean {
  if (token.kind !== 'code') return false
  if (slots.some(({ name }) => name.toLowerCase() === token.lower)) return true
  if (token.stems.length > 0 && token.stems.every((stem) => topic.has(stem))) return true
  return cutWords(token.text).every((word) => lexicon.isStopWord(word) || lexicon.isActionWord(word))
}

/**
 * Whether a word is in no word list and in no title, path, folder or parameter name. For example, "main" may be the
 * name of a branch. Descriptions of tools may contain the word.
 */
function isUnnamed(filling: Filling, token: Token): boolean {
  if (token.used || token.kind !== 'word' || isCommon(filling, token)) return false
  const isNamed = (stem: string) => filling.isSubject(stem) || filling.parameters.has(stem)
  return (
    !token.stems.every(isNamed) &&
    !filling.language.linking.has(token.lower) &&
    !filling.lexicon.isWord(token.lower)
  )
}

/**
 * Whether a plain word is a value because it follows the name of a parameter: "express" in "the repository express".
 */
export function isAnnouncedWord(filling: Filling, at: number): boolean {
  const { tokens, language, slots, lexicon } = filling
  const token = tokens[at]!
  if (!isUnnamed(filling, token)) return false
  const link = tokens[at - 1]?.lower ?? ''
  const before = language.linking.has(link) ? tokens[at - 2] : tokens[at - 1]
  if (before?.kind !== 'word' || before.pause || isCommon(filling, before)) return false
  return slots.some((slot) => {
    const own = slot.words.findLast((word) => !/^(ids?|uuid|guid|name)$/.test(word))
    const head = own ?? slot.thing?.at(-1) ?? slot.words.at(-1)
    // In "the device is broken", "broken" does not identify a device.
    if (head === undefined || (slot.thing && language.assigning.has(link))) return false
    return accepts(slot.schema, 'string') && allStems(before).includes(lexicon.stem(head))
  })
}

/** Whether a word is a stop word or names an action. A single capital letter is neither. */
export function isCommon({ lexicon }: Pick<Filling, 'lexicon'>, { lower, name }: Token): boolean {
  const isLetter = name && lower.length === 1
  return !isLetter && (lexicon.isStopWord(lower) || lexicon.isActionWord(lower))
}

/** The tokens of the name that begins at `start`, which may have several words: "New York", "Release 2". */
export function wholeName(tokens: Token[], start: number): Token[] {
  const taken = [tokens[start]!]
  for (let at = start + 1; at < tokens.length && !taken.at(-1)!.pause; at++) {
    const token = tokens[at]!
    if (token.used || token.kind === 'quoted' || !(token.name || (token.kind === 'number' && !token.inWords)))
      break
    taken.push(token)
  }
  return taken
}

/** Joins tokens into one, with the text from the first to the last token. */
export function joined(tokens: Token[], text: string): Token {
  const [first, last] = [tokens[0]!, tokens.at(-1)!]
  if (tokens.length === 1) return first
  const whole = text.slice(first.start, last.end)
  return {
    ...first,
    kind: 'word',
    text: whole,
    lower: whole.toLowerCase(),
    pause: last.pause,
    end: last.end,
    name: true,
  }
}

/** Whether a word is strange: no word list of the language and no tool of the collection contains it. */
export function isStrange(filling: Filling, token: Token): boolean {
  if (token.used || token.kind !== 'word' || isCommon(filling, token)) return false
  const isWord = filling.lexicon.isWord(token.lower) || filling.language.linking.has(token.lower)
  return !isWord && !token.stems.some((stem) => filling.isKnown(stem))
}

/** The only item of a list; undefined if the list does not have exactly one item. */
export const only = <Item>(items: Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

/**
 * Whether the tool needs a value for a parameter: it is the only parameter, or it is required and has no usual value.
 */
export function isNeeded({ slots, writes }: Filling, slot: Slot): boolean {
  return slots.length === 1 || (slot.required && usualValue(slot, !writes) === undefined)
}
