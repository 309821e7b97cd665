import { cutWords } from '../../../languages/cut-words.js'
import type { Filling, Span } from './filling.js'
import { accepts, formFit, isFor, isGeneral, isIp, isLikeExample } from './kinds.js'
import { type Slot, wrappers } from './slots.js'
import { standsAt, type Token } from './token.js'
import { currencyOf, isNeverId, takesKind, valueFor } from './values.js'

/** A value, and a slot for which the user may mean the value. */
interface Placement {
  slot: Slot
  value: Span
}

/** Maximum number of words before a value in which the name of its slot is searched. */
const reach = 6
/** Minimum evidence at which words near a value, such as the name of the slot, clearly show what the value is for. */
export const told = 1.5
/** Minimum evidence at which a value is assigned to a slot. */
export const leastEvidence = 0.5

/**
 * The score of a value for a slot, from the form of the value and from the words around it. 0 if the user cannot mean
 * the value for this slot: its type, name or example does not fit.
 */
export function evidenceFor(filling: Filling, { slot, value }: Placement): number {
  const { token } = value
  if (valueFor(slot, token, filling.language) === undefined || !takesKind(slot, token)) return 0
  const isFraction = token.number !== undefined && !Number.isInteger(token.number)
  if (slot.thing && (isFraction || isPageSize(filling, token))) return 0
  if (['date', 'time'].includes(token.kind) && isFor(slot, 'id')) return 0
  if (slot.thing && isCountOfNext(filling, { slot, value })) return 0
  if (isFor(slot, 'ip')) return isIp(token.text) ? 1.5 : 0
  const isDigits = token.kind === 'code' && /\d/.test(token.text)
  if (isDigits && isFor(slot, 'category') && !isNamedBefore(filling, { slot, value })) return 0
  const before = cueBefore(filling, { slot, first: value.first })
  if ((token.kind === 'word' || isNeverId(token)) && slot.thing && (isFor(slot, 'id') || before < told))
    return 0
  const said = Math.max(before, cueBehind(filling, { slot, value }), farCue(filling, { slot, value }))
  const own = said + formEvidence(filling, { slot, value }) + sideEvidence(filling, { slot, value })
  return own <= 0 ? 0 : own + (slot.required ? 0.2 : 0) - 0.04 * slot.route.length
}

/** Whether a number is the number of results per page, as in "five at a time". Such a number is no id. */
export function isPageSize({ language, text }: Pick<Filling, 'language' | 'text'>, token: Token): boolean {
  return token.kind === 'number' && language.perPage.test(text.slice(token.end))
}

/** Whether the word behind a number is the name of another slot, and no word before it says that it is an id. */
function isCountOfNext({ tokens, slots, lexicon }: Filling, { slot, value }: Placement): boolean {
  const next = value.token.pause || value.token.kind !== 'number' ? undefined : tokens[value.last + 1]
  const before = tokens[value.first - 1]
  const own = lexicon.stems(slot.thing!)
  if (
    !next ||
    before?.forms.some((stem) => own.includes(stem)) ||
    lexicon.language.pointers.has(before?.lower ?? '')
  )
    return false
  return slots.some(({ thing, words }) => !thing && standsAt(tokens, lexicon.stems(words), value.last + 1))
}

/**
 * The stems of the words that announce a value for a slot ("cues"), with their weights. A word that several slots share
 * weighs less.
 */
function cuesOf({ slots, lexicon }: Filling, slot: Slot): Map<string, number> {
  return new Map(
    lexicon.stems(announcing(slot)).map((stem) => {
      const sharing = slots.filter((one) => lexicon.stems(one.thing ?? one.words).includes(stem)).length
      return [stem, 1 / Math.max(1, sharing)]
    }),
  )
}

function announcing({ thing, words, english = [], route }: Slot): string[] {
  if (thing) return [...thing, ...words.filter((word) => !/^(id|ids|uuid|guid|name)$/.test(word))]
  const around = isGeneral(words.join(''))
    ? route.slice(0, -1).findLast((step) => !wrappers.test(step))
    : undefined
  return [...words, ...english, ...(around === undefined ? [] : cutWords(around))]
}

/**
 * Whether a word names a slot. It then announces the value after it for that slot only: in "the phone number of card
 * tok_9", "card" announces the id of the card.
 */
function announcesOther({ slots, lexicon }: Filling, { forms }: Token): boolean {
  const says = (words: string[]) => lexicon.stems(words).some((stem) => forms.includes(stem))
  return slots.some(({ words, thing, inPath }) =>
    thing ? (inPath || words.join() === 'id') && says(thing) : says(words),
  )
}

/** Finds the cue for a stem: the same stem, or a short form such as "pano" for "panorama". */
function cueIn(cues: ReadonlyMap<string, number>, stem: string): string | undefined {
  if (cues.has(stem)) return stem
  const isShort = (cue: string) => cue.length > 3 && stem.length > cue.length + 2 && stem.startsWith(cue)
  return [...cues.keys()].find((cue) => isShort(cue) && !isGeneral(cue))
}

/** Whether the word right before a value is the name of the slot: "type" in "type 4-wheeler". */
function isNamedBefore({ tokens, lexicon }: Filling, { slot, value }: Placement): boolean {
  const own = lexicon.stems(slot.words.slice(-1))
  return tokens[value.first - 1]?.forms.some((stem) => own.includes(stem)) ?? false
}

/** The evidence from the words before a value: the name of the slot, with few other words between. */
export function cueBefore(filling: Filling, { slot, first }: { slot: Slot; first: number }): number {
  const { tokens, lexicon, language } = filling
  const cues = cuesOf(filling, slot)
  const met = new Set<string>()
  let nearest = 0
  let strangers = 0
  for (let at = first - 1; at >= Math.max(0, first - reach); at--) {
    const token = tokens[at]!
    if (token.pause || lexicon.language.joints.has(token.lower)) break
    const hits = token.forms.flatMap((stem) => cueIn(cues, stem) ?? [])
    if (hits.length > 0) nearest ||= first - at
    else if (token.kind !== 'word' || (nearest === 0 && announcesOther(filling, token))) break
    else if (!language.linking.has(token.lower) && !lexicon.isStopWord(token.lower)) strangers += 1
    for (const hit of hits) met.add(hit)
    if (strangers > (nearest > 0 ? 0 : 1)) break
  }
  if (met.size === 0) return 0
  // "transfer TR5" is only weak evidence for the id of a transfer instrument: the last word of this noun is missing.
  const head = slot.thing && lexicon.stem(slot.thing.at(-1)!)
  if (head !== undefined && !met.has(head)) return 0.8 * shareOf(met, cues)
  return 0.8 + 1.2 * shareOf(met, cues) - 0.1 * (nearest - 1) - 0.4 * strangers
}

function shareOf(met: ReadonlySet<string>, cues: ReadonlyMap<string, number>): number {
  const sum = (stems: Iterable<string>) => [...stems].reduce((all, stem) => all + cues.get(stem)!, 0)
  const all = sum(cues.keys())
  return all === 0 ? 0 : Math.min(1, sum(met) / all)
}

/**
 * The evidence from the slot's whole name somewhere before the value: "due date" in "the due date of task 45 to Friday"
 * shows that Friday is the `dueDate`. Behind a word such as "to", it is clear: the 90 in "the price of sku 7 to 90".
 */
function farCue({ tokens, lexicon, language }: Filling, { slot, value }: Placement): number {
  const isSet = language.renaming.has(tokens[value.first - 1]?.lower ?? '')
  // Prepositions do not count, so "year of publication" names `yearPublication`.
  const before = tokens.slice(0, value.first).filter(({ lower }) => !lexicon.language.prepositions.has(lower))
  return [slot.words, ...(slot.english ? [slot.english] : [])].some((words) => {
    const stems = lexicon.stems(words)
    if ((stems.length < 2 && !isSet) || slot.thing || stems.length === 0) return false
    return before.some((_, at) => stems.every((stem, index) => before[at + index]?.forms.includes(stem)))
  })
    ? isSet
      ? 1.8
      : 0.7
    : 0
}

/** The evidence from the one or two words behind a value: "14" in "14 copies". */
function cueBehind(filling: Filling, { slot, value }: Placement): number {
  if (value.token.pause) return 0
  const cues = cuesOf(filling, slot)
  const behind = filling.tokens
    .slice(value.last + 1, value.last + 4)
    .filter(({ lower, pause }) => pause || !filling.language.articles.includes(lower))
    .slice(0, 2)
  const at = behind.findIndex(({ forms }) => forms.some((stem) => cues.has(stem)))
  if (at < 0 || (at > 0 && behind[0]!.pause)) return 0
  // In Turkish "14 numaralı kitap", 14 is the number of the book. In "14 books", it is a count.
  const isPointed = filling.lexicon.language.pointers.has(behind[0]!.lower)
  const met = new Set(behind.flatMap(({ forms }) => forms.filter((stem) => cues.has(stem))))
  const isCount = slot.thing && value.token.kind === 'number' && !isPointed
  return isCount ? 0 : 0.5 + 0.7 * shareOf(met, cues) - 0.2 * at
}

/** The evidence from the form of a value, such as a mail address, a date, a phone number or a count of records. */
function formEvidence(filling: Filling, { slot, value }: Placement): number {
  const counted = value.token.kind === 'number' ? countEvidence(filling, { slot, value }) : 0
  return formFit(slot, value.token) ?? (counted !== 0 ? counted : nameEvidence(filling, { slot, value }))
}

/** The evidence that a number is a count of records, a quantity or an amount of money. */
function countEvidence({ tokens, language, writes, topic }: Filling, { slot, value }: Placement): number {
  const [before, next] = [
    tokens[value.first - 1]?.lower ?? '',
    value.token.pause ? undefined : tokens[value.last + 1],
  ]
  // In "five transfers" and "ten of my transfers", the number counts records.
  const counts =
    next?.kind === 'word' && (language.counting.has(next.lower) || next.stems.some((stem) => topic.has(stem)))
  const limits = language.ordinals[before] !== undefined || language.bounds.upper.includes(before) || counts
  if (!writes && isFor(slot, 'limit') && !slot.thing && limits) return 1.3
  if (writes && isFor(slot, 'quantity') && counts) return 0.8
  if (isFor(slot, 'money') && next && currencyOf(next, language)) return 1
  return slot.words.includes('currency') ? -1.5 : 0
}

/** The evidence for a name or text: "called Milo", a quoted text, or a name that no other word announces. */
function nameEvidence(filling: Filling, { slot, value }: Placement): number {
  const { lexicon, writes, language, tokens } = filling
  const before = tokens[value.first - 1]
  const isNaming = tokens.some(({ lower }) => language.namingVerbs.has(lower))
  const isGiven =
    before !== undefined &&
    (lexicon.language.naming.has(before.lower) ||
      (isNaming && (language.renaming.has(before.lower) || value.token.kind === 'quoted')))
  if (isGiven)
    return isFor(slot, 'name') ? 1.3 - 0.1 * Number(slot.words.length > 1) : isFor(slot, 'query') ? 0.6 : 0
  if (value.token.kind === 'quoted')
    return isFor(slot, 'text') ? 0.9 : isFor(slot, 'name') || isFor(slot, 'query') ? 0.8 : 0
  if (value.token.kind !== 'word' || !value.token.name) return 0
  const isPhrase = !writes && /\s/.test(value.token.text)
  if (isPhrase && !isFor(slot, 'name') && isLikeExample(slot, value.token)) return 0.65
  if (isFor(slot, 'query')) return writes ? 0 : 0.6
  if (!isFor(slot, 'name')) return 0
  return writes ? 0.55 : slot.words.length > 1 && isPhrase ? 0.7 : 0
}

/**
 * The evidence from words such as "from" and "to" before a value. It is positive if value and slot are the same end of
 * a range or journey, and negative if they are different ends.
 */
function sideEvidence(filling: Filling, { slot, value }: Placement): number {
  if (
    isFor(slot, 'lower') === isFor(slot, 'upper') ||
    (isFor(slot, 'moment') && value.token.kind === 'number')
  )
    return 0
  if (isFor(slot, 'bound') && !boundBefore(filling, value.first)) return -1.5
  const isUpperSide = isUpperAt(filling, value.first)
  if (isUpperSide === undefined) return 0
  if (isUpperSide === isFor(slot, 'upper')) return accepts(slot.schema, 'object') ? 0 : 0.9
  return -1.5
}

/** Whether the value at an index is one end of a range or journey, while the slot takes the other end. */
export function isOtherSide(filling: Filling, slot: Slot, at: number): boolean {
  const isUpperSide = isUpperAt(filling, at)
  return (
    isFor(slot, 'lower') !== isFor(slot, 'upper') &&
    isUpperSide !== undefined &&
    isUpperSide !== isFor(slot, 'upper')
  )
}

/**
 * Whether the value at an index is the upper end of a range, or the end of a journey. False if it is the other end.
 * Undefined if no word shows which end it is.
 */
export function isUpperAt(filling: Filling, at: number): boolean | undefined {
  const { tokens, language } = filling
  const { lower, upper } = language.bounds
  const closest = boundBefore(filling, at)
  const isWay = tokens.some((token) => lower.includes(token.lower))
  // "to" may also announce a new value: "change the title to X". Without a "from", it marks no end of a range.
  if (!closest || (!isWay && language.renaming.has(closest.lower))) return undefined
  const isSecond =
    isJoined(filling, at) &&
    tokens.slice(Math.max(0, at - 4), at - 2).some((token) => lower.includes(token.lower))
  return isSecond || upper.includes(closest.lower)
}

/** The closest word before a value that introduces an end of a range or journey, such as "from" or "to". */
function boundBefore(filling: Filling, at: number): Token | undefined {
  const { lower, upper } = filling.language.bounds
  return filling.tokens
    .slice(Math.max(0, at - (isJoined(filling, at) ? 4 : 3)), at)
    .findLast((token) => lower.includes(token.lower) || upper.includes(token.lower))
}

const isJoined = ({ tokens, lexicon }: Filling, at: number) =>
  lexicon.language.joints.has(tokens[at - 1]?.lower ?? '')
