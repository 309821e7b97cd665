import { trimEndOf } from '../../text/trim.js'
import { singularOf } from '../../toolkit/meaning/id-names.js'
import { literalKind } from '../../toolkit/meaning/literal-id.js'
import { beginningOf, wordsOf } from '../../toolkit/meaning/words.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { ToolDefinition, ToolResult } from '../../toolkit/model/tool.js'
import { isLinked } from './linked-ids.js'
import type { PreparedCall } from './tool-calls.js'

/** What the user said in this turn, and what tools have answered so far. */
export interface SaidAndKnown {
  /** The user's words of this turn. */
  said: string
  /** Outputs of earlier calls, the latest last: one may tell that order 17 has the id `ord_8f3`. */
  outputs: readonly string[]
}

/**
 * A refusal for a write that is about another record than the user named: the user said an id that stands nowhere in the call, and the
 * call addresses one that the user did not say. Undefined where nothing speaks against the call.
 */
export function wrongRecord(call: PreparedCall, { said, outputs }: SaidAndKnown): ToolResult | undefined {
  const { definition, annotations } = call.tool
  if (!definition || annotations.readOnlyHint) return undefined
  const named = saidIds(said, nounsOf(definition))
  const missing = named.filter((id) => !leavesOf(call.input).some((leaf) => holds(leaf, id)))
  const addressed = addressedIds(call, definition)
  const other = addressed.find(([, value]) => !named.some((id) => holds(value, id)) && !speaks(said, value))
  if (missing.length === 0 || !other) return undefined
  if (missing.every((id) => isLinked({ said: id, addressed: other[1] }, outputs))) return undefined
  const [parameter, value] = other
  return {
    isError: true,
    reason: 'wrong-record',
    content: `Not sent: the user said ${missing.map((id) => `"${id}"`).join(' and ')}, but this call changes the record "${value}" (${parameter}). Call it with the id that the user said, or ask the user which record is meant.`,
    requestMs: 0,
  }
}

/** The ids in the address of a call, by parameter. */
function addressedIds({ input }: PreparedCall, { bindings }: ToolDefinition): [string, string][] {
  const names = bindings.flatMap((binding) =>
    binding.in === 'path' || binding.in === 'variable' || (binding.in === 'query' && isId(binding.parameter))
      ? [binding.parameter]
      : [],
  )
  return [...new Set(names)].flatMap((name): [string, string][] => {
    const value = input[name]
    const isScalar = typeof value === 'string' || typeof value === 'number'
    return isScalar && /\d/.test(String(value)) ? [[name, String(value)]] : []
  })
}

const isId = (name: string) => /^(id|ids|uuid|guid)$/.test(wordsOf(name).at(-1) ?? '')

/** Singular words for what a tool works on. */
function nounsOf({ path, title, bindings }: ToolDefinition): Set<string> {
  const names = bindings.map(({ parameter }) => parameter)
  return new Set([path, title, ...names].flatMap(wordsOf).map(singularOf))
}

/** Words after which a number is an id. */
const ANNOUNCING = /^(id|ids|number|no|nr|num|nummer|numero|número|n|code|código|codigo|ref|key|#|№)$/

/** Words after which a number counts or measures. */
const MEASURING = new Set(
  `to in at for by on of with from than about after before within until till per the a an top last first next all only over under plus
  minus least most past every is are be um auf für mit bis nach vor zu zum am an von die der das den letzten ersten nächsten nur ist
  a al en de del por para con hasta las los el la primeros últimos es em às ao até com os as é à dans pour avec les le du des est
  per con fino alle il lo gli`.split(/\s+/),
)

/** A number with its unit, a time, a date, a share, money. */
const MEASURED =
  /^(\d{1,2}(:\d\d)+|\d+([.,]\d+)+|\d+(am|pm|h|min|s|st|nd|rd|th|%|€|\$|£|kg|km|cm|gb|mb)|[$€£]\d[\s\S]*)$/i

/** The ids that a sentence names: codes, and numbers that follow a noun or the word for an id, and count nothing. */
export function saidIds(sentence: string, nouns: ReadonlySet<string>): string[] {
  const tokens = beginningOf(sentence).match(/[\p{L}\d#№$€£][\p{L}\p{M}\d_:.,/%€$£@-]*/gu) ?? []
  return tokens.flatMap((token, at): string[] => {
    const isLast = /[.,:;!?]$/.test(token)
    const text = trimEndOf(token, '.,:;!?').replace(/^[#№]/, '')
    if (!/\d/.test(text) || MEASURED.test(text)) return []
    const before = trimEndOf((tokens[at - 1] ?? '').toLowerCase(), '.,:;!?')
    const after = isLast ? undefined : tokens[at + 1]
    const isAnnounced = /^[#№]/.test(token) || ANNOUNCING.test(before) || nouns.has(singularOf(before))
    if (!/^\d+$/.test(text)) return isAnnounced || isCode(text) ? [text] : []
    const counts = after !== undefined && /^\p{L}/u.test(after) && !CONNECTING.has(after.toLowerCase())
    return isAnnounced || text.length >= 6 || (!counts && !MEASURING.has(before)) ? [text] : []
  })
}

const CONNECTING = new Set("and or please now und oder bitte y o por favor e ou et s'il".split(' '))

function isCode(text: string): boolean {
  const kind = literalKind(text)
  return kind === 'uuid' || kind === 'hash' || kind === 'code'
}

/** Whether a value is what was said: the same, or with the same number in it (`ORD-0017` for 17). */
function holds(value: string, said: string): boolean {
  const [left, right] = [value, said].map((text) => text.toLowerCase().replace(/[\s_-]/g, ''))
  if (left === right) return true
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (/^\d+$/.test(said)) return value.match(/\d+/g)?.some((run) => digits(run) === digits(said)) ?? false
  return right!.length >= 3 && left!.includes(right!)
}

/** Whether the words name a value that they do not write with digits alone: a slug, a name, `ord 17`. */
function speaks(said: string, value: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return plain(said).includes(plain(value)) && /\p{L}/u.test(value)
}

function leavesOf(value: JsonValue): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null ? [] : Object.values(value).flatMap(leavesOf)
}
