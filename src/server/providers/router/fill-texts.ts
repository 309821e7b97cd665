import type { Assignment, Filling } from './filling.js'
import { isCommon, isOpen } from './filling.js'
import { isNameLike, isPlainText, isQueryLike, isTextLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { isLinking, textBefore, textEnd, textOf, textStart } from './text-spans.js'
import type { Token } from './tokens.js'
import { allStems, standsAt } from './tokens.js'

/** Assigns texts that other words announce: "we are closed" in "saying we are closed", "Byrne" in "last name Byrne". */
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
  const isText = tokens[said + 1] && tokens[said + 1]!.kind !== 'quoted' && !listsValues(filling, said + 1)
  if (said > 0 && text && isText) yield textOf(filling, { slot: text, tokens: tokens.slice(said + 1) })
  for (const slot of slots.filter(isPlainText).sort((a, b) => b.words.length - a.words.length))
    for (const cue of cuesOf(filling, slot))
      if (isOpen(filling, slot)) {
        yield* behindCue(filling, { slot, cue })
        yield* beforeCue(filling, { slot, cue })
      }
  yield* changedText(filling)
}

/** Whether the words from an index on assign values by name: "the title is Attention, the text is ...". */
function listsValues({ tokens, slots, lexicon, language }: Filling, from: number): boolean {
  return tokens.slice(from).some((_, index) => {
    const isCue = ({ words }: Slot) => standsAt(tokens, lexicon.stems(words), from + index)
    const slot = slots.find(isCue)
    const link = slot && tokens[from + index + lexicon.stems(slot.words).length]
    return link !== undefined && language.assigning.has(link.lower)
  })
}

function cuesOf({ lexicon }: Filling, slot: Slot): string[][] {
  const isShort = slot.words.length > 1 && (isNameLike(slot) || isTextLike(slot))
  return [slot.words, ...(isShort ? [slot.words.slice(-1)] : [])].map((words) => lexicon.stems(words))
}

/** Assigns the search text of a tool that reads: "invoice" in "with the word invoice". */
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

/** The index of the token right before the search text: "for" in "search (the articles) for ..."; -1 if none. */
function beforeSearched({ tokens, lexicon, topic }: Filling): number {
  const verb = tokens.findLastIndex(({ lower }) => lexicon.actionsIn(lower).includes('find'))
  const isAround = ({ lower, stems, pause }: Token) =>
    !pause && (lexicon.isStopWord(lower) || stems.every((stem) => topic.has(stem)))
  const behind = verb < 0 ? [] : tokens.slice(verb + 1)
  const start = behind.findIndex((token) => !isAround(token))
  const leads = behind.slice(0, start).some(({ lower }) => lexicon.language.prepositions.has(lower))
  return start > 0 && leads ? verb + start : -1
}

/** Assigns the text after the name of a parameter: "first rollout" in "with the note first rollout". */
function* behindCue(filling: Filling, { slot, cue }: { slot: Slot; cue: string[] }): Iterable<Assignment> {
  const { tokens } = filling
  const isCue = (token: Token | undefined, index: number) =>
    token?.kind === 'word' &&
    !token.used &&
    !(index < cue.length - 1 && token.pause) &&
    allStems(token).includes(cue[index]!)
  for (let at = 0; cue.length > 0 && at < tokens.length && isOpen(filling, slot); at++) {
    if (!cue.every((_, index) => isCue(tokens[at + index], index))) continue
    const start = textStart(filling, { slot, from: at + cue.length })
    const end = start === undefined ? 0 : textEnd(filling, slot, start)
    if (start === undefined || end <= start) continue
    yield { ...textOf(filling, { slot, tokens: tokens.slice(start, end) }), tokens: tokens.slice(at, end) }
  }
}

/** Assigns the text before the name of a parameter: "Travel expenses" in "put Travel expenses as the description". */
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
 * Assigns the new text of a field: "Summer fair" in "change the title of post 3 to Summer fair". Does nothing if the
 * new text ends with a number or code.
 */
function* changedText(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, lexicon, language, text } = filling
  if (!lexicon.actionsIn(text).includes('update')) return
  for (const slot of slots.filter((one) => isPlainText(one) && isOpen(filling, one))) {
    const cue = lexicon.stems(slot.words)
    const named = tokens.findIndex((_, start) => standsAt(tokens, cue, start))
    const at = tokens.findIndex(
      ({ lower, pause }, index) => index > named && language.renaming.has(lower) && !pause,
    )
    const first = tokens[at + 1]
    if (named < 0 || at < 0 || first?.kind !== 'word' || first.used) continue
    const end = textEnd(filling, slot, at + 1)
    const isWhole = isTextLike(slot) || isNameLike(slot) || tokens[end - 1]!.pause
    if (isWhole && tokens[end - 1]!.kind === 'word')
      yield textOf(filling, { slot, tokens: tokens.slice(at + 1, end) })
  }
}
