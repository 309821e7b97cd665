import { trimEndOf } from '../../../text/trim.js'
import { isNeverId } from './evidence.js'
import { isAmount } from './fill-currencies.js'
import { isPageSize } from './fill-paging.js'
import type { Assignment, Filling, Span } from './filling.js'
import { isOpen, only, spansOf, tokensOf } from './filling.js'
import type { Slot } from './slots.js'
import { holdsId } from './slots.js'
import { allStems, isArticle, isCapitals } from './tokens.js'

/**
 * Assigns an id that no word announces. Exactly one number or code must look like an id, and exactly one id parameter
 * must have no value.
 */
export function* lastId(filling: Filling): Iterable<Assignment> {
  const ids = filling.slots.filter(
    (slot) => (slot.thing || slot.inPath || (slot.required && holdsId(slot))) && isOpen(filling, slot),
  )
  const wanted = ids.filter((slot) => slot.required || slot.inPath)
  const others = filling.writes ? ids.filter(({ words }) => words.join() === 'id') : ids.filter(holdsId)
  const slot = only(wanted.length > 0 ? wanted : others)
  const isPointer = (at: number) => filling.lexicon.language.pointers.has(filling.tokens[at]?.lower ?? '')
  const isPointed = ({ first, last, token }: Span) =>
    wanted.length > 0 || /[_-]/.test(token.text) || isPointer(first - 1) || isPointer(last + 1)
  const said = spansOf(filling).filter(
    (value) =>
      (['number', 'code'].includes(value.token.kind) || isCapitals(value.token)) &&
      isPointed(value) &&
      !isArticle(value.token) &&
      !isNeverId(value.token) &&
      !isPageSize(filling, value.token) &&
      !isAmount(value, filling),
  )
  if (!slot) return
  const withDigits = said.filter(({ token }) => /\d/.test(token.text))
  const behind = said.filter(({ first }) => isBehindThing(filling, { slot, first }))
  const value = only([behind, withDigits, slot.inPath ? said : []].find((some) => some.length > 0) ?? [])
  if (value && (behind.length > 0 || !isOfOtherThing(filling, { slot, value })))
    yield { slot, tokens: tokensOf(filling, value) }
}

/**
 * Assigns the number or code after the subject of the tool: the 5 of "assignment 5 in course 7". This is done only if
 * several ids in the path have no value. The value goes to an id whose kind of record is in no title, path or folder of
 * a tool, because no word of the user announces such an id. Of several such ids, the last one gets the value.
 */
export function* topicId(filling: Filling): Iterable<Assignment> {
  const { tokens, lexicon, topic, isSubject } = filling
  const open = filling.slots.filter((slot) => slot.inPath && slot.thing && isOpen(filling, slot))
  const unsaid = open.filter(({ thing }) => !lexicon.stems(thing!).some(isSubject))
  const value = only(
    spansOf(filling).filter(
      ({ first, token }) =>
        ['number', 'code'].includes(token.kind) && tokens[first - 1]?.stems.some((stem) => topic.has(stem)),
    ),
  )
  const slot = unsaid.at(-1)
  if (open.length > 1 && slot && value) yield { slot, tokens: tokensOf(filling, value) }
}

/**
 * Whether the words before a value name the kind of record that the parameter identifies. Several words count too:
 * "test set 7" for a `testset`.
 */
function isBehindThing({ tokens }: Filling, { slot, first }: { slot: Slot; first: number }): boolean {
  const said = tokens.slice(Math.max(0, first - 3), first).map(({ lower }) => lower)
  return slot.thing !== undefined && said.join('').endsWith(slot.thing.join(''))
}

/** Words in a parameter's name that say how a record relates to another record, not which kind of record it is. */
const relations = /^(parent|source|target|destination|dest|from|to|new|old|other|related|owner)$/

/**
 * Whether the word before an id names another kind of record: "workspace W7" is no account. False if the parameter is a
 * relation such as `parentId`, which takes records of any kind.
 */
function isOfOtherThing(
  { tokens, language, lexicon, alias, isSubject }: Filling,
  { slot, value }: { slot: Slot; value: Span },
): boolean {
  const { prepositions } = lexicon.language
  const before = tokens
    .slice(0, value.first)
    .findLast(({ lower }) => prepositions.has(lower) || !language.linking.has(lower))
  if (!slot.thing || slot.thing.every((word) => relations.test(word))) return false
  if (before?.kind !== 'word' || before.pause) return false
  if (prepositions.has(before.lower) || lexicon.isActionWord(before.lower)) return false
  const own = lexicon.stems([...slot.thing, ...slot.words].map((word) => trimEndOf(word, '0123456789')))
  if (slot.inPath) own.push(...alias)
  return before.stems.some(isSubject) && !allStems(before).some((stem) => own.includes(stem))
}
