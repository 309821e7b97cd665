import { languages } from '../../languages/languages.js'
import { writeNumbers } from '../../languages/write-numbers.js'
import { leavesOf } from '../../toolkit/model/map-members.js'
import { maskArguments } from '../../toolkit/secrets/sensitive-arguments.js'
import { beginningOf } from '../../toolkit/semantics/words.js'
import type { PreparedCall } from './tool-calls.js'

const MAX_CODES = 3

/**
 * The numbers and codes that the user said and that none of the calls contains: `17` if the user said "cancel order 17"
 * and the call cancels order 18. Empty if the user said every number that the calls contain, or if a PIN of a call is
 * not one that the user said: then a number that the user said may be the right PIN, which must not be shown.
 */
export function saidButNotSent(calls: readonly PreparedCall[], said: string): string[] {
  const text = languages.reduce((words, { numbers }) => writeNumbers(words, numbers), beginningOf(said))
  const spoken = [...new Set(codesIn(text))]
  const sent = calls.flatMap(({ input }) => leavesOf(input).map(String))
  const isOwn = (value: string) => spoken.some((code) => holds(value, code))
  if (sent.every((value) => !/\d/.test(value) || isOwn(value))) return []
  const shown = new Set(calls.flatMap(shownLeaves))
  if (sent.some((value) => !shown.has(value) && !isOwn(value))) return []
  return spoken.filter((code) => !sent.some((value) => holds(value, code))).slice(0, MAX_CODES)
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
