import { cutWords } from '../../../languages/cut-words.js'
import { coerce } from './coerce.js'
import { currencyOf } from './fill-currencies.js'
import { isPageSize } from './fill-paging.js'
import type { Filling } from './filling.js'
import { isCurrencyCode } from './money.js'
import {
  asksForMail,
  generalNames,
  holdsIp,
  holdsMail,
  holdsPhone,
  isBound,
  isCalled,
  isIp,
  isKind,
  isLower,
  isMoment,
  isNameLike,
  isQueryLike,
  isTextLike,
  isUpper,
  limitNames,
  moneyNames,
  quantityNames,
  takesMail,
} from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts, holdsId, wrappers } from './slots.js'
import type { Token } from './tokens.js'
import { allStems, standsAt } from './tokens.js'

/** A value that the user said: the positions of its first and last word, and the value as one token. */
export interface EvidenceCandidate {
  first: number
  last: number
  token: Token
}

/** A value, and a parameter for which the user may mean the value. */
export interface Placement {
  slot: Slot
  value: EvidenceCandidate
}

/** Whether a token is a currency code, an IP address or a phone number. Such a token is never the id of a record. */
export const isNeverId = ({ text, inWords }: Token) =>
  isCurrencyCode(text) || isIp(text) || (!inWords && /^0[1-9]\d{7,}$/.test(text))

/** Maximum number of words before a value in which the name of its parameter is searched. */
const reach = 6
/** Minimum evidence at which words near a value, such as the parameter's name, clearly show what the value is for. */
export const told = 1.5
/** Minimum evidence at which a value is assigned to a parameter. */
export const leastEvidence = 0.5

/**
 * The evidence that the user means a value for a parameter. It comes from the form of the value and from the words
 * around it. 0 if the user cannot mean the value for this parameter.
 */
export function evidenceFor(filling: Filling, { slot, value }: Placement): number {
  const { token } = value
  if (coerce(token, { schema: slot.schema, context: filling }) == null) return 0
  if (slot.thing && isPageSize(filling, token)) return 0
  if (holdsIp(slot)) return isIp(token.text) ? 1.5 : 0
  if (token.kind === 'email' && (holdsId(slot) || !takesMail(slot))) return 0
  if (token.kind !== 'email' && token.kind !== 'word' && holdsMail(slot)) return 0
  if (
    token.kind === 'code' &&
    isKind(slot) &&
    /\d/.test(token.text) &&
    !isSaidBefore(filling, { slot, value })
  )
    return 0
  const before = cueBefore(filling, { slot, value })
  const isNamed = !holdsId(slot) && before >= told
  if ((token.kind === 'word' || isNeverId(token)) && slot.thing && !isNamed) return 0
  const said = Math.max(before, cueBehind(filling, { slot, value }), farCue(filling, { slot, value }))
  const own = said + formEvidence(filling, { slot, value }) + sideEvidence(filling, { slot, value })
  if (own <= 0) return 0
  return own + (slot.required ? 0.2 : 0) - 0.04 * slot.route.length
}

/**
 * The stems of the words that announce a value for a parameter ("cues"), with their weights. A word that several
 * parameters share weighs less.
 */
function cuesOf({ slots, lexicon }: Filling, slot: Slot): Map<string, number> {
  const cues = new Map<string, number>()
  for (const stem of lexicon.stems(announcing(slot))) {
    const sharing = slots.filter((other) => lexicon.stems(other.thing ?? other.words).includes(stem)).length
    cues.set(stem, 1 / Math.max(1, sharing))
  }
  return cues
}

/**
 * Whether a word names a parameter. It then announces the value after it for that parameter only: in "the phone number
 * of card tok_9", "card" announces the id of the card.
 */
function announcesOther({ slots, lexicon }: Filling, token: Token): boolean {
  const stems = allStems(token)
  const says = (words: string[]) => lexicon.stems(words).some((stem) => stems.includes(stem))
  return slots.some(({ words, thing, inPath }) =>
    thing ? (inPath || words.join() === 'id') && says(thing) : says(words),
  )
}

/** Finds the cue (announcing word) for a stem: the same stem, or a short form such as "pano" for "panorama". */
function cueIn(cues: ReadonlyMap<string, number>, stem: string): string | undefined {
  if (cues.has(stem)) return stem
  return [...cues.keys()].find(
    (cue) =>
      cue.length > 3 && stem.length > cue.length + 2 && stem.startsWith(cue) && !generalNames.test(cue),
  )
}

/** Whether the word right before a value is the name of the parameter: "type" in "type 4-wheeler". */
function isSaidBefore({ tokens, lexicon }: Filling, { slot, value }: Placement): boolean {
  const own = lexicon.stems(slot.words.slice(-1))
  const before = tokens[value.first - 1]
  return before !== undefined && allStems(before).some((stem) => own.includes(stem))
}

function announcing({ thing, words, route }: Slot): string[] {
  if (thing) return [...thing, ...words.filter((word) => !/^(id|ids|uuid|guid|name)$/.test(word))]
  const around = generalNames.test(words.join(''))
    ? route.slice(0, -1).findLast((step) => !wrappers.test(step))
    : undefined
  return around === undefined ? words : [...words, ...cutWords(around)]
}

function cueBefore(filling: Filling, { slot, value }: Placement): number {
  const { tokens, lexicon, language } = filling
  const cues = cuesOf(filling, slot)
  const met = new Set<string>()
  let nearest = 0
  let strangers = 0
  for (let at = value.first - 1; at >= Math.max(0, value.first - reach); at--) {
    const token = tokens[at]!
    if (token.pause || lexicon.language.joints.has(token.lower)) break
    const hits = allStems(token).flatMap((stem) => cueIn(cues, stem) ?? [])
    if (hits.length > 0) nearest ||= value.first - at
    else if (token.kind !== 'word' || (nearest === 0 && announcesOther(filling, token))) break
    else if (!language.linking.has(token.lower) && !lexicon.isStopWord(token.lower)) strangers += 1
    for (const hit of hits) met.add(hit)
    if (strangers > (nearest > 0 ? 0 : 1)) break
  }
  if (met.size === 0) return 0
  // "transfer TR5" is only weak evidence for the id of a transfer instrument, because the last word of this noun is
  // missing.
  const head = slot.thing && lexicon.stem(slot.thing.at(-1)!)
  if (head !== undefined && !met.has(head)) return 0.8 * shareOf(met, cues)
  return 0.8 + 1.2 * shareOf(met, cues) - 0.1 * (nearest - 1) - 0.4 * strangers
}

/**
 * The evidence from the parameter's whole name, if it is somewhere before the value. For example, "due date" in "the
 * due date of task 45 to Friday" shows that Friday is the `dueDate`.
 */
function farCue({ tokens, lexicon, language }: Filling, { slot, value }: Placement): number {
  const stems = lexicon.stems(slot.words)
  const isSet = language.renaming.has(tokens[value.first - 1]?.lower ?? '')
  if ((stems.length < 2 && !isSet) || slot.thing) return 0
  // Prepositions do not count, so "year of publication" names `yearPublication`.
  const isSmall = ({ lower }: Token) => lexicon.language.prepositions.has(lower)
  const before = tokens.slice(0, value.first).filter((token) => !isSmall(token))
  return before.some((_, at) => standsAt(before, stems, at)) ? 0.7 : 0
}

function cueBehind(filling: Filling, { slot, value }: Placement): number {
  if (value.token.pause) return 0
  const cues = cuesOf(filling, slot)
  const behind = filling.tokens
    .slice(value.last + 1, value.last + 4)
    .filter(({ lower, pause }) => pause || !filling.language.articles.includes(lower))
    .slice(0, 2)
  const at = behind.findIndex((token) => allStems(token).some((stem) => cues.has(stem)))
  if (at < 0 || (at > 0 && behind[0]!.pause)) return 0
  // In Turkish "14 numaralı kitap", 14 is the number of the book. In "14 books", it is a count.
  const isPointed = filling.lexicon.language.pointers.has(behind[0]!.lower)
  const isCount = slot.thing && value.token.kind === 'number' && !isPointed
  const met = new Set(behind.flatMap((token) => allStems(token).filter((stem) => cues.has(stem))))
  return isCount ? 0 : 0.5 + 0.7 * shareOf(met, cues) - 0.2 * at
}

function shareOf(met: ReadonlySet<string>, cues: ReadonlyMap<string, number>): number {
  let all = 0
  let said = 0
  for (const [stem, weight] of cues) {
    all += weight
    if (met.has(stem)) said += weight
  }
  return all === 0 ? 0 : said / all
}

/** The evidence from the form of a value, such as a mail address, a date, a phone number or a count of records. */
function formEvidence(filling: Filling, { slot, value }: Placement): number {
  const [{ token }, { tokens, language }] = [value, filling]
  const before = tokens[value.first - 1]
  const next = token.pause ? undefined : tokens[value.last + 1]
  const name = slot.words.join('')
  const called = (names: RegExp) => isCalled(slot, names)
  if (token.kind === 'email') return asksForMail(slot) ? 1.5 : 0
  if (token.kind === 'url')
    return /^ur[il]$/.test(slot.schema.format ?? '') || called(/^(ur[il]|link|website)$/) ? 1.2 : 0
  if (token.kind === 'time') return Number(called(/^(time|hour|uhrzeit)$/))
  if (token.kind === 'date')
    return /^date/.test(slot.schema.format ?? '') || called(/^(date|day|on|since|until)$/) ? 1 : 0
  if (/^\+\d{7,}$/.test(token.text)) return holdsPhone(slot) ? 1.2 : -1
  if (/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/.test(token.text))
    return called(/^(locations?|coordinates?|latlng|latlong|point|points|position|center|geo)$/) ? 1.2 : -1
  if (token.kind === 'number') {
    const counts = next !== undefined && (next.kind === 'word' || next.lower === '%')
    const isFirst = before !== undefined && language.ordinals[before.lower] !== undefined
    const isMost = before !== undefined && language.bounds.upper.includes(before.lower)
    const limits = isFirst || isMost || (counts && namesThings(filling, next))
    if (!filling.writes && called(limitNames) && !slot.thing && limits) return 1.3
    if (filling.writes && called(quantityNames) && counts && namesThings(filling, next)) return 0.8
    if (called(moneyNames) && next && currencyOf(next, language)) return 1
    if (slot.words.includes('currency')) return -1.5
  }
  if (/\.\p{L}{2,4}$/u.test(token.text) && called(/^(path|file|filename)$/)) return 1
  if (/^(tz|timezone|zone)$|timezone/.test(name) && /^\p{Lu}\p{L}+\//u.test(token.text)) return 1.2
  return nameEvidence(filling, { slot, value })
}

/**
 * Whether a word shows that the number before it counts records: "transfers" in "five transfers", "of" in "ten of my
 * transfers".
 */
function namesThings({ topic, language }: Filling, word: Token): boolean {
  return language.counting.has(word.lower) || word.stems.some((stem) => topic.has(stem))
}

/** The evidence for a name or text parameter: "called Milo", a quoted text, or a name that no other word announces. */
function nameEvidence(filling: Filling, { slot, value }: Placement): number {
  const { lexicon, writes, language, tokens } = filling
  const before = tokens[value.first - 1]
  const isNaming = tokens.some(({ lower }) => language.namingVerbs.has(lower))
  const isNamed =
    before !== undefined &&
    (lexicon.language.naming.has(before.lower) ||
      (isNaming && (language.renaming.has(before.lower) || value.token.kind === 'quoted')))
  if (isNamed)
    return isNameLike(slot) ? 1.3 - 0.1 * Number(slot.words.length > 1) : isQueryLike(slot) ? 0.6 : 0
  if (value.token.kind === 'quoted')
    return isTextLike(slot) ? 0.9 : isNameLike(slot) ? 0.8 : isQueryLike(slot) ? 0.8 : 0
  if (value.token.kind !== 'word' || !value.token.name) return 0
  if (isQueryLike(slot)) return writes ? 0 : 0.6
  return isNameLike(slot) && (writes || (slot.words.length > 1 && /\s/.test(value.token.text))) ? 0.55 : 0
}

/**
 * The evidence from words such as "from" and "to" before a value. It is positive if value and parameter are the same
 * end of a range or journey, and negative if they are different ends.
 */
function sideEvidence(filling: Filling, { slot, value }: Placement): number {
  if (isLower(slot) === isUpper(slot) || (isMoment(slot) && value.token.kind === 'number')) return 0
  if (isBound(slot) && !boundBefore(filling, value.first)) return -1.5
  const isUpperSide = isUpperAt(filling, value.first)
  if (isUpperSide === undefined) return 0
  if (isUpperSide === isUpper(slot)) return accepts(slot.schema, 'object') ? 0 : 0.9
  return -1.5
}

/** Whether a value is one end of a range or journey, while the parameter takes the other end. */
export function isOtherSide(filling: Filling, { slot, at }: { slot: Slot; at: number }): boolean {
  const isUpperSide = isUpperAt(filling, at)
  return isLower(slot) !== isUpper(slot) && isUpperSide !== undefined && isUpperSide !== isUpper(slot)
}

/**
 * Whether the value at an index is the upper end of a range, or the end of a journey. False if it is the other end.
 * Undefined if no word shows which end it is.
 */
function isUpperAt(filling: Filling, at: number): boolean | undefined {
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

function isJoined({ tokens, lexicon }: Filling, at: number): boolean {
  return lexicon.language.joints.has(tokens[at - 1]?.lower ?? '')
}
