import data from '../../../templates/credential-words.json'
import { decodeUri } from '../../text/decode-uri.js'
import { memoized } from '../../text/memoized.js'
import { wordsOf } from '../semantics/words.js'

const NAMES: ReadonlySet<string> = new Set(data.valueNames.split(' '))
/** Words that make the name of a header ambiguous, after the prefix `x-`. */
const HEADER_WORDS: ReadonlySet<string> = new Set(data.valueWords.split(' '))
/** The length of the longest of these names, with separators and the prefix `x-`. */
const MAX_NAME = 24

/** Whether the name is ambiguous, such as `key` or `appid`, and the value is a key that a machine made. */
export function isAmbiguousKey(name: string, value: unknown): value is string {
  return (
    typeof value === 'string' && value.length >= MIN_CHARS && isAmbiguousName(name) && looksMachineMade(value)
  )
}

/** Whether a name is ambiguous: it names a credential only if its value looks like a key. */
export const isAmbiguousName: (name: string) => boolean = memoized((name) => {
  if (name.length > MAX_NAME) return false
  const [first, ...rest] = wordsOf(name)
  if (first !== 'x') return NAMES.has([first, ...rest].join(''))
  return NAMES.has(rest.join('')) || rest.some((word) => HEADER_WORDS.has(word))
})

const MENTION =
  /(?<![a-z])(?:x[-_]|(?:key|api|auth|sign?|sid|app[-_ ]?(?:id|code)|ticket|client[-_ ]?assertion|assertion|authentication)(?![a-z]))/i
const LONG = /[\w%+/=-]{24}/

/** A quick test whether a text may contain an ambiguous name and a machine-made key. */
export function mentionsAmbiguousKey(text: string): boolean {
  return LONG.test(text) && MENTION.test(text)
}

/** Minimum lengths: `MIN_CHARS` of a key in mixed case, `MIN_ONE_CASE` of one in lower case or of hex digits. */
const MIN_CHARS = 24
const MIN_ONE_CASE = 30
const MAX_CHARS = 512
const MIN_DIFFERENT = 8
/** Minimum share of neighbours of different kinds (upper case, lower case, digit). Names and slugs have less. */
const MIN_MIX = { bothCases: 0.4, lowerCase: 0.25 }

const UUID = /[\da-z]{8}-(?:[\da-z]{4}-){3}[\da-z]{12}/i
const STAND_IN = /12345678|abcdef|xxxx|(.)\1{5}|your|example|sample|dummy|placeholder|change.?me/i
/** Matches base64 of JSON, which begins with `{"`, `[{` or `["`. It can be a pagination cursor, and it is not a key. */
const JSON_TEXT = /^(?:eyJ|W3s|WyJ)/

/** Whether a value is at least 30 hex digits or random base64url, and no record's id, such as a UUID or ULID. */
export function looksMachineMade(value: string): boolean {
  const text = decodeUri(value.trim())
  if (text.length < MIN_CHARS || text.length > MAX_CHARS || !/^[\w+/-]+={0,2}$/.test(text)) return false
  if (!/\d/.test(text) || !/[a-z]/i.test(text) || new Set(text).size < MIN_DIFFERENT) return false
  if (UUID.test(text) || STAND_IN.test(text) || JSON_TEXT.test(text)) return false
  if (/^(?:[\da-f]+|[\dA-F]+)$/.test(text)) return text.length >= MIN_ONE_CASE
  if (!/[a-z]/.test(text)) return false
  if (/[A-Z]/.test(text)) return mixOf(text) >= MIN_MIX.bothCases
  return text.length >= MIN_ONE_CASE && /^[\w-]+$/.test(text) && mixOf(text) >= MIN_MIX.lowerCase
}

/** The share of neighboring characters that differ in kind: upper case, lower case, digit. */
function mixOf(text: string): number {
  const kinds = Array.from(text, kindOf)
  const changes = kinds.filter((kind, index) => kind > 0 && index > 0 && differs(kinds[index - 1]!, kind))
  return changes.length / (text.length - 1)
}

const differs = (before: number, kind: number) => before > 0 && before !== kind

function kindOf(character: string): number {
  if (character >= '0' && character <= '9') return 1
  if (character >= 'a' && character <= 'z') return 2
  return character >= 'A' && character <= 'Z' ? 3 : 0
}
