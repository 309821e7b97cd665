import { trimEndOf } from '../../../text/trim.js'
import type { ToolFacts } from '../../../toolkit/search/facts.js'
import { coerce } from './coerce.js'
import { choices, findChoice, switches } from './fill-choices.js'
import { coins } from './fill-currencies.js'
import { lastValues, leftovers } from './fill-leftovers.js'
import { names } from './fill-names.js'
import { paging } from './fill-paging.js'
import { texts } from './fill-texts.js'
import { codesWithGaps, pairs, unplacedIn, values } from './fill-values.js'
import type { Filling } from './filling.js'
import { assign, assignAll, isOpen } from './filling.js'
import type { Goal } from './goal.js'
import { leftOverName, lookupFor } from './lookup.js'
import type { Listening } from './situation.js'
import { means } from './situation.js'
import { withEnglish } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { accepts, holdsId } from './slots.js'
import { joinSpelled } from './spelled.js'
import { joinDates } from './spoken-dates.js'
import { joinMoments, joinTimes } from './spoken-times.js'
import type { Token } from './tokens.js'
import { isArticle, tokenize, valueToken } from './tokens.js'

interface GoalSource extends Listening {
  text: string
  /**
   * The parameter for whose value the agent has just asked. An answer that names no parameter is the value of this
   * parameter.
   */
  asked?: Slot | undefined
}

/**
 * The functions that find values in a sentence, the surest first. Each one uses only the words that the functions
 * before it have left.
 */
const readers = [paging, switches, choices, codesWithGaps, texts, names, coins, pairs, values, ...leftovers]

/** Returns the goal with the values that a sentence adds to it. */
export function fillFromText(goal: Goal, source: GoalSource): Goal {
  const filling = fillingOf(goal, source)
  if (source.asked) fillAnswer(filling, { asked: source.asked, text: source.text })
  assignAll(filling, readers)
  const wanted = filling.slots.find((slot) => slot.thing && slot.required && isOpen(filling, slot))
  const bare = wanted && wanted === source.asked ? bareWord(filling, source.text) : undefined
  const named = wanted && (leftOverName(filling) ?? bare)
  const isName = bare !== undefined || (wanted !== undefined && !holdsId(wanted))
  if (wanted && named !== undefined && isName && !lookupFor({ ...goal, named }, { ...source, slot: wanted }))
    assign(filling, {
      slot: wanted,
      value: coerce(valueToken(named), { schema: wanted.schema, context: filling }),
      tokens: [],
    })
  const { named: _, ...rest } = goal
  // A value that the goal has already is only said again.
  const known = new Set([named, ...[...goal.values.values()].map(String)])
  const unplaced = [...new Set([...goal.unplaced, ...unplacedIn(filling)])].filter((text) => !known.has(text))
  return { ...rest, values: filling.values, unplaced, ...(named !== undefined && { named }) }
}

function fillingOf(goal: Goal, { text, catalog, language, now }: GoalSource): Filling {
  const { lexicon } = catalog
  const facts = catalog.facts(goal.tool)
  const slots = withEnglish(catalog.slots(goal.tool), lexicon.language)
  const read = tokenize(text, { language, lexicon, isKnown: catalog.vocabulary.has })
  const timed = joinTimes(joinDates(read, { language, now }), language)
  const isWhole = slots.some(({ schema }) => schema.format === 'date-time')
  const tokens = joinSpelled(isWhole ? joinMoments(timed, language) : timed, { text, catalog, language })
  return {
    text,
    tokens,
    slots,
    values: new Map(goal.values),
    lexicon,
    language,
    now,
    alias: facts.title.filter((stem) => !facts.segments.flat().includes(stem)),
    topic: topicOf(facts),
    parameters: new Set([...facts.parameters, ...slots.flatMap(({ words }) => lexicon.stems(words))]),
    isKnown: catalog.vocabulary.has,
    isSubject: catalog.vocabulary.isSubject,
    writes: facts.actions.some((action) => action === 'create' || action === 'update') || !facts.reads,
  }
}

/**
 * Fills the parameters that the user's answer names ("quantity 5"). An answer that names none is the value of `asked`.
 */
function fillAnswer(filling: Filling, { asked, text }: { asked: Slot; text: string }): void {
  const before = filling.values.size
  const slots = asked.required ? [asked] : filling.slots
  const announced = filling.tokens.length > 2
  if (announced) assignAll({ ...filling, slots }, [pairs, values, ...lastValues])
  if (!asked.required) assignAll(filling, [choices])
  if (filling.values.size === before) takeAnswer(filling, { slot: asked, text })
}

/** Puts the user's answer into the parameter for which the agent has asked: a choice, a number, or the whole text. */
function takeAnswer(filling: Filling, { slot, text }: { slot: Slot; text: string }): void {
  if (slot.choices.length > 0) {
    const chosen = findChoice(filling, { slot, options: slot.choices })
    if (chosen) assign(filling, { slot, ...chosen })
    return
  }
  const read = (token: Token) => coerce(token, { schema: slot.schema, context: filling })
  const isLoose = (token: Token) =>
    (isArticle(token) && filling.tokens.length > 1) ||
    (holdsId(slot) && (token.kind === 'date' || token.kind === 'time'))
  const standing = filling.tokens.find(
    (token) => token.kind !== 'word' && !isLoose(token) && read(token) !== undefined,
  )
  const whole = wholeAnswer(text, filling)
  if (accepts(slot.schema, 'string') && means(text, { meaning: 'yes', language: filling.language })) return
  const plainText = accepts(slot.schema, 'string') && slot.schema.format === undefined && !slot.thing
  if (standing && !(plainText && filling.tokens.length > 3)) {
    assign(filling, { slot, value: read(standing), tokens: [standing] })
    return
  }
  const isFiller = whole === '' || filling.language.fillers.has(whole.toLowerCase())
  if (isFiller || (slot.thing && !/^[\p{Lu}\d_-]+$/u.test(whole))) return
  assign(filling, { slot, value: read({ ...valueToken(whole), kind: 'word' }), tokens: filling.tokens })
}

/**
 * The user's answer if it is a single word, otherwise undefined. The word is the name of a record, or its id if no tool
 * finds records by name.
 */
function bareWord(filling: Filling, text: string): string | undefined {
  const whole = wholeAnswer(text, filling)
  const said = /^[\p{L}\p{N}._:-]+$/u.test(whole) && !filling.language.fillers.has(whole.toLowerCase())
  const lower = whole.toLowerCase()
  return said && !filling.lexicon.isStopWord(lower) && !filling.lexicon.isActionWord(lower)
    ? whole
    : undefined
}

/** The user's answer without the words around the value: "it should be Rex, please" gives "Rex". */
function wholeAnswer(text: string, { language }: Filling): string {
  let answer = trimEndOf(text.trim(), '.!?')
  for (let before = ''; before !== answer; ) {
    before = answer
    for (const frame of language.answerFrames) {
      const lower = answer.toLowerCase()
      if (lower.startsWith(`${frame} `)) answer = answer.slice(frame.length).trim()
      if (lower.endsWith(` ${frame}`)) answer = trimEndOf(answer.slice(0, -frame.length), ', \t\n')
    }
  }
  return answer.replace(/^["'“]|["'”]$/g, '')
}

/** The stems in the title, path and folder of a tool. Such a word names the tool, so the word alone is no value. */
export function topicOf({ title, segments, folder }: ToolFacts): ReadonlySet<string> {
  return new Set([...title, ...segments.flat(), ...folder])
}
