import { languages } from '../../languages/languages.js'
import { writeNumbers } from '../../languages/write-numbers.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { ToolResult } from '../../toolkit/model/tool.js'
import { beginningOf } from '../../toolkit/semantics/words.js'
import type { KnownIds } from './addressed-record.js'
import type { PreparedCall } from './tool-calls.js'

/** A number with fewer digits is not checked, because it is often only a count. */
const FEWEST_DIGITS = 2

/** Refuses a write whose number differs only at its end from a number that the user said. Returns `undefined` if the call may run. */
export function findContradictedNumber(
  call: PreparedCall,
  { said, outputs }: KnownIds,
): ToolResult | undefined {
  if (!call.tool.definition || call.tool.annotations.readOnlyHint) return undefined
  const written = languages.reduce((text, { numbers }) => writeNumbers(text, numbers), beginningOf(said))
  const spoken = numbersIn(written)
  const leaves = leavesOf(call.input)
  const sent = leaves.filter(({ value }) => /^\d+$/.test(value))
  const held = new Set(leaves.flatMap(({ value }) => numbersIn(value)))
  const missing = spoken.filter((number) => number.length >= FEWEST_DIGITS && !held.has(number))
  for (const { path, value } of sent) {
    if (spoken.includes(plain(value)) || outputs.some((output) => numbersIn(output).includes(plain(value))))
      continue
    const meant = missing.find((number) => isDamaged(plain(value), number))
    if (meant !== undefined) return refusal({ path, value, meant })
  }
  return undefined
}

function refusal({ path, value, meant }: { path: string; value: string; meant: string }): ToolResult {
  return {
    isError: true,
    reason: 'contradicted-number',
    content: `Not sent: the user said "${meant}", but this call has "${value}" (${path}). Call it with the number that the user said, or ask the user which number is meant.`,
    requestMs: 0,
  }
}

/**
 * Whether the call sends the number that the user said, but with other digits at the end: 1234 or 12399 for 12345.
 * False if `sent` may be the same amount in a unit that is 100 or 1000 times smaller, such as 1200 cents for 12.
 */
function isDamaged(sent: string, said: string): boolean {
  if (sent === `${said}00` || sent === `${said}000`) return false
  if (sent.startsWith(said) || said.startsWith(sent)) return true
  return sent.length === said.length && sent.length > FEWEST_DIGITS && sent.slice(0, 2) === said.slice(0, 2)
}

const plain = (digits: string) => digits.replace(/^0+(?=\d)/, '')

const numbersIn = (text: string): string[] => (text.match(/\d+/g) ?? []).map(plain)

/** All scalar values of an input, each with its path. */
function leavesOf(value: JsonValue, path = ''): { path: string; value: string }[] {
  if (value === null) return []
  if (typeof value !== 'object') return [{ path, value: String(value) }]
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, path === '' ? key : `${path}.${key}`))
}
