import { cutWords } from '../../../languages/cut-words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { isOtherSide } from './evidence.js'
import type { Assignment, Filling } from './filling.js'
import { isOpen } from './filling.js'
import { holdsCurrency, isNameLike, isTextLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'
import { standsAt } from './tokens.js'

/**
 * Assigns one of the fixed values of a parameter if the sentence has the value or a synonym. A parameter without fixed
 * values gets one of its examples in the same way, except if it is for a name or a free text.
 */
export function* choices(filling: Filling): Iterable<Assignment> {
  for (const slot of filling.slots) {
    if (!isOpen(filling, slot) || accepts(slot.schema, 'boolean') || holdsCurrency(slot)) continue
    const listed = slot.choices.length > 0
    const isFree = isNameLike(slot) || isTextLike(slot)
    const examples = isFree ? [] : (slot.schema.examples ?? []).filter(isShortText)
    const options = listed ? slot.choices : examples
    const found = findChoice(filling, { slot, options })
    const isTold = ({ stems }: Token) => !stems.every((stem) => filling.topic.has(stem))
    if (!found || isOtherSide(filling, { slot, at: filling.tokens.indexOf(found.tokens[0]!) })) continue
    if (listed || (found.tokens.some(isTold) && !isInName(filling, found.tokens[0]!)))
      yield { slot, ...found }
  }
}

/** Whether a word is only a part of a parameter's name and so no value: "common" in "the common name". */
function isInName({ slots, tokens, lexicon }: Filling, word: Token): boolean {
  const at = tokens.indexOf(word)
  return slots.some(({ words }) => {
    const stems = words.length > 1 ? lexicon.stems(words) : []
    return stems.some((_, place) => standsAt(tokens, stems, at - place))
  })
}

/** The option that a sentence names. Exact words come before other forms and synonyms. Undefined if there is none. */
export function findChoice(
  filling: Filling,
  { slot, options }: { slot: Slot; options: JsonValue[] },
): { value: JsonValue; tokens: Token[] } | undefined {
  const { tokens } = filling
  for (const exact of [true, false])
    for (const option of options) {
      const whole = tokens.find(
        ({ text, used }) => !used && text.toLowerCase() === String(option).toLowerCase(),
      )
      const words = whole ? [whole.lower] : cutWords(String(option))
      const isSaid = (token: Token | undefined, word: string) =>
        token !== undefined && !token.used && means(token, { word, exact, filling })
      const at = tokens.findIndex((_, start) =>
        words.every((word, index) => isSaid(tokens[start + index], word)),
      )
      if (at >= 0 && words.length > 0)
        return {
          value: slot.schema.type === 'array' ? [option] : option,
          tokens: tokens.slice(at, at + words.length),
        }
    }
  return undefined
}

function means(
  token: Token,
  { word, exact, filling }: { word: string; exact: boolean; filling: Filling },
): boolean {
  if (token.lower === word) return true
  const { lexicon, language } = filling
  if (exact || token.kind !== 'word' || lexicon.language.prepositions.has(token.lower)) return false
  const { stem } = lexicon.language
  if (word.length > 3 && stem(token.lower) === stem(word)) return true
  return language.valueSynonyms.some((group) => group.includes(word) && group.includes(token.lower))
}

function isShortText(value: JsonValue): boolean {
  return typeof value === 'string' && /^[\p{L}_-]{3,20}$/u.test(value)
}

/** First words in the names of yes-or-no parameters, such as `is` in `isPublic`. */
const plainHead = /^(is|has|use|with|include|including|allow|enable|show|can|should|want|send|only)$/
/** Negative first words of yes-or-no parameters. A negation sets such a parameter to true: "no tax" sets `skipTax`. */
const turningHead = /^(skip|exclude|without|omit|disable|hide|no|not|ignore|leave)$/
/** Words for a state that are longer than this can be verbs, such as "disabled". Shorter ones, such as "on", cannot. */
const longestState = 4
/** Maximum number of words between a negation and the word that it negates. */
const negationReach = 3

/** Assigns yes-or-no parameters: "leave out its content" sets `skipContent`, "make it public" sets `isPublic`. */
export function* switches(filling: Filling): Iterable<Assignment> {
  const { tokens, lexicon, topic } = filling
  const slots = filling.slots.filter(isSwitch)
  const required = slots.filter((slot) => slot.required)
  const whole =
    slots.find(({ words }) => /^(enabled?|active|on)$/.test(words.at(-1)!)) ??
    (required.length === 1 || slots.length === 1 ? (required[0] ?? slots[0]) : undefined)
  if (whole) yield { slot: whole, value: stateSaid(filling), tokens: [] }
  for (const slot of slots) {
    const head = slot.words[0] ?? ''
    const turns = turningHead.test(head)
    const named = turns || plainHead.test(head) ? slot.words.slice(1) : slot.words
    const content = lexicon.stems(named)
    const wanted = content.length > 0 ? content : named
    // If all words of the parameter are in the title, path or folder of the tool, these words in a sentence only name
    // the tool. They do not set the parameter.
    if (wanted.length === 0 || (!turns && wanted.every((stem) => topic.has(stem)))) continue
    const at = tokens.findIndex((_, start) =>
      wanted.every((stem, index) => names(tokens[start + index], { stem, word: named[index], filling })),
    )
    if (at < 0) continue
    const said = tokens.slice(at, at + wanted.length)
    const isTurned = said.some(({ stems }) =>
      stems.some((own) => wanted.some((stem) => isOpposite(own, stem))),
    )
    const negated = isTurned !== isNegated(filling, { at, end: at + wanted.length })
    // For `skipTax`, a sentence needs both "tax" and a negation.
    if (turns && !negated) continue
    const value = !negated || turns
    yield { slot, value: slot.schema.type === 'string' ? String(value) : value, tokens: said }
  }
}

/**
 * The state that a sentence asks for: true for "turn the history on", false for "disable it"; undefined if there is
 * none.
 */
function stateSaid({ tokens, language, lexicon }: Filling): boolean | undefined {
  const at = tokens.findIndex(({ lower }) => language.switchingVerbs.has(lower))
  const behind = at < 0 ? [] : tokens.slice(at + 1)
  const state = behind.find(({ lower }) => language.on.has(lower) || language.off.has(lower))
  if (state) return language.on.has(state.lower)
  const verbs = tokens.filter(({ lower }) => language.opposites.flat(2).includes(lower))
  const isVerb = (words: readonly string[]) => {
    const stems = lexicon.stems(words.filter((word) => word.length > longestState))
    return verbs.some((verb) => verb.stems.some((stem) => stems.includes(stem)))
  }
  return isVerb(language.false) ? false : isVerb(language.true) ? true : undefined
}

function isSwitch({ schema, thing }: Slot): boolean {
  const texts = (schema.enum ?? schema.examples ?? []).map(String)
  const isText = texts.length > 0 && texts.every((text) => text === 'true' || text === 'false')
  return !thing && (isText || (accepts(schema, 'boolean') && schema.type !== undefined))
}

/** Whether a word names a yes-or-no parameter: "inactive" and "actively" name `active`, "finished" names `done`. */
function names(
  token: Token | undefined,
  { stem, word = stem, filling }: { stem: string; word: string | undefined; filling: Filling },
): boolean {
  if (!token || token.used || token.kind !== 'word') return false
  const isSynonym = filling.language.valueSynonyms.some(
    (group) => group.includes(word) && group.includes(token.lower),
  )
  if (isSynonym && !filling.lexicon.language.prepositions.has(token.lower)) return true
  return [token.lower, ...token.stems].some(
    (own) => own === stem || own === `${stem}ly` || isOpposite(own, stem),
  )
}

const isOpposite = (own: string, stem: string) =>
  /^(in|un|dis|non)/.test(own) && own.replace(/^(in|un|dis|non)/, '') === stem

function isNegated({ tokens, language }: Filling, { at, end }: { at: number; end: number }): boolean {
  for (let before = at - 1; before >= Math.max(0, at - negationReach); before--) {
    if (tokens[before]!.pause) break
    if (language.negations.has(tokens[before]!.lower.replace(/['’]/g, ''))) return true
  }
  const behind = tokens[end]
  return behind !== undefined && !tokens[end - 1]!.pause && language.false.includes(behind.lower)
}
