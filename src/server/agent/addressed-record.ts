import { languages } from '../../languages/languages.js'
import { writeNumbers } from '../../languages/write-numbers.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import { trimEndOf } from '../../text/trim.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { leavesOf } from '../../toolkit/model/map-members.js'
import type { ToolDefinition, ToolResult } from '../../toolkit/model/tool.js'
import { singularOf } from '../../toolkit/semantics/id-names.js'
import { literalKind } from '../../toolkit/semantics/literal-id.js'
import { beginningOf, wordsOf } from '../../toolkit/semantics/words.js'
import type { PreparedCall } from './tool-calls.js'

/** The sources of the ids in a call: the user's words in this turn, and earlier tool outputs. */
export interface KnownIds {
  said: string
  /**
   * Outputs of earlier tool calls, the latest last. If a record in them contains both 17 and `ord_8f3`, both are ids of
   * this record.
   */
  outputs: readonly string[]
}

/**
 * Refuses a call that would change another record than the one that the user named. Returns `undefined` if the call may
 * run.
 */
export function findWrongRecord(call: PreparedCall, { said, outputs }: KnownIds): ToolResult | undefined {
  const { definition, annotations } = call.tool
  if (!definition || annotations.readOnlyHint) return undefined
  const named = spokenIds(said, nounsOf(definition))
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

/** The ids in the arguments of a call, each with the name of its parameter. */
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

/** The nouns that users can say before an id, in the singular: `order` for the path `/orders/:id`. */
function nounsOf({ path, title, bindings }: ToolDefinition): Set<string> {
  const names = bindings.map(({ parameter }) => parameter)
  return new Set([path, title, ...names].flatMap(wordsOf).map(singularOf))
}

/** Matches a word that announces an id: "number" in "order number 17". */
const ANNOUNCING = /^(id|ids|number|no|nr|num|nummer|numero|número|n|code|código|codigo|ref|key|#|№)$/

/**
 * Words before a count or a measure, in several languages: "in" in "in 17 days". A number with fewer than six digits
 * after such a word is no id.
 */
const MEASURING = new Set(
  `to in at for by on of with from than about after before within until till per the a an top last first next all only over under plus
  minus least most past every is are be um auf für mit bis nach vor zu zum am an von die der das den letzten ersten nächsten nur ist
  a al en de del por para con hasta las los el la primeros últimos es em às ao até com os as é à dans pour avec les le du des est
  per con fino alle il lo gli`.split(/\s+/),
)

const MEASURED =
  /^(\d{1,2}(:\d\d)+|\d+([.,]\d+)+|\d+(am|pm|h|min|s|st|nd|rd|th|%|€|\$|£|kg|km|cm|gb|mb)|[$€£]\d[\s\S]*)$/i

/**
 * The ids in a sentence: codes, and numbers that are not counts. A number is always an id if one of `nouns`, or a word
 * such as "number", comes before it.
 */
export function spokenIds(sentence: string, nouns: ReadonlySet<string>): string[] {
  const written = languages.reduce((text, { numbers }) => writeNumbers(text, numbers), beginningOf(sentence))
  const tokens = written.match(/[\p{L}\d#№$€£][\p{L}\p{M}\d_:.,/%€$£@-]*/gu) ?? []
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

/** Whether a value of a call is the id that the user said. `ORD-0017` and 17 count as the same id. */
function holds(value: string, said: string): boolean {
  const [left, right] = [value, said].map((text) => text.toLowerCase().replace(/[\s_-]/g, ''))
  if (left === right) return true
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (/^\d+$/.test(said)) return value.match(/\d+/g)?.some((run) => digits(run) === digits(said)) ?? false
  return right!.length >= 3 && left!.includes(right!)
}

/**
 * Whether the user said a value, such as a name or "ord 17". Case, punctuation and spaces are ignored. False for a
 * value without letters.
 */
function speaks(said: string, value: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return plain(said).includes(plain(value)) && /\p{L}/u.test(value)
}

/** `isLinked` searches this many of the latest outputs. */
const MAX_OUTPUTS = 12
/** `isLinked` skips an output with more characters. */
const MAX_CHARS = 200_000

interface IdPair {
  said: string
  addressed: string
}

/** Whether an earlier output has a record with both ids: an order with `number` 17 and `id` `ord_8f3`. */
function isLinked(pair: IdPair, outputs: readonly string[]): boolean {
  return outputs
    .slice(-MAX_OUTPUTS)
    .some(
      (text) => text.length <= MAX_CHARS && bothIn(text, pair) && hasRecord(tryParseJson(text) ?? null, pair),
    )
}

const bothIn = (text: string, { said, addressed }: IdPair) => text.includes(said) && text.includes(addressed)

/** Whether a value contains an object that has both ids. Each element of a list is searched separately. */
function hasRecord(value: JsonValue, pair: IdPair): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value)) {
    const scalars = scalarsOf(value)
    if (
      scalars.includes(pair.addressed) &&
      scalars.some((text) => text === pair.said || wordIn(text, pair.said))
    )
      return true
  }
  return Object.values(value).some((member) => hasRecord(member, pair))
}

const wordIn = (text: string, word: string) => text.split(/[^\p{L}\d]+/u).includes(word)

/** The scalar values of an object and its nested objects. Lists are left out. */
function scalarsOf(value: JsonValue): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null || Array.isArray(value) ? [] : Object.values(value).flatMap(scalarsOf)
}
