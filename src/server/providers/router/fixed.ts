import { cutWords } from '../../../languages/cut-words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { Proposal } from './assign.js'
import { cueBefore, isOtherSide, isPageSize } from './evidence.js'
import { type Filling, openSlots, proposal } from './filling.js'
import { accepts, isFor } from './kinds.js'
import type { Slot } from './slots.js'
import { shapeOf, standsAt, type Token } from './token.js'

/** The values that a sentence says with words of the tool itself: pages, switches, choices, codes like an example. */
export function fixedProposals(filling: Filling, slots = openSlots(filling)): Proposal[] {
  return [paging, switches, choices, codesWithGaps].flatMap((find) => find(filling, slots))
}

/** How sure the values of a kind are. The best choice of a slot is that of its exact words. */
const scores = { page: 5, switch: 4, choice: 3, exact: 0.5, code: 2.5 }

/** If the tool reads, the page for which the user asks, and the number of results per page. */
function paging(filling: Filling, slots: readonly Slot[]): Proposal[] {
  const { tokens, language, writes } = filling
  if (writes) return []
  const page = slots.find((slot) => isFor(slot, 'page'))
  const at = tokens.findIndex(({ lower }, index) => {
    const place = language.ordinals[lower]
    return place !== undefined && place > 0 && language.pages.has(tokens[index + 1]?.lower ?? '')
  })
  const limit = slots.find((slot) => !slot.thing && isFor(slot, 'limit'))
  const size = tokens.find((token) => isPageSize(filling, token))
  const score = scores.page
  return [
    ...(page && at >= 0
      ? proposal(filling, {
          ...{ slot: page, tokens: tokens.slice(at, at + 2), score },
          value: language.ordinals[tokens[at]!.lower],
        })
      : []),
    ...(limit && size ? proposal(filling, { slot: limit, tokens: [size], score }) : []),
  ]
}

/** A code with a space, if the example of the slot has the same shape: "1234 BBB" has the shape of "0004 AAA". */
function codesWithGaps(filling: Filling, slots: readonly Slot[]): Proposal[] {
  const { tokens, text } = filling
  return slots.flatMap((slot) => {
    const shapes = (slot.schema.examples ?? []).map((one) => shapeOf(String(one).slice(0, 40)))
    return shapes
      .filter((one) => /^(9 A|A 9|A9 9A)$/.test(one))
      .flatMap((shape) => {
        const length = shape.split(' ').length
        const at = tokens.findIndex((token, start) => {
          const part = tokens.slice(start, start + length)
          return part.length === length && shapeOf(text.slice(token.start, part.at(-1)!.end)) === shape
        })
        const said = tokens.slice(at, at + length)
        return at < 0 ? [] : proposal(filling, { slot, tokens: said, score: scores.code })
      })
  })
}

/** One of the fixed values or, except for a name or text, of the examples of a slot, or a synonym of it. */
export function choices(filling: Filling, slots: readonly Slot[]): Proposal[] {
  return slots.flatMap((slot) => {
    if (accepts(slot.schema, 'boolean') || isFor(slot, 'currency')) return []
    const isListed = slot.choices.length > 0
    const examples = isFor(slot, 'name', 'text') ? [] : (slot.schema.examples ?? []).filter(isShortText)
    return choicesSaid(filling, slot, isListed ? slot.choices : examples)
      .filter(({ at }) => !isOtherSide(filling, slot, at))
      .filter(({ at, tokens }) => {
        // A state in the title is said too: "applied" in "Get applied loans" is the `status`.
        const known = isFor(slot, 'category') ? filling.place : filling.topic
        const isTold = tokens.some(({ stems }) => !stems.every((stem) => known.has(stem)))
        return isListed || (isTold && !isInName(filling, at))
      })
      .flatMap(({ at, tokens, isExact, value }) => {
        const cue = cueBefore(filling, { slot, first: at })
        const score = scores.choice + cue + (isExact ? scores.exact : 0)
        return proposal(filling, { slot, tokens, value, score })
      })
  })
}

/** Whether an example is one to three words, such as `Oil Change`. */
const isShortText = (value: JsonValue) =>
  typeof value === 'string' && /^(?:[\p{L}_-]{3,20}|[\p{L}_-]{2,20}(?: [\p{L}_-]{2,20}){1,2})$/u.test(value)

/** Whether a word is only a part of a slot's name and so no value: "common" in "the common name". */
function isInName({ slots, tokens, lexicon }: Filling, at: number): boolean {
  return slots.some(({ words }) => {
    const stems = words.length > 1 ? lexicon.stems(words) : []
    return stems.some((_, place) => standsAt(tokens, stems, at - place))
  })
}

interface Choice {
  value: JsonValue
  at: number
  tokens: Token[]
  isExact: boolean
}

/** The options that a sentence names: by their exact words, then by other forms and synonyms. */
export function choicesSaid(filling: Filling, slot: Slot, options: readonly JsonValue[]): Choice[] {
  const { tokens, used } = filling
  return [true, false].flatMap((isExact) =>
    options.flatMap((option): Choice[] => {
      const text = String(option).toLowerCase()
      const whole = tokens.find((token) => !used.has(token) && token.text.toLowerCase() === text)
      const words = whole ? [whole.lower] : cutWords(text)
      const isSaid = (token: Token | undefined, word: string) =>
        token !== undefined && !used.has(token) && isSame(filling, token, { word, exact: isExact })
      return tokens.flatMap((_, at) =>
        words.length > 0 && words.every((word, index) => isSaid(tokens[at + index], word))
          ? [
              {
                ...{ at, isExact, tokens: tokens.slice(at, at + words.length) },
                value: slot.schema.type === 'array' ? [option] : option,
              },
            ]
          : [],
      )
    }),
  )
}

function isSame(
  { lexicon, language }: Filling,
  token: Token,
  { word, exact }: { word: string; exact: boolean },
): boolean {
  if (token.lower === word) return true
  if (exact || token.kind !== 'word' || lexicon.language.prepositions.has(token.lower)) return false
  const { stem } = lexicon.language
  if (word.length > 3 && stem(token.lower) === stem(word)) return true
  return language.valueSynonyms.some((group) => group.includes(word) && group.includes(token.lower))
}

/** First words in the names of yes-or-no slots, such as `is` in `isPublic`. */
const plainHead = /^(is|has|use|with|include|including|allow|enable|show|can|should|want|send|only)$/
/** Negative first words of yes-or-no slots. A negation sets such a slot to true: "no tax" sets `skipTax`. */
const turningHead = /^(skip|exclude|without|omit|disable|hide|no|not|ignore|leave)$/
/** Words for a state that are longer than this can be verbs, such as "disabled". Shorter ones, such as "on", cannot. */
const longestState = 4
/** Maximum number of words between a negation and the word that it negates. */
const negationReach = 3

/** Yes-or-no slots: "leave out its content" sets `skipContent`, "make it public" sets `isPublic`. */
function switches(filling: Filling, open: readonly Slot[]): Proposal[] {
  const slots = open.filter((slot) => isFor(slot, 'switch'))
  const required = slots.filter((slot) => slot.required)
  const whole =
    slots.find(({ words }) => /^(enabled?|active|on)$/.test(words.at(-1)!)) ??
    (required.length === 1 || slots.length === 1 ? (required[0] ?? slots[0]) : undefined)
  const value = whole && stateSaid(filling)
  const score = scores.switch
  return [
    ...(whole && value !== undefined
      ? proposal(filling, { slot: whole, value, tokens: [], score: score + 1 })
      : []),
    ...slots.flatMap((slot) => {
      const said = switchSaid(filling, slot)
      return said ? proposal(filling, { slot, ...said, score }) : []
    }),
  ]
}

/** The words that set a yes-or-no slot, and its value. */
function switchSaid(filling: Filling, slot: Slot): { value: JsonValue; tokens: Token[] } | undefined {
  const { tokens, lexicon, topic } = filling
  const head = slot.words[0] ?? ''
  const turns = turningHead.test(head)
  const named = turns || plainHead.test(head) ? slot.words.slice(1) : slot.words
  const content = lexicon.stems(named)
  const wanted = content.length > 0 ? content : named
  // If all words of the slot are in the title, path or folder of the tool, these words only name the tool.
  if (wanted.length === 0 || (!turns && wanted.every((stem) => topic.has(stem)))) return undefined
  const at = tokens.findIndex((_, start) =>
    wanted.every((stem, index) => namesState(filling, tokens[start + index], { stem, word: named[index] })),
  )
  if (at < 0) return undefined
  const said = tokens.slice(at, at + wanted.length)
  const isTurned = said.some(({ stems }) => stems.some((own) => wanted.some((stem) => isOpposite(own, stem))))
  const negated = isTurned !== isNegated(filling, at, at + wanted.length)
  // For `skipTax`, a sentence needs both "tax" and a negation.
  if (turns && !negated) return undefined
  const value = !negated || turns
  return { value: slot.schema.type === 'string' ? String(value) : value, tokens: said }
}

/** The state that a sentence asks for: true for "turn the history on", false for "disable it"; else undefined. */
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

/** Whether a word names a yes-or-no slot: "inactive" and "actively" name `active`, "finished" names `done`. */
function namesState(
  { used, language, lexicon }: Filling,
  token: Token | undefined,
  { stem, word = stem }: { stem: string; word: string | undefined },
): boolean {
  if (!token || used.has(token) || token.kind !== 'word') return false
  const isSynonym = language.valueSynonyms.some(
    (group) => group.includes(word) && group.includes(token.lower),
  )
  if (isSynonym && !lexicon.language.prepositions.has(token.lower)) return true
  const own = [token.lower, ...token.stems]
  return own.some((said) => said === stem || said === `${stem}ly` || isOpposite(said, stem))
}

const isOpposite = (own: string, stem: string) => ['in', 'un', 'dis', 'non'].some((no) => own === no + stem)

function isNegated({ tokens, language }: Filling, at: number, end: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - negationReach); before--) {
    if (tokens[before]!.pause) break
    if (language.negations.has(tokens[before]!.lower.replace(/['’]/g, ''))) return true
  }
  const behind = tokens[end]
  return behind !== undefined && !tokens[end - 1]!.pause && language.false.includes(behind.lower)
}
