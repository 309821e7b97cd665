import { coerce } from './coerce.js'
import { wholeName } from './fill-cues.js'
import type { Filling } from './filling.js'
import { isLooseName, isOpen, take } from './filling.js'
import type { RouterPack } from './language/pack.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

const quantityNames = new Set(['quantity', 'qty', 'count', 'amount', 'units', 'copies', 'pieces', 'number'])
const limitNames = new Set([
  'limit',
  'size',
  'pagesize',
  'count',
  'top',
  'max',
  'maxresults',
  'perpage',
  'first',
  'take',
])
const nameNames = new Set([
  'name',
  'title',
  'label',
  'summary',
  'subject',
  'displayname',
  'fullname',
  'username',
  'text',
  'message',
])
const queryNames = new Set(['q', 'query', 'search', 'keyword', 'keywords', 'term', 'filter'])

/** Values known by their form or place: an e-mail, a date, "two of", "called Milo", a number that can only be the id. */
export function fillByForm(filling: Filling): void {
  fillFormats(filling)
  fillNamed(filling)
  fillQuantities(filling)
  fillLastId(filling)
  fillLastNumber(filling)
  fillLooseNames(filling)
}

function fillFormats(filling: Filling): void {
  const wanted: [Token['kind'], (slot: Slot) => boolean][] = [
    ['email', (slot) => slot.schema.format === 'email' || slot.words.includes('email')],
    [
      'url',
      (slot) =>
        /^ur[il]$/.test(slot.schema.format ?? '') ||
        slot.words.some((word) => /^(ur[il]|link|website)$/.test(word)),
    ],
    ['date', (slot) => /^date/.test(slot.schema.format ?? '') || slot.words.includes('date')],
  ]
  for (const [kind, fits] of wanted)
    for (const token of free(filling, (candidate) => isOfKind(candidate, { kind, pack: filling.pack })))
      giveFirst(filling, { token, fits })
}

function isOfKind(token: Token, { kind, pack }: { kind: Token['kind']; pack: RouterPack }): boolean {
  return token.kind === kind || (kind === 'date' && pack.days[token.lower] !== undefined)
}

/** "called Milo", "named 'Blue'", "rename it to Oscar", and anything in quotes. */
function fillNamed(filling: Filling): void {
  const fits = (slot: Slot) => isNameLike(slot) && accepts(slot.schema, 'string')
  const { tokens, lexicon, pack } = filling
  const renames = tokens.some((token) => pack.namingVerbs.has(token.lower))
  const isNamed = (at: number) =>
    follows(tokens, { at, set: lexicon.language.naming }) ||
    (renames && follows(tokens, { at, set: pack.renaming }))
  tokens.forEach((token, at) => {
    if (token.used || (token.kind !== 'quoted' && !isNamed(at))) return
    if (token.kind === 'word' && !token.name && lexicon.isStopWord(token.lower)) return
    const taken = token.kind === 'word' ? wholeName(tokens, at) : [token]
    giveFirst(filling, { token: joined(taken), fits, tokens: taken })
    if (token.kind === 'quoted' && !token.used)
      giveFirst(filling, { token, fits: (slot) => accepts(slot.schema, 'string') && !slot.thing })
  })
}

/** "three of", "5 pieces", "the first 10": a number that counts and points at nothing. */
function fillQuantities(filling: Filling): void {
  const { tokens, pack } = filling
  tokens.forEach((token, at) => {
    if (token.used || token.kind !== 'number') return
    const next = tokens[at + 1]
    const before = tokens[at - 1]
    const counts =
      next !== undefined && !token.pause && (pack.counting.has(next.lower) || next.kind === 'word')
    if (before && pack.ordinals[before.lower] !== undefined)
      giveFirst(filling, { token, fits: named(limitNames) })
    else if (counts)
      giveFirst(filling, { token, fits: (slot) => named(quantityNames)(slot) || named(limitNames)(slot) })
  })
}

/** A number that nobody announced is the id, when just one is wanted. */
function fillLastId(filling: Filling): void {
  const open = filling.slots.filter((slot) => slot.thing && slot.required && isOpen(filling, slot))
  if (open.length !== 1) return
  for (const token of free(filling, ({ kind }) => kind === 'number' || kind === 'code'))
    giveFirst(filling, { token, fits: (slot) => slot === open[0] })
}

/** "turn the volume down to 20": the only number said, for the only number wanted, when a word of its name was said. */
function fillLastNumber(filling: Filling): void {
  const isNumber = ({ schema }: Slot) =>
    (accepts(schema, 'integer') || accepts(schema, 'number')) && !accepts(schema, 'string')
  const open = filling.slots.filter((slot) => slot.required && isNumber(slot) && isOpen(filling, slot))
  const numbers = free(filling, ({ kind }) => kind === 'number')
  const [slot] = open
  if (!slot || open.length > 1 || numbers.length !== 1) return
  const name = new Set(filling.lexicon.stems(slot.words))
  if (filling.tokens.some(({ stem }) => name.has(stem)))
    giveFirst(filling, { token: numbers[0]!, fits: (one) => one === slot })
}

/** "insert Ruby": a name nobody announced, for a tool that makes something; or what a search is for. */
function fillLooseNames(filling: Filling): void {
  filling.tokens.forEach((token, at) => {
    if (!isLooseName(filling, token)) return
    const taken = wholeName(filling.tokens, at)
    const fits = filling.writes ? isNameLike : named(queryNames)
    giveFirst(filling, {
      token: joined(taken),
      fits: (slot) => fits(slot) && accepts(slot.schema, 'string'),
      tokens: taken,
    })
  })
}

/** Whether a slot holds what a thing is called. */
export function isNameLike(slot: Slot): boolean {
  return !slot.thing && (named(nameNames)(slot) || slot.words.at(-1) === 'name')
}

function named(names: Set<string>): (slot: Slot) => boolean {
  return (slot) => names.has(slot.words.join('')) || (slot.words.length > 1 && names.has(slot.words.at(-1)!))
}

function free(filling: Filling, fits: (token: Token) => boolean): Token[] {
  return filling.tokens.filter((token) => !token.used && fits(token))
}

function follows(tokens: Token[], { at, set }: { at: number; set: ReadonlySet<string> }): boolean {
  const before = tokens[at - 1]
  return before !== undefined && !before.used && !before.pause && set.has(before.lower)
}

function joined(tokens: Token[]): Token {
  const text = tokens.map((token) => token.text).join(' ')
  return { ...tokens[0]!, text, lower: text.toLowerCase() }
}

function giveFirst(
  filling: Filling,
  { token, fits, tokens }: { token: Token; fits: (slot: Slot) => boolean; tokens?: Token[] },
): void {
  for (const slot of filling.slots) {
    if (!isOpen(filling, slot) || !fits(slot)) continue
    const value = coerce(token, { schema: slot.schema, context: filling })
    if (value === undefined) continue
    take(filling, { slot, value, tokens: tokens ?? [token] })
    return
  }
}
