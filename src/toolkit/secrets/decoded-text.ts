import { entityAt } from '../../text/entities.js'

/** `places`: for each unit of `text`, the range of the source from which it was decoded. Without it, the text is the source. */
export interface DecodedText {
  text: string
  places?: { starts: Uint32Array; ends: Uint32Array }
}

/** Decodes one level of the escapes of addresses, of JSON and JavaScript, and of HTML: `%2541` gives `%41`. */
export function decodeEscapes(text: string): string | undefined {
  const signs = /[%\\&]/g
  let decoded = ''
  let done = 0
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const found = escapeAt(text, sign.index)
    if (!found) continue
    decoded += text.slice(done, sign.index) + found.units
    done = sign.index + found.length
    signs.lastIndex = done
  }
  return done === 0 ? undefined : decoded + text.slice(done)
}

/** A line break with the indentation after it, or the NULs between ASCII letters in UTF-16 text. */
const LINE_BREAK = /[\r\n]+[ \t]*|\0+/g
/** A NUL, or a line break inside a word, but not after the comma of a list or before a JSON member. */
const CUT_WORD = /[^\s,;{}[\]()][\r\n]+[ \t]*[^\s{}[\]()"<]|\0/

const isCut = (text: string) => /[\r\n\0]/.test(text) && CUT_WORD.test(text)

/** Joins a secret that was split into lines. Undefined without a NUL and without a line break inside a word. */
export function joinLines(text: string): string | undefined {
  return isCut(text) ? text.replace(LINE_BREAK, '') : undefined
}

/** Like {@link decodeEscapes} or {@link joinLines}, with the position of each character in the source. */
export function decodedPlaces(source: DecodedText, what: 'escapes' | 'lines'): DecodedText | undefined {
  const { text } = source
  if (what === 'escapes')
    return rewrite(source, { signs: /[%\\&]/g, read: ({ index }) => escapeAt(text, index) })
  const read = ([found]: RegExpExecArray) => ({ units: '', length: found.length })
  return isCut(text) ? rewrite(source, { signs: new RegExp(LINE_BREAK), read }) : undefined
}

/** Replaces parts of a text: at each match of `signs`, `read` returns the new units and the length of the old ones. */
function rewrite(
  source: DecodedText,
  { signs, read }: { signs: RegExp; read: (sign: RegExpExecArray) => Escape | undefined },
): DecodedText | undefined {
  const { text } = source
  let out: DecodedOutput | undefined
  let done = 0
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const found = read(sign)
    if (!found) continue
    out ??= new DecodedOutput(source)
    out.keep(done, sign.index)
    done = sign.index + found.length
    out.put(found.units, { start: sign.index, end: done })
    signs.lastIndex = done
  }
  out?.keep(done, text.length)
  return out?.done()
}

class DecodedOutput {
  readonly #source: DecodedText
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array
  readonly #pieces: string[] = []
  #length = 0

  constructor(source: DecodedText) {
    this.#source = source
    this.#starts = new Uint32Array(source.text.length)
    this.#ends = new Uint32Array(source.text.length)
  }

  keep(start: number, end: number): void {
    if (start === end) return
    this.#pieces.push(this.#source.text.slice(start, end))
    for (let at = start; at < end; at++) this.#place(at, at + 1)
  }

  put(units: string, { start, end }: { start: number; end: number }): void {
    this.#pieces.push(units)
    for (let unit = 0; unit < units.length; unit++) this.#place(start, end)
  }

  done(): DecodedText {
    const [starts, ends] = [this.#starts.subarray(0, this.#length), this.#ends.subarray(0, this.#length)]
    return { text: this.#pieces.join(''), places: { starts, ends } }
  }

  #place(start: number, end: number): void {
    const { places } = this.#source
    this.#starts[this.#length] = places ? places.starts[start]! : start
    this.#ends[this.#length] = places ? places.ends[end - 1]! : end
    this.#length++
  }
}

/** A decoded escape: its text (`units`), and the length of the escape itself in UTF-16 units. */
interface Escape {
  units: string
  length: number
}

/** The escape at an offset: `%41` of an address, `\u0041`, `\x41`, `\n` of JSON, `&#65;`, `&amp;` of HTML. */
function escapeAt(text: string, at: number): Escape | undefined {
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
