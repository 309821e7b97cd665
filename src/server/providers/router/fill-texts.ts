import { trimEndOf } from '../../../text/trim.js'
import { coerce } from './coerce.js'
import type { Assignment, Filling } from './filling.js'
import { isCommon, isOpen, joined, wholeName } from './filling.js'
import { isNameLike, isPlainText, isQueryLike, isTextLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import type { Token } from './tokens.js'
import { standsAt } from './tokens.js'

/** Assigns texts that are found by the words around them: "saying we are closed", "last name Byrne", "called coffee break". */
export function* texts(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, language } = filling
  if (!filling.writes) {
    yield* searchedText(filling)
    return
  }
  const isSaying = ({ lower, kind, end }: Token) =>
    (kind === 'word' && language.saying.has(lower)) || /^:\s/.test(filling.text.slice(end))
  const said = tokens.findIndex(isSaying)
  const text = slots.find((slot) => isTextLike(slot) && isOpen(filling, slot))
  if (said > 0 && text && tokens[said + 1] && tokens[said + 1]!.kind !== 'quoted')
    yield textOf(filling, { slot: text, tokens: tokens.slice(said + 1) })
  for (const slot of slots.filter(isPlainText).sort((a, b) => b.words.length - a.words.length))
    for (const cue of cuesOf(filling, slot))
      if (isOpen(filling, slot)) {
        yield* behindCue(filling, { slot, cue })
        yield* beforeCue(filling, { slot, cue })
      }
  yield* changedText(filling)
  yield* calledName(filling)
  yield* nameBefore(filling)
}

/** The assignment of the text from the first to the last token, exactly as it is in the utterance. */
export function textOf(filling: Filling, { slot, tokens }: { slot: Slot; tokens: Token[] }): Assignment {
  const text = trimEndOf(filling.text.slice(tokens[0]!.start, tokens.at(-1)!.end), ' .,;!?')
  const token = { ...joined(tokens, filling.text), kind: 'word' as const, text, lower: text.toLowerCase() }
  return { slot, tokens, value: coerce(token, { schema: slot.schema, context: filling }) }
}

function cuesOf({ lexicon }: Filling, slot: Slot): string[][] {
  const isShort = slot.words.length > 1 && (isNameLike(slot) || isTextLike(slot))
  return [slot.words, ...(isShort ? [slot.words.slice(-1)] : [])].map((words) => lexicon.stems(words))
}

/** Assigns the search text of a read: "invoice" in "with the word invoice". */
function* searchedText(filling: Filling): Iterable<Assignment> {
  const { tokens, language, slots } = filling
  const slot = slots.find((one) => isQueryLike(one) && isOpen(filling, one))
  const announced = tokens.findIndex(({ lower }) => language.containing.has(lower))
  const at = announced < 0 ? beforeSearched(filling) : announced
  const first = tokens[at + 1]
  if (at < 0 || tokens[at]!.pause || !slot || !first || first.kind === 'quoted' || isCommon(filling, first))
    return
  const behind = tokens.slice(at + 1)
  const end = behind.findIndex((token, index) => token.pause || (index > 0 && isLinking(filling, token)))
  const last = end < 0 ? behind.length : end + Number(!isLinking(filling, behind[end]!))
  yield textOf(filling, { slot, tokens: behind.slice(0, last) })
}

/** The index of the token before a search text that follows "search for" or "search the articles for"; -1 if there is none. */
function beforeSearched({ tokens, lexicon, topic }: Filling): number {
  const verb = tokens.findLastIndex(({ lower }) => lexicon.actionsIn(lower).includes('find'))
  const isAround = ({ lower, stems, pause }: Token) =>
    !pause && (lexicon.isStopWord(lower) || stems.every((stem) => topic.has(stem)))
  const behind = verb < 0 ? [] : tokens.slice(verb + 1)
  const start = behind.findIndex((token) => !isAround(token))
  const leads = behind.slice(0, start).some(({ lower }) => lexicon.language.prepositions.has(lower))
  return start > 0 && leads ? verb + start : -1
}

/** Assigns the text after the name of a slot: "first rollout" in "with the note first rollout". */
function* behindCue(filling: Filling, { slot, cue }: { slot: Slot; cue: string[] }): Iterable<Assignment> {
  const { tokens } = filling
  const isCue = (token: Token | undefined, index: number) =>
    token?.kind === 'word' &&
    !token.used &&
    !(index < cue.length - 1 && token.pause) &&
    token.stems.includes(cue[index]!)
  for (let at = 0; cue.length > 0 && at < tokens.length && isOpen(filling, slot); at++) {
    if (!cue.every((_, index) => isCue(tokens[at + index], index))) continue
    const start = textStart(filling, { slot, from: at + cue.length })
    const end = start === undefined ? 0 : textEnd(filling, { slot, start })
    if (start === undefined || end <= start) continue
    yield { ...textOf(filling, { slot, tokens: tokens.slice(start, end) }), tokens: tokens.slice(at, end) }
  }
}

/** Assigns the text before the name of a slot: "Travel expenses" in "put Travel expenses as the description". */
function* beforeCue(filling: Filling, { slot, cue }: { slot: Slot; cue: string[] }): Iterable<Assignment> {
  const { tokens, language } = filling
  const at = tokens.findIndex(({ lower }, index) => {
    const named = tokens.slice(index + 1).filter((token) => !language.articles.includes(token.lower))
    return language.renaming.has(lower) && standsAt(named, cue, 0) && named[cue.length - 1]!.pause
  })
  const said = at > 0 ? textBefore(filling, at) : []
  if (said.length > 0) yield textOf(filling, { slot, tokens: said })
}

/**
 * Assigns the new text of a change: "Summer fair" in "change the title of post 3 to Summer fair". Does nothing if the
 * new text ends with a number or code.
 */
function* changedText(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, lexicon, language, text } = filling
  const at = tokens.findLastIndex(({ lower, pause }) => language.renaming.has(lower) && !pause)
  const first = tokens[at + 1]
  if (at < 0 || first?.kind !== 'word' || first.used || !lexicon.actionsIn(text).includes('update')) return
  const before = tokens.slice(0, at)
  const isNamed = ({ words }: Slot) =>
    before.some((_, start) => standsAt(before, lexicon.stems(words), start))
  const slot = slots.find(
    (one) => (isTextLike(one) || isNameLike(one)) && isOpen(filling, one) && isNamed(one),
  )
  const said = slot ? tokens.slice(at + 1, textEnd(filling, { slot, start: at + 1 })) : []
  if (slot && said.length > 0 && said.at(-1)!.kind === 'word') yield textOf(filling, { slot, tokens: said })
}

/** Assigns a name that precedes its verb: "Nord" in "die Gruppe soll Nord heißen". */
function* nameBefore(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, language } = filling
  const at = tokens.findIndex(({ lower }) => language.namedBefore.has(lower))
  const slot = slots.find((one) => isNameLike(one) && isOpen(filling, one))
  const said = at > 0 && slot ? textBefore(filling, at) : []
  if (slot && said.length > 0) yield textOf(filling, { slot, tokens: said })
}

/** The words right before the index `end`, back to a pause, a common word or a used value. */
function textBefore(filling: Filling, end: number): Token[] {
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

/** Assigns a name after a word such as "called", also in small letters: "coffee break" in "called coffee break with note X". */
function* calledName(filling: Filling): Iterable<Assignment> {
  const { tokens, lexicon, language } = filling
  const renames = tokens.some(({ lower }) => language.namingVerbs.has(lower))
  const at = tokens.findIndex(
    ({ lower, kind }, index) =>
      kind === 'word' &&
      (lexicon.language.naming.has(lower) ||
        (renames && index > 1 && language.renaming.has(lower)) ||
        (index > 0 && language.pronouns.has(lower) && language.namingVerbs.has(tokens[index - 1]!.lower))),
  )
  const slot = filling.slots.find((one) => isNameLike(one) && isOpen(filling, one))
  const [start, first] = [at + 1, tokens[at + 1]]
  if (at < 0 || !slot || !first || tokens[at]!.pause || first.used) return
  if (first.kind === 'quoted' || isCommon(filling, first)) return
  const end = textEnd(filling, { slot, start })
  if (end > start) yield textOf(filling, { slot, tokens: tokens.slice(start, end) })
}

/** The index of the first word of a text, after the name of its slot; undefined if no text for the slot follows. */
function textStart(filling: Filling, { slot, from }: { slot: Slot; from: number }): number | undefined {
  const { tokens, language, lexicon } = filling
  let start = from
  while (tokens[start] && !tokens[start - 1]!.pause && language.assigning.has(tokens[start]!.lower)) start++
  const token = tokens[start]
  if (!token || token.used || tokens[start - 1]!.pause || token.kind === 'quoted') return undefined
  const [isText, isAssigned] = [isTextLike(slot), start > from]
  if (token.kind !== 'word') return isText && !token.pause ? start : undefined
  const stops = language.linking.has(token.lower) || lexicon.language.joints.has(token.lower)
  if (stops && !isText) return undefined
  if (token.name || isAssigned || isText)
    return lexicon.language.prepositions.has(token.lower) ? undefined : start
  return isNameLike(slot) && !isCommon(filling, token) ? start : undefined
}

/**
 * The index after the last word of a value that begins at `start`. A free text or a name ends at a pause, at a used
 * word, or before words that announce another value. A name with capital letters ends with its last capitalized word.
 * For a slot of another kind, a value in small letters is one word.
 */
function textEnd(filling: Filling, { slot, start }: { slot: Slot; start: number }): number {
  const { tokens, lexicon, language } = filling
  const isText = isTextLike(slot)
  if (!isText && !isNameLike(slot) && !tokens[start]!.name) return start + 1
  if (!isText && tokens[start]!.name && !language.capitalNouns) return start + wholeName(tokens, start).length
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
  return end
}

/** The words at an index, at most three, that are no stop words. */
function contentAt({ tokens, lexicon }: Filling, at: number): Token[] {
  return tokens.slice(at, at + 3).filter(({ lower }) => !lexicon.isStopWord(lower))
}

/** Whether a word names another parameter: "title" in "and the title". */
function announces(
  { slots, lexicon }: Filling,
  { next, slot }: { next: Token | undefined; slot: Slot },
): boolean {
  const isNamed = (other: Slot) =>
    other !== slot && lexicon.stems(other.words).some((stem) => next!.stems.includes(stem))
  return next !== undefined && slots.some(isNamed)
}

/** Whether a word leads from one part of a sentence to the next: "and", "with", "of". */
function isLinking({ lexicon, language }: Filling, { lower }: Token): boolean {
  return [lexicon.language.joints, lexicon.language.prepositions, language.linking].some((words) =>
    words.has(lower),
  )
}
