import { trimEndOf } from '../../../text/trim.js'
import { coerce } from './coerce.js'
import type { Assignment, Filling } from './filling.js'
import { isCommon, isStrange, joined, wholeName } from './filling.js'
import { isNameLike, isTextLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { allStems, type Token } from './tokens.js'

/**
 * Assigns to a parameter the text of the utterance from the first to the last token, without punctuation at its end.
 */
export function textOf(filling: Filling, { slot, tokens }: { slot: Slot; tokens: Token[] }): Assignment {
  const text = trimEndOf(filling.text.slice(tokens[0]!.start, tokens.at(-1)!.end), ' .,;!?')
  const token = { ...joined(tokens, filling.text), kind: 'word' as const, text, lower: text.toLowerCase() }
  return { slot, tokens, value: coerce(token, { schema: slot.schema, context: filling }) }
}

/** The longest sequence of unused and uncommon words right before the index `end`, without a pause between them. */
export function textBefore(filling: Filling, end: number): Token[] {
  const { tokens } = filling
  let start = end
  while (start > 0) {
    const token = tokens[start - 1]!
    const isOther = token.kind !== 'word' || isCommon(filling, token) || isLinking(filling, token)
    if (token.used || isOther || (start < end && token.pause)) break
    start -= 1
  }
  return tokens.slice(start, end)
}

/**
 * The index of the first word of the text after the name of its parameter. Undefined if no text for the parameter
 * follows.
 */
export function textStart(
  filling: Filling,
  { slot, from }: { slot: Slot; from: number },
): number | undefined {
  const { tokens, language, lexicon } = filling
  let start = from
  while (tokens[start] && !tokens[start - 1]!.pause && language.assigning.has(tokens[start]!.lower)) start++
  const token = tokens[start]
  if (!token || token.used || tokens[start - 1]!.pause || token.kind === 'quoted') return undefined
  const [isText, isAssigned] = [isTextLike(slot), start > from]
  if (token.kind !== 'word') return isText && !token.pause ? start : undefined
  const stops = language.linking.has(token.lower) || lexicon.language.joints.has(token.lower)
  if (stops && !isText) return undefined
  // Some languages say "name category 18" for "the name of category 18". In this case, "category 18" is not the value
  // of the parameter `name`.
  const isOfRecord =
    tokens[start + 1]?.kind === 'number' && allStems(token).some((stem) => filling.topic.has(stem))
  if (!token.name && !isAssigned && isOfRecord) return undefined
  if (token.name || isAssigned || isText)
    return lexicon.language.prepositions.has(token.lower) ? undefined : start
  const isPlain = !lexicon.isStopWord(token.lower) && !lexicon.language.prepositions.has(token.lower)
  return isNameLike(slot) && isPlain ? start : undefined
}

/**
 * The index after the last word of a value that begins at `start`:
 * - A free text or a name ends at a pause, at a used word, or before words that announce another value.
 * - A name with capital letters ends after its last capitalized word. If unknown words follow, they belong to the name
 *   too: "Water the plants".
 * - For any other parameter, a value in small letters is one word.
 */
export function textEnd(filling: Filling, slot: Slot, start: number): number {
  const { tokens, lexicon, language } = filling
  const isText = isTextLike(slot)
  const first = tokens[start]!
  if (!isText && !isNameLike(slot) && !first.name) return start + 1
  if (!isText && first.name && !language.capitalNouns) {
    const end = start + wholeName(tokens, start).length
    return isNameLike(slot) ? endOfPhrase(filling, end) : end
  }
  const ends = (token: Token, at: number) => {
    if (!isText) return isLinking(filling, token)
    const [next] = contentAt(filling, at + 1)
    const isVerb = next !== undefined && lexicon.isActionWord(next.lower)
    if (lexicon.language.joints.has(token.lower)) return isVerb || announces(filling, { next, slot })
    return lexicon.language.prepositions.has(token.lower) && announces(filling, { next, slot })
  }
  let end = start
  while (end < tokens.length && !tokens[end]!.used && !(end > start && ends(tokens[end]!, end)))
    if (tokens[end++]!.pause) break
  // In German "leg eine Gruppe namens Nord an", "an" belongs to the verb "leg", so the value ends before it.
  const isSplit = lexicon.language.compounds && lexicon.language.particles.has(tokens[end - 1]!.lower)
  return isSplit && end - 1 > start ? end - 1 : end
}

/**
 * The index after the unknown words (and articles before them) that continue a name: "the plants" in "Water the
 * plants".
 */
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

/** Takes three tokens from an index on, and returns those that are no stop words. */
function contentAt({ tokens, lexicon }: Filling, at: number): Token[] {
  return tokens.slice(at, at + 3).filter(({ lower }) => !lexicon.isStopWord(lower))
}

/** Whether a word is in the name of another parameter: "title" in "and the title". */
function announces(
  { slots, lexicon }: Filling,
  { next, slot }: { next: Token | undefined; slot: Slot },
): boolean {
  const isNamed = (other: Slot) =>
    other !== slot && lexicon.stems(other.words).some((stem) => next!.stems.includes(stem))
  return next !== undefined && slots.some(isNamed)
}

/** Whether a word connects two parts of a sentence: "and", "with", "of". */
export function isLinking({ lexicon, language }: Filling, { lower }: Token): boolean {
  return [lexicon.language.joints, lexicon.language.prepositions, language.linking].some((words) =>
    words.has(lower),
  )
}
