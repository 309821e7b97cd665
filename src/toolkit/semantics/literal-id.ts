import { memoized } from '../../text/memoized.js'
import { placeholderName } from './placeholder-text.js'

/** The kinds of literal texts in a request that vary from call to call, such as ids. */
export type LiteralKind = 'number' | 'uuid' | 'hash' | 'code' | 'email' | 'date' | 'placeholder'

const SHAPES: { kind: LiteralKind; pattern: RegExp }[] = [
  { kind: 'number', pattern: /^-?\d{1,20}(,-?\d{1,20})*$/ },
  { kind: 'number', pattern: /^-?\d{1,3}\.\d{2,},-?\d{1,3}\.\d{2,}$/ },
  { kind: 'number', pattern: /^\+\d{7,15}$/ },
  { kind: 'code', pattern: /^\d{2,3}\.\d{3}\.\d{3}-[\dxX]{1,2}$/ },
  { kind: 'uuid', pattern: /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i },
  { kind: 'email', pattern: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/ },
  { kind: 'date', pattern: /^\d{4}[-/.](0?[1-9]|1[0-2])[-/.](0?[1-9]|[12]\d|3[01])(T[\d:.]+Z?)?$/ },
  { kind: 'hash', pattern: /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i },
]

/** A quick test that rejects most words. It matches a part of every text that a pattern of `SHAPES` matches. */
const SHAPED = /^[-+{\d]|@|^[\da-f]{8}/i

/** A word in lower case, as most segments of a path are. It matches no pattern of `SHAPES` and is no placeholder. */
const WORD = /^(?!xxx|(?:undefined|null|none|nan)$)[a-z]+$/

/** Names of formats, algorithms and versions, which contain digits but are not ids. */
const NAMED =
  /^(v(er(sion)?)?[-_.]?\d[\w.-]*|(sha|md|utf|base|aes|rsa|iso|oauth|http|ipv|web|log|mp|h|s|ec|b|x|p|i|k|oauth2?-?)[-_]?\d+\w{0,2}|\d+(st|nd|rd|th|fa|d|k|b|h|hr|hrs|hours?|days?|m|min|s|w|mo|y)|\d{4}-\d\d-\d\d|\d+\.\d+(\.\d+)*)$/i

/** A version number as most APIs write it: `v1`, `2.0`, `v2beta1`. */
export const VERSION = /^(v(er(sion)?)?[-_.]?\d[\w.]*|\d\.\d{1,2}(\.\d{1,3})?)$/i

/** The kind of id that a text may be, judged by its form only. */
export const literalKind: (text: string) => LiteralKind | undefined = memoized((text) => {
  const value = text.trim()
  if (value === '' || value.length > 200 || WORD.test(value)) return undefined
  if (SHAPED.test(value)) for (const { kind, pattern } of SHAPES) if (pattern.test(value)) return kind
  if (placeholderName(value) !== undefined) return 'placeholder'
  return isCode(value) ? 'code' : undefined
})

/** The letters of a code that may abbreviate a noun: `cr` of `cr1`. */
export function lettersOfCode(text: string): string | undefined {
  const letters = /^([A-Za-z]{1,3})[-_]?\d{1,6}$/.exec(text)?.[1]?.toLowerCase()
  return letters === undefined || NAMED.test(text) ? undefined : letters
}

/** Whether the letters of a code abbreviate a noun: `c` for `collection`, `cr` for `collectionrun`. */
export function abbreviates(letters: string, noun: string): boolean {
  if (letters[0] !== noun[0]) return false
  let at = 0
  for (const letter of letters) {
    at = noun.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Groups of capitals and digits, as in number plates and postcodes: `0004 AAA`, `SW1A 1AA`. */
const GROUPS = /^(?=[A-Z ]*\d)[A-Z\d]{1,5}(?: [A-Z\d]{1,5}){1,3}$/

/** Whether a text looks like a code and not like a word: `ut879`, `cus_9s6XKzkNRiz8i3`, `ORD-0017`, `7f3a9`. */
function isCode(value: string): boolean {
  if (GROUPS.test(value)) return true
  if (!/^[A-Za-z0-9][\w-]{2,}$/.test(value) || NAMED.test(value)) return false
  const digits = value.replace(/\D/g, '').length
  if (digits === 0) return isRandom(value)
  if (/^[A-Za-z]{1,12}[-_]\d+$|^\d+-\d+$/.test(value)) return true
  if (/^\d+[-_]?[A-Za-z]{1,3}$|^[A-Za-z]{1,4}\d{2,}$/.test(value)) return true
  const [, tail] = /^[a-z]{2,10}_([A-Za-z\d]{12,64})$/.exec(value) ?? []
  if (tail && casesChanged(tail) >= 0.3) return true
  const switches = value.match(/\d[A-Za-z]|[A-Za-z]\d/g)?.length ?? 0
  return digits >= 3 || (switches >= 2 && value.length >= 5)
}

/** Whether a long text has capitals at random places, such as `dQwAwYgXcBe`. */
function isRandom(value: string): boolean {
  return /^[A-Za-z]{10,}$/.test(value) && casesChanged(value) >= 0.4
}

/** How often capitals and small letters follow each other, for each character of a text. */
const casesChanged = (text: string) => (text.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0) / text.length
