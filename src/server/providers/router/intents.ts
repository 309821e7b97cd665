import { cutWords } from '../../../languages/cut-words.js'
import { trimEndOf } from '../../../text/trim.js'
import { candidatesFor, choose } from './candidates.js'
import type { Catalog } from './catalog.js'
import type { Reading } from './tokens.js'

const most = 4
/** Matches the words of a sentence. A quoted text counts as one word. */
const pieces = /(?:"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|\S)+/gu

/**
 * Splits a sentence into its intents: "find invoice 3, and then show me its customer" has two.
 * - A word such as "then" separates two parts if each matches a tool or names an action.
 * - "and" and punctuation separate parts only if each part says what to do, and matches a different tool.
 */
export function splitIntents(reading: Reading): string[] {
  return splitAtSequence(reading) ?? splitAtEach(reading)
}

function splitAtSequence(reading: Reading): string[] | undefined {
  const lower = reading.text.toLowerCase()
  for (const phrase of reading.language.sequence) {
    const at = indexOfPhrase(lower, phrase)
    if (at <= 0) continue
    const [first, second] = partsAt(reading, at, phrase)
    if (second === '') continue
    const goal = choose({ ...reading, text: first }).goal
    const [next] = candidatesFor({ ...reading, text: second })
    const both = says(first, reading.catalog) && says(second, reading.catalog)
    if ((goal && next) || both) return [first, second]
  }
  return undefined
}

/**
 * The parts of a sentence before and after a word such as "then". If "then" ends the sentence, the second part begins
 * after the last "and": "list the rooms and delete one then".
 */
function partsAt({ text, catalog }: Reading, at: number, phrase: string): [first: string, second: string] {
  const before = trimEndOf(text.slice(0, at), ' ,;.!?')
  const behind = trimEndOf(text.slice(at + phrase.length), ' .!?').replace(/^[\s,]+/, '')
  if (behind !== '') return [before, behind]
  const words = before.split(' ')
  const joint = words.findLastIndex((word) => catalog.lexicon.language.joints.has(word.toLowerCase()))
  return [words.slice(0, Math.max(0, joint)).join(' '), words.slice(joint + 1).join(' ')]
}

/** The index of the first occurrence of a phrase as whole words; -1 if there is none. */
function indexOfPhrase(text: string, phrase: string): number {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.charAt(at + phrase.length)
    if (!/[\p{L}\p{N}]/u.test(around)) return at
  }
  return -1
}

function splitAtEach(reading: Reading): string[] {
  const parts = splitAtJoints(reading.text, reading.catalog)
  if (parts.length < 2 || parts.length > most) return [reading.text]
  const choices = parts.map((text) => choose({ ...reading, text }))
  const sound = choices.every(({ sure, goal }, at) => sure && goal && says(parts[at]!, reading.catalog))
  const different = new Set(choices.map(({ goal }) => goal?.tool)).size === choices.length
  return sound && different ? parts : [reading.text]
}

/** Whether a part of a sentence names an action. In "booking 92", "booking" is a noun and names no action. */
function says(part: string, { lexicon }: Catalog): boolean {
  const words = cutWords(part)
  return lexicon.actionSpans(words).some(({ start, length }) => !/^\d+$/.test(words[start + length] ?? ''))
}

function splitAtJoints(text: string, { lexicon }: Catalog): string[] {
  const parts: string[][] = [[]]
  for (const [piece] of text.matchAll(pieces)) {
    const bare = trimEndOf(piece.toLowerCase(), '.,;:!?')
    if (lexicon.language.joints.has(bare)) parts.push([])
    else parts.at(-1)!.push(piece)
    if (/[.,;!?]$/.test(piece)) parts.push([])
  }
  return parts.map((words) => words.join(' ').replace(/[,;]$/, '')).filter((part) => part !== '')
}
