import {
  type Assignment,
  type Filling,
  isCommon,
  isLinking,
  isOpen,
  openSlots,
  textBefore,
  textEnd,
  textOf,
  textStart,
} from './filling.js'
import { isFor } from './kinds.js'
import type { Slot } from './slots.js'
import { standsAt, type Token } from './token.js'

/** Texts that other words announce: "we are closed" in "saying we are closed", "Byrne" in "last name Byrne". */
export function* texts(filling: Filling): Iterable<Assignment> {
  const { tokens, slots, language } = filling
  if (!filling.writes) {
    yield* searchedText(filling)
    return
  }
  const said = tokens.findIndex(
    ({ lower, kind, end }) =>
      (kind === 'word' && language.saying.has(lower)) || /^:\s/.test(filling.text.slice(end)),
  )
  const text = slots.find((slot) => isFor(slot, 'text') && isOpen(filling, slot))
  const first = tokens[said + 1]
  if (said > 0 && text && first && first.kind !== 'quoted' && !listsValues(filling, said + 1, text))
    yield textOf(filling, { slot: text, tokens: tokens.slice(said + 1) })
  for (const slot of slots
    .filter((one) => isFor(one, 'plain'))
    .sort((a, b) => b.words.length - a.words.length))
    for (const cue of cuesOf(filling, slot))
      if (isOpen(filling, slot)) {
        yield* behindCue(filling, { slot, cue })
        yield* beforeCue(filling, { slot, cue })
      }
  yield* changedText(filling)
}

/** Whether the words from an index on assign values by name: "priority low", "the title is Attention, the text is ...". */
function listsValues({ tokens, slots, lexicon, language }: Filling, from: number, text: Slot): boolean {
  return tokens.slice(from).some((_, index) => {
    const slot = slots.find(({ words }) => standsAt(tokens, lexicon.stems(words), from + index))
    const next = slot && tokens[from + index + lexicon.stems(slot.words).length]
    if (!slot || !next) return false
    return (index === 0 && slot !== text) || language.assigning.has(next.lower)
  })
}

/** The words that announce a text for a slot: its name, also as one word, and the last word of a name or text. */
function cuesOf({ lexicon }: Filling, slot: Slot, takesLast = true): string[][] {
  const isShort = takesLast && slot.words.length > 1 && (isFor(slot, 'name') || isFor(slot, 'text'))
  const cues = [
    slot.words,
    ...(slot.words.length === 2 ? [[slot.words.join('')]] : []),
    ...(isShort ? [slot.words.slice(-1)] : []),
    ...(slot.english ? [slot.english] : []),
  ]
  return cues.map((words) => lexicon.stems(words))
}

/** The search text of a tool that reads: "invoice" in "with the word invoice". */
function* searchedText(filling: Filling): Iterable<Assignment> {
  const { tokens, language } = filling
  const slot = openSlots(filling).find((one) => isFor(one, 'query'))
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

interface Cued {
  slot: Slot
  cue: string[]
}

/** The text after the name of a slot: "first rollout" in "with the note first rollout". */
function* behindCue(filling: Filling, { slot, cue }: Cued): Iterable<Assignment> {
  const { tokens, used } = filling
  const isCue = (token: Token | undefined, index: number) =>
    token?.kind === 'word' &&
    !used.has(token) &&
    !(index < cue.length - 1 && token.pause) &&
    token.forms.includes(cue[index]!)
  for (let at = 0; cue.length > 0 && at < tokens.length && isOpen(filling, slot); at++) {
    if (!cue.every((_, index) => isCue(tokens[at + index], index))) continue
    const start = textStart(filling, slot, at + cue.length)
    const end = start === undefined ? 0 : textEnd(filling, slot, start)
    if (start === undefined || end <= start || isOfRecord(filling, { slot, cue, start, end })) continue
    yield { ...textOf(filling, { slot, tokens: tokens.slice(start, end) }), tokens: tokens.slice(at, end) }
  }
}

/**
 * Whether the words after the name of a slot are no value of it, because the name is the noun of the record: "message 902
 * to say ...", "layanan baru bernama Cuci".
 */
function isOfRecord(
  { tokens, slots, lexicon }: Filling,
  { slot, cue, start, end }: Cued & { start: number; end: number },
): boolean {
  const isId = (one: Slot) => one.thing && lexicon.stems(one.thing).join() === cue.join()
  if (tokens[start]!.kind !== 'word' && slots.some(isId)) return true
  const isNamed = tokens.slice(start + 1, end - 1).some(({ lower }) => lexicon.language.naming.has(lower))
  return isNamed && isFor(slot, 'name')
}

/** The text before the name of a slot: "Travel expenses" in "put Travel expenses as the description". */
function* beforeCue(filling: Filling, { slot, cue }: Cued): Iterable<Assignment> {
  const { tokens, language } = filling
  const at = tokens.findIndex(({ lower }, index) => {
    const named = tokens.slice(index + 1).filter((token) => !language.articles.includes(token.lower))
    return language.renaming.has(lower) && standsAt(named, cue, 0) && named[cue.length - 1]!.pause
  })
  const said = at > 0 ? textBefore(filling, at) : []
  if (said.length > 0) yield textOf(filling, { slot, tokens: said })
}

/** The new text of a field: "Summer fair" in "change the title of post 3 to Summer fair". */
function* changedText(filling: Filling): Iterable<Assignment> {
  const { tokens, lexicon, language, text, used } = filling
  if (!lexicon.actionsIn(text).includes('update')) return
  for (const slot of openSlots(filling).filter((one) => isFor(one, 'plain'))) {
    const cues = cuesOf(filling, slot, false)
    const named = tokens.findIndex((_, start) => cues.some((cue) => standsAt(tokens, cue, start)))
    const at = tokens.findIndex(
      ({ lower, pause }, index) => index > named && language.renaming.has(lower) && !pause,
    )
    const first = tokens[at + 1]
    if (named < 0 || at < 0 || first?.kind !== 'word' || used.has(first)) continue
    const end = textEnd(filling, slot, at + 1)
    const isWhole = isFor(slot, 'text') || isFor(slot, 'name') || tokens[end - 1]!.pause
    // A new text that ends with a number or code belongs to another slot.
    if (isWhole && tokens[end - 1]!.kind === 'word')
      yield textOf(filling, { slot, tokens: tokens.slice(at + 1, end) })
  }
}

/** If the tool writes, the name of a record: "coffee break" in "called coffee break", "Nord" in "soll Nord heißen". */
export function* recordNames(filling: Filling): Iterable<Assignment> {
  if (!filling.writes) return
  for (const find of [nameAdded, nameBehind, nameBefore]) {
    const slot = openSlots(filling).find((one) => isFor(one, 'name') && !isOfFile(one, filling.slots))
    const said = slot ? find(filling, slot) : []
    if (slot && said.length > 0) yield textOf(filling, { slot, tokens: said })
  }
}

/** The name after a word such as "called". It may contain verbs and needs no capital letters. */
function nameBehind(filling: Filling, slot: Slot): Token[] {
  const { tokens, used } = filling
  const at = announcement(filling)
  const first = tokens[at + 1]
  if (at < 0 || !first || tokens[at]!.pause || used.has(first) || first.kind === 'quoted') return []
  return isLinking(filling, first) ? [] : tokens.slice(at + 1, textEnd(filling, slot, at + 1))
}

/** The index of the word right before a name: "called", the "it" of "name it", the "to" of "rename task 5 to"; or -1. */
function announcement({ tokens, lexicon, language }: Filling): number {
  const isVerb = (token: Token | undefined) => language.namingVerbs.has(token?.lower ?? '')
  const verb = tokens.findIndex(isVerb)
  const start = tokens.slice(0, Math.max(0, verb)).findLastIndex(({ pause }) => pause) + 1
  const length = tokens.slice(Math.max(0, verb)).findIndex(({ pause }) => pause)
  const end = verb < 0 ? -1 : length < 0 ? tokens.length : verb + length
  return tokens.findIndex(({ lower, kind }, at) => {
    if (kind !== 'word') return false
    const isPronoun = (word: string) => language.pronouns.has(word)
    if (isPronoun(lower) && isVerb(tokens[at - 1])) return true
    if (lexicon.language.naming.has(lower)) return !isPronoun(tokens[at + 1]?.lower ?? '')
    return at > 1 && at >= start && at <= end && language.renaming.has(lower)
  })
}

/** The name that comes before its verb: "Nord" in "die Gruppe soll Nord heißen" (German). */
function nameBefore(filling: Filling): Token[] {
  const at = filling.tokens.findIndex(({ lower }) => filling.language.namedBefore.has(lower))
  return at > 0 ? textBefore(filling, at) : []
}

/**
 * The name between a verb and the list to which the user adds a record: "call mom" in "add call mom to my tasks". It
 * must begin with a verb. Otherwise, "add a photo to my albums" would name an album "a photo". Behind the noun of the
 * tool, it must begin with a capital letter: "Write notes" in "add a task Write notes to project 2".
 */
function nameAdded(filling: Filling): Token[] {
  const { tokens, lexicon, language, topic, used } = filling
  const { prepositions, own } = lexicon.language
  const isNoun = (token: Token | undefined) => token?.stems.some((stem) => topic.has(stem)) ?? false
  const verb = tokens.findIndex(({ lower }) => lexicon.actionsIn(lower).includes('create'))
  const noun = tokens.findIndex((token, at) => at > verb && isNoun(token) && tokens[at + 1]?.name === true)
  if (verb >= 0 && noun > verb && !tokens.slice(verb, noun + 1).some(({ pause }) => pause)) {
    const behind = tokens.slice(noun + 1)
    const end = behind.findIndex((token) => isLinking(filling, token) || used.has(token))
    const last = behind.findIndex(({ pause }) => pause)
    const name = behind.slice(0, end < 0 || (last >= 0 && last < end) ? last + 1 : end)
    if (name.length > 1 && name.every((token) => token.kind === 'word')) return name
  }
  const place = tokens.findIndex(({ lower }, at) => {
    const next = tokens[at + 1]
    return at > verb && prepositions.has(lower) && (own.has(next?.lower ?? '') || isNoun(next))
  })
  if (verb < 0 || place < 0 || !tokens.slice(place + 1).some(isNoun)) return []
  const said = tokens.slice(verb + 1, place)
  const isFree = said.every((token) => !used.has(token) && token.kind !== 'quoted' && !isNoun(token))
  const isVerb = ({ lower }: Token) => lexicon.isActionWord(lower) || language.namingVerbs.has(lower)
  return said.length > 1 && isFree && isVerb(said[0]!) ? said : []
}

/** Whether a slot takes the name of a file, which is not the name of a record. */
function isOfFile({ route }: Slot, slots: readonly Slot[]): boolean {
  const around = (slot: Pick<Slot, 'route'>) => slot.route.slice(0, -1).join('/')
  return slots.some((other) => other.name === 'base64' && around(other) === around({ route }))
}
