import { withGaps } from '../../../languages/cut-words.js'
import { languageOf } from '../../../languages/heard-languages.js'
import type { Meaning, Sentence } from '../../../languages/language.js'
import { writeChineseNumbers } from '../../../languages/zh/numerals.js'
import { beginningOf } from '../../../toolkit/semantics/words.js'
import { parseAnswer, parseOption } from './answers.js'
import { carryOver } from './carry-over.js'
import { choose, wanting } from './choose.js'
import { parseCorrection } from './corrections.js'
import { splitIntents } from './intents.js'
import { recall } from './recall.js'
import { lastThing, resolveReferences } from './references.js'
import { wasDeclined } from './results.js'
import type { Listening, ParsedUtterance, RouterConversation } from './situation.js'
import { means, saying } from './situation.js'

/** Parses an utterance of the user. Pure: the same words in the same situation always give the same result. */
export function parseUtterance(earlier: RouterConversation, whole: ParsedUtterance): RouterConversation {
  const { say: _, options, ...rest } = earlier
  const said = inItsLanguage({ ...whole, text: withGaps(writeChineseNumbers(beginningOf(whole.text))) })
  const heard = { ...said, text: resolveReferences(said.text, { conversation: rest, ...said }) }
  const before = { ...rest, text: heard.text }
  const chosen = options && parseOption(before, { options, said })
  if (chosen) return chosen
  const pending = before.state === 'wanting' ? before.goal : undefined
  if (pending) return parseAnswer(before, { goal: pending, heard, said }) ?? parseIntent(before, heard)
  if (declines(before, heard)) return correctDeclined(before, heard) ?? saying(before, 'refused')
  const isPlain = heard.text === said.text || means(said.text, { meaning: 'repeat', language: said.language })
  const fixed = isPlain ? fixedAnswer(said) : undefined
  if (fixed) return saying(before, fixed)
  return recall(rest, said) ?? parseCorrection(before, heard) ?? parseIntent(before, heard)
}

/**
 * The utterance with the language in which the user said it, and with the catalog for this language. This language may
 * differ from the language of the session.
 */
function inItsLanguage(said: ParsedUtterance): ParsedUtterance {
  const language = languageOf(said.text, said.language, said.catalog.titledIn)
  return language === said.language ? said : { ...said, language, catalog: said.catalog.heardIn(language) }
}

/** Continues with the next intent of the user's sentence. Does nothing if there is none. */
export function nextIntent(before: RouterConversation, session: Listening): RouterConversation {
  const [next, ...queue] = before.queue
  if (next === undefined) return before
  const listening = inItsLanguage({ ...session, text: next })
  const text = resolveReferences(next, { conversation: before, ...listening })
  const standIn = text === next ? undefined : lastThing(before, listening)?.id
  const choice = choose(text, listening, (goal) => carryOver(goal, { before, standIn, ...listening }))
  return { ...wanting({ ...before, text }, choice), queue }
}

/**
 * Whether the user declined the last call and only confirms this now: the utterance says "no" or is no clear request.
 */
function declines({ fresh }: RouterConversation, heard: ParsedUtterance): boolean {
  const [result] = fresh.slice(-1)
  if (!result || !wasDeclined(result)) return false
  const { text, language } = heard
  return (
    means(text, { meaning: 'no', language }) ||
    means(text, { meaning: 'cancel', language }) ||
    !choose(text, heard).sure
  )
}

/** The declined call with other values, for an answer such as "no, number 7". Undefined for any other answer. */
function correctDeclined(before: RouterConversation, heard: ParsedUtterance): RouterConversation | undefined {
  if (!means(heard.text, { meaning: 'correction', language: heard.language })) return undefined
  const corrected = parseCorrection(before, heard)
  return corrected?.goal?.tool.name === before.last?.name ? corrected : undefined
}

const fixedAnswers: Partial<Record<Meaning, Sentence>> = {
  greeting: 'greeting',
  thanks: 'thanks',
  farewell: 'farewell',
  identity: 'identity',
  help: 'abilities',
  repeat: 'repeat',
  wait: 'waiting',
  cancel: 'nothingToCancel',
  yes: 'nothingPending',
  no: 'nothingPending',
}

function fixedAnswer({ text, language }: ParsedUtterance): Sentence | undefined {
  for (const [meaning, sentence] of Object.entries(fixedAnswers) as [Meaning, Sentence][])
    if (means(text, { meaning, language })) return sentence
  return undefined
}

/** Chooses a tool for the first intent of a sentence. Further intents of the sentence wait in `queue`. */
function parseIntent(before: RouterConversation, heard: ParsedUtterance): RouterConversation {
  const [text = heard.text, ...queue] = splitIntents(heard.text, heard)
  return { ...wanting(before, choose(text, heard)), queue }
}
