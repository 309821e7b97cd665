/** A decoded escape: its text (`units`), and the length of the escape itself in UTF-16 units. */
export interface Escape {
  units: string
  length: number
}

/**
 * The escape at an offset, of one of these kinds; undefined if there is none:
 * - of an address, in UTF-8: `%41`
 * - of JSON and JavaScript: `\u0041`, `\x41`, `\n`
 * - of HTML: `&#65;`, `&amp;`
 */
export function escapeAt(text: string, at: number): Escape | undefined {
  switch (text[at]) {
    case '%':
      return percentAt(text, at)
    case '\\':
      return backslashAt(text, at)
    case '&':
      return entityAt(text, at)
    default:
      return undefined
  }
}

/** Decodes one UTF-8 character from percent escapes (RFC 3986, 2.1). */
function percentAt(text: string, at: number): Escape | undefined {
  const first = byteAt(text, at)
  if (first === undefined) return undefined
  if (first < 0x80) return { units: String.fromCharCode(first), length: 3 }
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0
  let point = first & (0x3f >> more)
  for (let next = 1; next <= more; next++) {
    const byte = byteAt(text, at + 3 * next)
    if (byte === undefined || byte >> 6 !== 2) return undefined
    point = (point << 6) | (byte & 0x3f)
  }
  if (more === 0 || point > 0x10ffff) return undefined
  return { units: String.fromCodePoint(point), length: 3 * (more + 1) }
}

function byteAt(text: string, at: number): number | undefined {
  return text[at] === '%' ? hexAt(text, { at: at + 1, digits: 2 }) : undefined
}

const SIMPLE: Record<string, string> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  ...{ '"': '"', "'": "'", '\\': '\\', '/': '/', '`': '`' },
}

function backslashAt(text: string, at: number): Escape | undefined {
  const letter = text[at + 1] ?? ''
  if (letter === 'u' || letter === 'x') {
    const digits = letter === 'u' ? 4 : 2
    const unit = hexAt(text, { at: at + 2, digits })
    return unit === undefined ? undefined : { units: String.fromCharCode(unit), length: digits + 2 }
  }
  const units = Object.hasOwn(SIMPLE, letter) ? SIMPLE[letter] : undefined
  return units === undefined ? undefined : { units, length: 2 }
}

/** Reads a hexadecimal number with exactly `digits` digits; undefined if there are fewer. */
function hexAt(text: string, { at, digits }: { at: number; digits: number }): number | undefined {
  let value = 0
  for (let next = at; next < at + digits; next++) {
    const digit = hexDigit(text.charCodeAt(next))
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** The characters of HTML entities that credentials may contain (HTML standard, named character references). */
const ENTITIES: Record<string, string> = {
  ...{ amp: '&', AMP: '&', lt: '<', LT: '<', gt: '>', GT: '>', quot: '"', QUOT: '"', apos: "'", nbsp: ' ' },
  ...{
    excl: '!',
    num: '#',
    dollar: '$',
    percnt: '%',
    lpar: '(',
    rpar: ')',
    ast: '*',
    midast: '*',
    plus: '+',
  },
  ...{ comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?', commat: '@' },
  ...{ lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', grave: '`' },
  ...{ lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}', Tab: '\t', NewLine: '\n' },
}

/**
 * Maximum number of characters between `&` and `;`. A numeric entity needs eight: `#` and seven digits. The rest is for
 * leading zeros.
 */
const MAX_ENTITY = 12

function entityAt(text: string, at: number): Escape | undefined {
  const start = at + 1
  let end = start
  while (text[end] !== ';') {
    end++
    if (end > start + MAX_ENTITY || end >= text.length) return undefined
  }
  const units = text[start] === '#' ? numbered(text.slice(start + 1, end)) : named(text.slice(start, end))
  return units === undefined ? undefined : { units, length: end + 1 - at }
}

const named = (name: string) => (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined)

function numbered(digits: string): string | undefined {
  const isHex = /^[xX][\da-fA-F]+$/.test(digits)
  if (!isHex && !/^\d+$/.test(digits)) return undefined
  const point = isHex ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}
