import { cutWords } from '../../../languages/cut-words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import { startsAnew } from './answers.js'
import type { Catalog } from './catalog.js'
import { choose, wanting } from './choose.js'
import { fillFromText, topicOf } from './fill-goal.js'
import type { Values } from './filling.js'
import { keyOf } from './filling.js'
import { goalFor, valuesOf } from './goal.js'
import { nounOf } from './nouns.js'
import type { ParsedUtterance, RouterConversation } from './situation.js'
import { means } from './situation.js'

/**
 * Maximum number of words of a fragment such as "and number 3". A fragment names no tool; it only changes values of the
 * last call.
 */
const longestFragment = 4

/**
 * Repeats the last tool call with other values, for a sentence such as "No, number 4" or "and what about 5?". Undefined
 * for any other sentence.
 */
export function parseCorrection(
  before: RouterConversation,
  heard: ParsedUtterance,
): RouterConversation | undefined {
  const { catalog, language, text } = heard
  const tool = before.last && catalog.find(before.last.name)
  if (!tool || !before.last) return undefined
  const marked =
    means(text, { meaning: 'correction', language }) || means(text, { meaning: 'followUp', language })
  const choice = choose(text, heard)
  const other = choice.goal?.tool === tool ? undefined : choice.goal?.tool
  if (choice.sure && startsAnew(heard) && other) return undefined
  if (other && namesAnother(heard, { tool, other })) return undefined
  if (!marked && (choice.goal || text.trim().split(/\s+/).length > longestFragment)) return undefined
  // A few words about something else must not repeat a change. For example, the user may say "sing a song" after
  // "delete entry 2". This must not delete anything.
  if (!marked && !catalog.facts(tool).reads && namesUnknown(heard, tool)) return undefined
  const earlier = valuesOf(before.last.input, catalog.slots(tool))
  // "And to 90" gives a new value to the same record. It does not name another record.
  const kept = namesNewValue(heard) ? recordOf(earlier, { tool, catalog }) : []
  const fresh = fillFromText({ ...goalFor(tool), values: new Map(kept) }, heard)
  if (fresh.values.size === kept.length) return parseNumber(before, { tool, heard })
  const values = new Map([...earlier, ...fresh.values])
  return { ...before, state: 'wanting', goal: { ...fresh, values }, candidates: choice.candidates }
}

/** Whether a sentence has a number after a word for new values: "and to 90". */
function namesNewValue({ text, language }: ParsedUtterance): boolean {
  const words = cutWords(text)
  return words.some((word, at) => language.renaming.has(word) && /^\d/.test(words[at + 1] ?? ''))
}

/** The values of a call that identify the record which the call changed. None if the tool changes nothing. */
function recordOf(
  values: Values,
  { tool, catalog }: { tool: ModelTool; catalog: Catalog },
): [key: string, value: JsonValue][] {
  if (catalog.facts(tool).reads) return []
  const ids = catalog.slots(tool).filter(({ inPath }) => inPath)
  return [...values].filter(([key]) => ids.some((slot) => keyOf(slot) === key))
}

/**
 * Whether a sentence names a kind of record that another tool handles and the last tool does not. For example, "And
 * invoice 11?" names invoices, which a tool for customers does not handle.
 */
function namesAnother(
  { text, catalog }: ParsedUtterance,
  { tool, other }: { tool: ModelTool; other: ModelTool },
): boolean {
  // A record whose id the last tool takes is no other subject: "and for member 7?" after "book room 3 for member 6".
  const taken = catalog.slots(tool).flatMap(({ thing, route }) => (route[0] === 'body' ? (thing ?? []) : []))
  const known = new Set([...topicOf(catalog.facts(tool)), ...catalog.lexicon.stems(taken)])
  const said = new Set(catalog.lexicon.stems(cutWords(text)))
  return catalog.facts(other).target.some((stem) => said.has(stem) && !known.has(stem))
}

/**
 * Parses a sentence such as "what about number 3" after a list. The sentence asks for one record, so it needs another
 * tool than the list did. Undefined if no other tool matches.
 */
function parseNumber(
  before: RouterConversation,
  { tool, heard }: { tool: ModelTool; heard: ParsedUtterance },
): RouterConversation | undefined {
  const number = heard.text.match(/[\p{L}\d]+(?:[-/:.][\p{L}\d]+)*/gu)?.find((word) => /^\d+$/.test(word))
  if (number === undefined || namesUnknown(heard, tool)) return undefined
  const { one } = nounOf(tool, { name: tool.name, ...heard })
  const choice = choose(`${one} ${number}`, heard)
  return choice.goal && choice.goal.tool !== tool ? wanting(before, choice) : undefined
}

/**
 * Whether a sentence has a word that is not a word of the tool: "parcel" in "and parcel 11?" after a tool for invoices.
 * Words with digits do not count, nor do words such as "number", which point to a record.
 */
function namesUnknown({ text, catalog }: ParsedUtterance, tool: ModelTool): boolean {
  const { lexicon } = catalog
  const known = topicOf(catalog.facts(tool))
  const words = cutWords(text).filter((word) => !/\d/.test(word) && !lexicon.language.pointers.has(word))
  return lexicon.stems(words).some((stem) => !known.has(stem))
}
