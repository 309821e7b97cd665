import { languageOf } from '../../languages/heard-languages.js'
import { findLanguage } from '../../languages/languages.js'
import { writeNumbers } from '../../languages/write-numbers.js'
import { inputFields } from '../../text/input-fields.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { leavesOf } from '../../toolkit/model/map-members.js'
import { lexiconOf } from '../../toolkit/search/lexicon.js'
import { maskArguments } from '../../toolkit/secrets/sensitive-arguments.js'
import { isIdName, singularOf } from '../../toolkit/semantics/id-names.js'
import { beginningOf, wordsOf } from '../../toolkit/semantics/words.js'
import { nounOfPathParameter } from './approval-action.js'
import { pathParameters } from './approval-fields.js'
import type { PreparedCall } from './tool-calls.js'

const MAX_CODES = 3

/**
 * Ids that the user said for a record and that no call contains: `17` if the user said "cancel order 17" and a call
 * cancels order 18. Empty if all ids were said, or if a PIN of a call was not: the right PIN must not be shown.
 */
export function saidButNotSent(calls: readonly PreparedCall[], said: string, tag?: string): string[] {
  const ids = calls.flatMap(recordIds)
  const text = inDigits(said, tag)
  const spoken = [...new Set(codesIn(text))]
  const isOwn = (value: string) => spoken.some((code) => holds(value, code))
  if (ids.every(({ value }) => isOwn(value))) return []
  const sent = calls.flatMap(({ input }) => leavesOf(input).map(String))
  const shown = new Set(calls.flatMap(shownLeaves))
  if (sent.some((value) => /\d/.test(value) && !shown.has(value) && !isOwn(value))) return []
  const named = new Set(codesAfter(text, { nouns: new Set(ids.map(({ noun }) => noun)), tag }))
  const isId = (code: string) => named.has(code) || ids.some(({ value }) => haveOneForm(value, code))
  return spoken.filter((code) => isId(code) && !sent.some((value) => holds(value, code))).slice(0, MAX_CODES)
}

/** The beginning of what was said, with its numbers in digits: those in English, and in the language of the text. */
export function inDigits(said: string, tag: string | undefined): string {
  const text = beginningOf(said)
  const languages = [findLanguage('en'), languageOf(text, findLanguage(tag))]
  return languages.reduce((words, { numbers }) => writeNumbers(words, numbers), text)
}

/** The ids in the path of a call and in members such as `order_id`, each with what it is the id of, such as `order`. */
function recordIds({ tool: { definition }, input }: PreparedCall): { noun: string; value: string }[] {
  const inPath = new Set(pathParameters(definition))
  return inputFields(input).fields.flatMap(({ path, value }) => {
    const name = path.at(-1) ?? ''
    if (!inPath.has(path[0] ?? '') && !isIdName(name)) return []
    const noun = wordsOf(nounOfPathParameter(name, definition)).at(-1) ?? ''
    return leavesOf(value as JsonValue).map((leaf) => ({ noun: singularOf(noun), value: leaf }))
  })
}

/** The codes directly after one of the nouns: `5` and `6` in "customers number 5 and 6", also in other languages. */
function codesAfter(text: string, { nouns, tag }: { nouns: ReadonlySet<string>; tag: string | undefined }) {
  const lexicon = lexiconOf(languageOf(text, findLanguage(tag)).search)
  const { pointers, joints } = lexicon.language
  const stems = new Set([...nouns].filter(Boolean).map(lexicon.stem))
  const found: string[] = []
  let isNamed = false
  for (const part of text.split(/\s+/)) {
    const word = wordsOf(part).join(' ')
    const forms = [lexicon.stem(word), ...lexicon.translate(word)]
    if (/\d/.test(part)) found.push(...(isNamed ? codesIn(part) : []))
    else if (forms.some((form) => stems.has(form))) isNamed = true
    else isNamed &&= pointers.has(word) || joints.has(word) || word === ''
  }
  return found
}

/** Whether two codes have letters and digits in the same order: `CUS-17` and `CUS-18`. */
function haveOneForm(one: string, other: string): boolean {
  const [own, form] = [one, other].map((code) => code.toLowerCase().replace(/\d+/g, '0'))
  return own === form && /\p{L}/u.test(one)
}

const shownLeaves = ({ tool, input }: PreparedCall) =>
  leavesOf(maskArguments(input, tool.parameters)).map(String)

/** The words of a text that contain a digit, without the punctuation around them. */
const codesIn = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => /\d/.test(word))
    .map((word) => /[\p{L}\d](?:.*[\p{L}\d])?/u.exec(word)?.[0] ?? word)

/** Whether a value contains a code. `ORD-0017` contains `17`, and "2026-01-05" contains `5`. */
function holds(value: string, code: string): boolean {
  const digits = (text: string) => (text.match(/\d+/g) ?? []).map((run) => run.replace(/^0+(?=\d)/, ''))
  if (/^\d+$/.test(code)) return digits(value).includes(digits(code)[0]!)
  const [own, sought] = [value, code].map((text) => text.toLowerCase().replace(/[^\p{L}\d]/gu, ''))
  return own!.includes(sought!)
}
