import { beginningOf, wordsOf } from '../../../toolkit/meaning/words.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Choice } from './choose.js'
import { choose } from './choose.js'
import { fillFromText, topicOf } from './fill-goal.js'
import type { Goal } from './goal.js'
import { missingSlots, valuesOf } from './goal.js'
import type { Meaning, RouterPack, Sentence } from './language/pack.js'
import { nounOf } from './nouns.js'
import { resolveReferences } from './references.js'
import { wasDeclined } from './results.js'
import type { Conversation, Listening } from './situation.js'
import { splitWishes } from './wishes.js'

/** A sentence without a wish of its own repeats the last one only when it is as short as "and number 3". */
const longestFragment = 4

interface Heard extends Listening {
  text: string
}

/** Takes in what the speaker said. Pure: the same words in the same situation always mean the same. */
export function hear(earlier: Conversation, whole: Heard): Conversation {
  const { say: _, ...rest } = earlier
  const said = { ...whole, text: beginningOf(whole.text) }
  const heard = { ...said, text: resolveReferences(said.text, { conversation: rest, ...said }) }
  const before = { ...rest, text: heard.text }
  const pending = before.state === 'wanting' ? before.goal : undefined
  if (pending) return hearAnswer(before, { goal: pending, heard, said })
  if (declines(before, heard)) return saying(before, 'refused')
  const fixed = heard.text === said.text ? fixedAnswer(said) : undefined
  if (fixed) return saying(before, fixed)
  return hearCorrection(before, heard) ?? hearWish(before, heard)
}

/** Goes on with the next wish of the sentence, if there is one. */
export function hearNext(before: Conversation, listening: Listening): Conversation {
  const [next, ...queue] = before.queue
  if (next === undefined) return before
  const text = resolveReferences(next, { conversation: before, ...listening })
  return { ...hearWish({ ...before, queue: [], text }, { ...listening, text }), queue }
}

/** The speaker was just asked whether to go ahead and did not agree; anything but a clear wish is part of that. */
function declines({ fresh }: Conversation, { text, catalog, pack }: Heard): boolean {
  const [result] = fresh.slice(-1)
  if (!result || !wasDeclined(result)) return false
  return (
    means(text, { meaning: 'no', pack }) ||
    means(text, { meaning: 'cancel', pack }) ||
    !choose(text, catalog).sure
  )
}

function saying(before: Conversation, sentence: Sentence): Conversation {
  const { goal: _, ...rest } = before
  return { ...rest, queue: [], state: 'saying', say: { sentence }, candidates: [] }
}

const fixedAnswers: Partial<Record<Meaning, Sentence>> = {
  greeting: 'greeting',
  thanks: 'thanks',
  farewell: 'farewell',
  identity: 'identity',
  help: 'abilities',
  cancel: 'nothingToCancel',
  yes: 'nothingPending',
  no: 'nothingPending',
}

function fixedAnswer({ text, pack }: Heard): Sentence | undefined {
  for (const [meaning, sentence] of Object.entries(fixedAnswers) as [Meaning, Sentence][])
    if (means(text, { meaning, pack })) return sentence
  return undefined
}

/** Whether a sentence as a whole has a meaning of its own. */
export function means(text: string, { meaning, pack }: { meaning: Meaning; pack: RouterPack }): boolean {
  const bare = text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return pack.meanings[meaning].some((form) => form.test(bare))
}

/** While something was asked: an answer, a way out, or another wish. */
function hearAnswer(
  before: Conversation,
  { goal, heard, said }: { goal: Goal; heard: Heard; said: Heard },
): Conversation {
  const { catalog, pack, text } = heard
  if (means(said.text, { meaning: 'cancel', pack })) return saying(before, 'cancelled')
  const choice = choose(text, catalog)
  if (choice.sure && choice.tool && choice.tool !== goal.tool && startsAnew(text, heard))
    return wanting(before, { choice, heard })
  const asked = missingSlots(goal, catalog)[0]
  const filled = fillFromText(goal, { ...heard, asked })
  const progress = filled.values.size > goal.values.size || filled.named !== undefined
  if (progress) return { ...before, state: 'wanting', goal: { ...filled, attempts: 0 } }
  if (means(said.text, { meaning: 'no', pack })) return saying(before, 'cancelled')
  if (choice.sure && choice.tool) return hearWish(before, heard)
  return { ...before, state: 'wanting', goal: { ...filled, attempts: goal.attempts + 1 } }
}

/** An answer rarely says what to do: a sentence that does is a wish of its own. */
function startsAnew(text: string, { catalog }: Heard): boolean {
  return catalog.lexicon.actionsIn(text).length > 0
}

/** "No, number 4", "and what about 5?": the last goal again with other values. */
function hearCorrection(before: Conversation, heard: Heard): Conversation | undefined {
  const { catalog, pack, text } = heard
  const tool = before.last && catalog.find(before.last.name)
  if (!tool || !before.last) return undefined
  const marked = means(text, { meaning: 'correction', pack }) || means(text, { meaning: 'followUp', pack })
  const choice = choose(text, catalog)
  if (choice.sure && startsAnew(text, heard) && choice.tool !== tool) return undefined
  if (choice.tool && choice.tool !== tool && namesAnother(text, { tool, other: choice.tool, catalog }))
    return undefined
  if (!marked && (choice.tool || text.trim().split(/\s+/).length > longestFragment)) return undefined
  const slots = catalog.slots(tool)
  const fresh = fillFromText({ tool, values: new Map(), attempts: 0 }, heard).values
  if (fresh.size === 0) return hearNumber(before, { tool, heard })
  const values = new Map([...valuesOf(before.last.input, slots), ...fresh])
  return { ...before, state: 'wanting', goal: { tool, values, attempts: 0 }, candidates: choice.candidates }
}

/** "And invoice 11?" after customers is about another thing than the last tool, whatever values that one could take. */
function namesAnother(
  text: string,
  { tool, other, catalog }: { tool: ModelTool; other: ModelTool; catalog: Catalog },
): boolean {
  const known = topicOf(catalog.facts(tool))
  const said = new Set(catalog.lexicon.stems(wordsOf(text)))
  return catalog.facts(other).target.some((stem) => said.has(stem) && !known.has(stem))
}

/** After a list, "what about number 3" asks for one of its things. */
function hearNumber(
  before: Conversation,
  { tool, heard }: { tool: ModelTool; heard: Heard },
): Conversation | undefined {
  const number = heard.text.match(/[\p{L}\d]+/gu)?.find((word) => /^\d+$/.test(word))
  if (number === undefined || namesUnknown(heard, tool)) return undefined
  const { one } = nounOf(tool, { name: tool.name, ...heard })
  const text = `${one} ${number}`
  const choice = choose(text, heard.catalog)
  return choice.tool && choice.tool !== tool
    ? wanting(before, { choice, heard: { ...heard, text } })
    : undefined
}

/** Whether there are words that neither point nor belong to the tool: "and parcel 11?" is no invoice. */
function namesUnknown({ text, catalog }: Heard, tool: ModelTool): boolean {
  const { lexicon } = catalog
  const known = topicOf(catalog.facts(tool))
  const words = wordsOf(text).filter((word) => !/\d/.test(word) && !lexicon.language.pointers.has(word))
  return lexicon.stems(words).some((stem) => !known.has(stem))
}

/** One wish, or several said in one sentence: then the first, with the others waiting. */
function hearWish(before: Conversation, heard: Heard): Conversation {
  const [text = heard.text, ...queue] = splitWishes(heard.text, heard.catalog)
  return { ...wanting(before, { choice: choose(text, heard.catalog), heard: { ...heard, text } }), queue }
}

function wanting(before: Conversation, { choice, heard }: { choice: Choice; heard: Heard }): Conversation {
  const { goal: _, ...rest } = before
  if (!choice.tool) return { ...rest, state: 'lost', candidates: choice.candidates }
  const goal: Goal = { tool: choice.tool, values: new Map(), attempts: 0 }
  return { ...rest, state: 'wanting', goal: fillFromText(goal, heard), candidates: choice.candidates }
}
