import { cutWords } from '../../../languages/cut-words.js'
import { choose, wanting } from './choose.js'
import { coerce } from './coerce.js'
import { fillFromText } from './fill-goal.js'
import { keyOf } from './filling.js'
import type { Goal } from './goal.js'
import { goalFor, missingSlots } from './goal.js'
import type { ParsedUtterance, RouterConversation } from './situation.js'
import { means, saying } from './situation.js'
import { valueToken } from './tokens.js'

/**
 * Parses the user's answer to a question of the agent. The answer may be the missing value, or a command such as
 * "stop". Undefined if the utterance has no answer and is a clear request.
 */
export function parseAnswer(
  before: RouterConversation,
  { goal, heard, said }: { goal: Goal; heard: ParsedUtterance; said: ParsedUtterance },
): RouterConversation | undefined {
  const { catalog, language, text } = heard
  if (means(said.text, { meaning: 'cancel', language })) return saying(before, 'cancelled')
  if (means(said.text, { meaning: 'wait', language })) return { ...before, say: { sentence: 'waiting' } }
  if (means(said.text, { meaning: 'repeat', language })) return before
  const choice = choose(text, heard)
  if (choice.sure && choice.goal && choice.goal.tool !== goal.tool && startsAnew(heard))
    return wanting(before, choice)
  const asked = missingSlots(goal, catalog)[0]
  if (!asked && goal.unplaced.length > 0) {
    const placed = placeUnplaced(goal, said)
    if (placed) return { ...before, state: 'wanting', goal: placed }
  }
  if (changesIt(said)) return correctGoal(before, { goal, heard })
  const filled = fillFromText(goal, { ...heard, asked })
  const progress = filled.values.size > goal.values.size || filled.named !== undefined
  if (progress) return { ...before, state: 'wanting', goal: { ...filled, attempts: 0 } }
  if (means(said.text, { meaning: 'no', language })) return saying(before, 'cancelled')
  if (choice.sure && choice.goal) return undefined
  return {
    ...before,
    state: 'wanting',
    goal: { ...filled, unplaced: goal.unplaced, attempts: goal.attempts + 1 },
  }
}

/**
 * Whether an answer asks to change something that the user said before ("rename it to Rex"). Such an answer is not the
 * value that the agent asked for.
 */
function changesIt({ text, catalog, language }: ParsedUtterance): boolean {
  const words = cutWords(text)
  const [verb] = catalog.lexicon.actionSpans(words)
  const isFramed = language.answerFrames.some((frame) => text.toLowerCase().startsWith(`${frame} `))
  const isChange = verb?.start === 0 && verb.action === 'update'
  return isChange && !isFramed && language.pronouns.has(words[verb.length] ?? '')
}

/** The conversation with a corrected goal: values in the user's sentence replace values that the user said before. */
function correctGoal(
  before: RouterConversation,
  { goal, heard }: { goal: Goal; heard: ParsedUtterance },
): RouterConversation {
  const { values } = fillFromText(goalFor(goal.tool), heard)
  const attempts = values.size > 0 ? 0 : goal.attempts + 1
  return {
    ...before,
    state: 'wanting',
    goal: { ...goal, attempts, values: new Map([...goal.values, ...values]) },
  }
}

/**
 * Whether a sentence names an action, such as "create". Such a sentence is a new request, because answers to a question
 * rarely name an action.
 */
export function startsAnew({ text, catalog }: ParsedUtterance): boolean {
  return catalog.lexicon.actionsIn(text).length > 0
}

/**
 * The user has said values that no parameter has taken, and the agent has asked what the first one is. Assigns this
 * value to the parameter that the user names. If the user says "no", drops all such values. Undefined for any other
 * answer.
 */
function placeUnplaced(goal: Goal, { text, catalog, language, now }: ParsedUtterance): Goal | undefined {
  const [value, ...unplaced] = goal.unplaced
  if (means(text, { meaning: 'no', language })) return { ...goal, unplaced: [] }
  const said = new Set(catalog.lexicon.stems(cutWords(text)))
  const slot = catalog
    .slots(goal.tool)
    .find(
      (one) =>
        !goal.values.has(keyOf(one)) && catalog.lexicon.stems(one.words).every((stem) => said.has(stem)),
    )
  if (!slot || value === undefined) return undefined
  const number = /^[-+]?\d+(\.\d+)?$/.test(value) ? { kind: 'number' as const, number: Number(value) } : {}
  const taken = coerce(
    { ...valueToken(value), ...number },
    { schema: slot.schema, context: { language, now } },
  )
  return taken === undefined
    ? undefined
    : { ...goal, unplaced, values: new Map([...goal.values, [keyOf(slot), taken]]) }
}

/**
 * The conversation after the user has chosen one of the offered tools. One of several tools is chosen by its number or
 * by words of its title. A single tool is chosen by "yes". "no" cancels. Undefined if the answer chooses no tool.
 */
export function parseOption(
  before: RouterConversation,
  { options, said }: { options: readonly Goal[]; said: ParsedUtterance },
): RouterConversation | undefined {
  const { catalog, language, text } = said
  if (means(text, { meaning: 'cancel', language }) || means(text, { meaning: 'no', language }))
    return saying(before, 'cancelled')
  const [only, ...others] = options
  if (only && others.length === 0)
    return means(text, { meaning: 'yes', language }) ? { ...before, state: 'wanting', goal: only } : undefined
  const words = cutWords(text)
  const place = words.map((word) => language.ordinals[word]).find((one) => one !== undefined)
  const stems = new Set(catalog.lexicon.stems(words))
  const shared = options.map(
    ({ tool }) =>
      catalog.facts(tool).title.filter((stem) => stems.has(stem)).length / catalog.facts(tool).title.length,
  )
  const best = shared.indexOf(Math.max(...shared))
  const isOnly = shared.filter((share) => share === shared[best]).length === 1
  const goal =
    place !== undefined ? options.at(place > 0 ? place - 1 : place) : isOnly ? options[best] : undefined
  return goal && { ...before, state: 'wanting', goal }
}
