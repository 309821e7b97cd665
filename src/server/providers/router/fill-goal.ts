import { trimEndOf } from '../../../text/trim.js'
import type { ToolFacts } from '../../../toolkit/search/facts.js'
import { coerce } from './coerce.js'
import { fill } from './fill.js'
import { fillByChoice, findChoice } from './fill-choices.js'
import { fillByCue } from './fill-cues.js'
import type { Filling } from './filling.js'
import { isOpen, take } from './filling.js'
import type { Goal } from './goal.js'
import { leftOverName, lookupFor } from './lookup.js'
import type { Listening } from './situation.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import { joinDates } from './spoken-dates.js'
import type { Token } from './tokens.js'
import { tokenize } from './tokens.js'

interface Source extends Listening {
  text: string
  /** What was asked just before, so that a bare answer is its value. */
  asked?: Slot | undefined
}

/** The goal with what a sentence adds to it. */
export function fillFromText(goal: Goal, source: Source): Goal {
  const { catalog, pack, now } = source
  const { lexicon } = catalog
  const actions = catalog.facts(goal.tool).actions
  const filling: Filling = {
    tokens: joinDates(tokenize(source.text, { pack, lexicon }), { pack, now }),
    slots: catalog.slots(goal.tool),
    values: new Map(goal.values),
    lexicon,
    pack,
    now,
    topic: topicOf(catalog.facts(goal.tool)),
    writes: actions[0] === 'create' || actions[0] === 'update',
  }
  if (source.asked) fillAnswer(filling, { asked: source.asked, text: source.text })
  fill(filling)
  const wanted = filling.slots.find((slot) => slot.thing && slot.required && isOpen(filling, slot))
  const bare = wanted && wanted === source.asked ? bareWord(filling, source.text) : undefined
  const named = wanted && (leftOverName(filling) ?? bare)
  if (wanted && bare !== undefined && !lookupFor({ ...goal, named: bare }, { ...source, slot: wanted }))
    giveText(filling, { slot: wanted, text: bare })
  const { named: _, ...rest } = goal
  return { ...rest, values: filling.values, ...(named !== undefined && { named }) }
}

/** An answer says what it is the value of, or it is the value of what was asked. */
function fillAnswer(filling: Filling, { asked, text }: { asked: Slot; text: string }): void {
  const before = filling.values.size
  const slots = asked.required ? [asked] : filling.slots
  for (const ids of [true, false]) fillByCue({ ...filling, slots }, { ids })
  if (!asked.required) fillByChoice(filling)
  if (filling.values.size === before) takeAnswer(filling, { slot: asked, text })
}

/** A bare answer: a number, a choice, a name, or for text the whole of it. */
function takeAnswer(filling: Filling, { slot, text }: { slot: Slot; text: string }): void {
  if (slot.choices.length > 0) {
    const chosen = findChoice(filling, { slot, options: slot.choices })
    if (chosen) take(filling, { slot, ...chosen })
    return
  }
  const standing = filling.tokens.find(
    (token) =>
      token.kind !== 'word' && coerce(token, { schema: slot.schema, context: filling }) !== undefined,
  )
  const whole = wholeAnswer(text, filling)
  const plainText = accepts(slot.schema, 'string') && slot.schema.format === undefined && !slot.thing
  if (standing && !(plainText && filling.tokens.length > 3)) {
    give(filling, { slot, token: standing })
    return
  }
  if (whole === '' || filling.pack.fillers.has(whole.toLowerCase()) || (slot.thing && whole.includes(' ')))
    return
  const token: Token = {
    kind: 'word',
    text: whole,
    lower: whole.toLowerCase(),
    stem: '',
    pause: true,
    name: true,
    used: false,
  }
  const said =
    slot.thing && !/^[\p{Lu}\d_-]+$/u.test(whole)
      ? undefined
      : coerce(token, { schema: slot.schema, context: filling })
  if (said !== undefined && isOpen(filling, slot))
    take(filling, { slot, value: said, tokens: filling.tokens })
}

/** The one word of an answer: a name to look up, or an id where nothing can be looked up. */
function bareWord(filling: Filling, text: string): string | undefined {
  const whole = wholeAnswer(text, filling)
  const said = /^[\p{L}\p{N}._:-]+$/u.test(whole) && !filling.pack.fillers.has(whole.toLowerCase())
  const lower = whole.toLowerCase()
  return said && !filling.lexicon.isStopWord(lower) && !filling.lexicon.isActionWord(lower)
    ? whole
    : undefined
}

function giveText(filling: Filling, { slot, text }: { slot: Slot; text: string }): void {
  give(filling, {
    slot,
    token: { kind: 'code', text, lower: text.toLowerCase(), stem: '', pause: true, name: true, used: false },
  })
}

function give(filling: Filling, { slot, token }: { slot: Slot; token: Token }): void {
  const value = coerce(token, { schema: slot.schema, context: filling })
  if (value !== undefined) take(filling, { slot, value, tokens: [token] })
}

/** The answer without what people say around it: "it should be Rex, please" is "Rex". */
function wholeAnswer(text: string, { pack }: Filling): string {
  let answer = trimEndOf(text.trim(), '.!?')
  for (let before = ''; before !== answer; ) {
    before = answer
    for (const frame of pack.answerFrames) {
      const lower = answer.toLowerCase()
      if (lower.startsWith(`${frame} `)) answer = answer.slice(frame.length).trim()
      if (lower.endsWith(` ${frame}`)) answer = trimEndOf(answer.slice(0, -frame.length), ', \t\n')
    }
  }
  return answer.replace(/^["'“]|["'”]$/g, '')
}

/** Stems of the tool's own words: they are never values by themselves. */
export function topicOf({ title, segments, folder, parameters }: ToolFacts): ReadonlySet<string> {
  return new Set([...title, ...segments.flat(), ...folder, ...parameters])
}
