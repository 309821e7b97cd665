import type { Assignment, Filling } from './filling.js'
import { isOpen } from './filling.js'
import { isNameLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { isLinking, textBefore, textEnd, textOf } from './text-spans.js'
import type { Token } from './tokens.js'

/**
 * If the tool writes, assigns the name of a record: "coffee break" in "called coffee break", "Nord" in "die Gruppe soll
 * Nord heißen" (German), or "call mom" in "add call mom to my tasks".
 */
export function* names(filling: Filling): Iterable<Assignment> {
  if (!filling.writes) return
  for (const find of [nameAdded, nameBehind, nameBefore]) {
    const slot = filling.slots.find(
      (one) => isNameLike(one) && isOpen(filling, one) && !isOfFile(one, filling.slots),
    )
    const said = slot ? find(filling, textEnd.bind(undefined, filling, slot)) : []
    if (slot && said.length > 0) yield textOf(filling, { slot, tokens: said })
  }
}

type EndOf = (start: number) => number

/**
 * The name after a word such as "called". The name may contain verbs and needs no capital letters: "delete old files"
 * in "a task called delete old files".
 */
function nameBehind(filling: Filling, endOf: EndOf): Token[] {
  const { tokens } = filling
  const at = announcement(filling)
  const first = tokens[at + 1]
  if (at < 0 || !first || tokens[at]!.pause || first.used || first.kind === 'quoted') return []
  return isLinking(filling, first) ? [] : tokens.slice(at + 1, endOf(at + 1))
}

/**
 * The index of the word that comes right before a name; -1 if there is none. It may be "called", the "it" of "name it",
 * or the "to" of "rename task 5 to".
 */
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
 * The name between a verb and the list to which the user adds a record: "call mom" in "add call mom to my tasks". The
 * name must begin with a verb. Otherwise, "add a photo to my albums" would name an album "a photo".
 */
function nameAdded({ tokens, lexicon, language, topic }: Filling): Token[] {
  const { prepositions, own } = lexicon.language
  const isNoun = (token: Token | undefined) => token?.stems.some((stem) => topic.has(stem)) ?? false
  const verb = tokens.findIndex(({ lower }) => lexicon.actionsIn(lower).includes('create'))
  const place = tokens.findIndex(({ lower }, at) => {
    const next = tokens[at + 1]
    return at > verb && prepositions.has(lower) && (own.has(next?.lower ?? '') || isNoun(next))
  })
  if (verb < 0 || place < 0 || !tokens.slice(place + 1).some(isNoun)) return []
  const said = tokens.slice(verb + 1, place)
  const isFree = said.every((token) => !token.used && token.kind !== 'quoted' && !isNoun(token))
  const isVerb = ({ lower }: Token) => lexicon.isActionWord(lower) || language.namingVerbs.has(lower)
  return said.length > 1 && isFree && isVerb(said[0]!) ? said : []
}

/** Whether a parameter takes the name of a file, which is not the name of a record. */
function isOfFile({ route }: Slot, slots: readonly Slot[]): boolean {
  const around = route.slice(0, -1).join('/')
  return slots.some((other) => other.name === 'base64' && other.route.slice(0, -1).join('/') === around)
}
