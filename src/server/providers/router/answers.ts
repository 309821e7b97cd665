import { cutWords } from '../../../languages/cut-words.js'
import { fillFromText, type Goal, goalFor, means, missingSlots } from './fill.js'
import { chooseIn } from './focus.js'
import { type RouterConversation, saying, wanting } from './situation.js'
import { valueToken } from './token.js'
import type { Reading } from './tokens.js'
import { valueFor } from './values.js'
import { isQuestion } from './verbs.js'

/** How often a question is asked. An answer that is not understood then ends the matter. */
const mostAttempts = 1

/**
 * The conversation after an utterance that may answer the agent's question about a value for `goal`. Undefined if the
 * utterance is no answer but a new request.
 */
export function parseAnswer(
  before: RouterConversation,
  { goal, heard, said }: { goal: Goal; heard: Reading; said: Reading },
): RouterConversation | undefined {
  const { catalog, language, text } = heard
  if (means(said.text, { meaning: 'cancel', language })) return saying(before, 'cancelled')
  if (means(said.text, { meaning: 'wait', language })) return { ...before, say: { sentence: 'waiting' } }
  if (means(said.text, { meaning: 'repeat', language })) return before
  const choice = chooseIn(before, heard)
  const isOther = choice.goal && choice.goal.tool !== goal.tool
  if (isOther && catalog.lexicon.actionsIn(text).length > 0 && !choice.isUncertain)
    return wanting(before, choice)
  if (isQuestion(said)) return undefined
  const asked = missingSlots(goal, catalog)[0]
  if (!asked && goal.unplaced.length > 0) {
    const placed = placeUnplaced(goal, said)
    if (placed) return { ...before, state: 'wanting', goal: placed }
  }
  // The user said something else than what the value is for: the question is asked once more, then dropped.
  const isSameQuestion = (next: Goal) =>
    !missingSlots(next, catalog)[0] && next.unplaced[0] === goal.unplaced[0] && goal.unplaced.length > 0
  const goOn = (next: Goal): RouterConversation => {
    if (asked || !isSameQuestion(next)) return { ...before, state: 'wanting', goal: { ...next, attempts: 0 } }
    if (goal.attempts >= mostAttempts) return saying(before, 'cancelled')
    return { ...before, state: 'wanting', goal: { ...next, attempts: goal.attempts + 1 } }
  }
  const corrected = correctGoal(goal, heard)
  const isCorrection = means(said.text, { meaning: 'correction', language }) && corrected.attempts === 0
  if (isCorrection || changesIt(said))
    return corrected.attempts === 0 ? goOn(corrected) : { ...before, state: 'wanting', goal: corrected }
  const filled = fillFromText(goal, heard, asked)
  const progress = filled.values.size > goal.values.size || filled.named.size > goal.named.size
  if (progress) return goOn(filled)
  if (means(said.text, { meaning: 'no', language })) return saying(before, 'cancelled')
  if (choice.goal && (choice.sure || isOther || goal.attempts >= mostAttempts)) return undefined
  if (goal.attempts >= mostAttempts) return saying(before, 'cancelled')
  const again = { ...filled, unplaced: goal.unplaced, attempts: goal.attempts + 1 }
  return { ...before, state: 'wanting', goal: again }
}

/** Whether an answer asks to change something that the user said before ("rename it to Rex"), so it is no value. */
function changesIt({ text, catalog, language }: Reading): boolean {
  const words = cutWords(text)
  const [verb] = catalog.lexicon.actionSpans(words)
  const isFramed = language.answerFrames.some((frame) => text.toLowerCase().startsWith(`${frame} `))
  const isChange = verb?.start === 0 && verb.action === 'update'
  return isChange && !isFramed && language.pronouns.has(words[verb.length] ?? '')
}

/** The goal with the values in the user's sentence in place of values that the user said before. */
function correctGoal(goal: Goal, heard: Reading): Goal {
  const { values } = fillFromText(goalFor(goal.tool), heard)
  const attempts = values.size > 0 ? 0 : goal.attempts + 1
  return { ...goal, attempts, values: new Map([...goal.values, ...values]) }
}

/**
 * The goal after the agent has asked what a value is for: the slot that the user names takes it. "No" drops all such
 * values. Undefined for any other answer.
 */
function placeUnplaced(goal: Goal, reading: Reading): Goal | undefined {
  const { text, catalog, language } = reading
  const [value, ...unplaced] = goal.unplaced
  if (means(text, { meaning: 'no', language })) return { ...goal, unplaced: [] }
  const said = new Set(catalog.lexicon.stems(cutWords(text)))
  // "The state is sold" gives another value, and does not say what the first one is for.
  const { values: given } = fillFromText(goalFor(goal.tool), reading)
  const slot = catalog
    .slots(goal.tool)
    .find(
      ({ key, words, choices }) =>
        !goal.values.has(key) &&
        !given.has(key) &&
        (choices.length === 0 || choices.map(String).includes(value!)) &&
        catalog.lexicon.stems(words).every((stem) => said.has(stem)),
    )
  if (!slot || value === undefined) return undefined
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(value)
  const token = {
    ...valueToken(value, isNumber ? 'number' : 'code'),
    ...(isNumber && { number: Number(value) }),
  }
  const taken = valueFor(slot, token, language)
  return taken === undefined
    ? undefined
    : { ...goal, unplaced, values: new Map([...goal.values, [slot.key, taken]]) }
}

/**
 * The conversation after the user has chosen one of the offered tools, by its number or by words of its title. A single
 * tool is chosen by "yes". "no" cancels. Undefined if the answer chooses no tool.
 */
export function parseOption(
  before: RouterConversation,
  options: readonly Goal[],
  { catalog, language, text }: Reading,
): RouterConversation | undefined {
  if (means(text, { meaning: 'cancel', language }) || means(text, { meaning: 'no', language }))
    return saying(before, 'cancelled')
  const [only, ...others] = options
  if (only && others.length === 0)
    return means(text, { meaning: 'yes', language }) ? { ...before, state: 'wanting', goal: only } : undefined
  const words = cutWords(text)
  const place = words.map((word) => language.ordinals[word]).find((one) => one !== undefined)
  const stems = new Set(catalog.lexicon.stems(words))
  const shared = options.map(({ tool }) => {
    const { title } = catalog.facts(tool)
    return title.filter((stem) => stems.has(stem)).length / title.length
  })
  const most = Math.max(...shared)
  const isOnly = shared.filter((share) => share === most).length === 1
  const named = isOnly && most > 0 ? options[shared.indexOf(most)] : undefined
  const goal = place === undefined ? named : options.at(place > 0 ? place - 1 : place)
  return goal && { ...before, state: 'wanting', goal }
}
