import { type Escape, escapeAt } from './escapes.js'

/**
 * A decoded text. For each UTF-16 unit of `text`, `places` has the start and the end of the range in the source from
 * which the unit was decoded. Without `places`, the text is the source itself.
 */
export interface DecodedText {
  text: string
  places?: { starts: Uint32Array; ends: Uint32Array }
}

const [PERCENT, AMPERSAND, BACKSLASH] = [37, 38, 92]

/** Decodes one level of the escapes of addresses, of JSON and JavaScript, and of HTML: `%2541` gives `%41`. */
export function decodeEscapes(text: string): string | undefined {
  if (!/[%\\&]/.test(text)) return undefined
  const units = new Uint16Array(text.length)
  let length = 0
  let isSame = true
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const isSign = code === PERCENT || code === AMPERSAND || code === BACKSLASH
    const found = isSign ? escapeAt(text, at) : undefined
    if (found) {
      isSame = false
      for (let unit = 0; unit < found.units.length; unit++) units[length++] = found.units.charCodeAt(unit)
      at += found.length
    } else {
      units[length++] = code
      at++
    }
  }
  return isSame ? undefined : textOf(units.subarray(0, length))
}

const textOf = (units: Uint16Array) =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')

/** A line break with the indentation after it, or the NULs between ASCII letters in UTF-16 text. */
const LINE_BREAK = /[\r\n]+[ \t]*|\0+/g
/**
 * A NUL, or a line break inside a word. A line break after the comma of a list, or before the name of a JSON member,
 * does not match.
 */
const CUT_WORD = /[^\s,;{}[\]()][\r\n]+[ \t]*[^\s{}[\]()"<]|\0/

const isCut = (text: string) => /[\r\n\0]/.test(text) && CUT_WORD.test(text)

/**
 * Removes all line breaks and NULs, so that a secret that was split into lines is one word again. Undefined if there is
 * no NUL and no line break inside a word.
 */
export function joinLines(text: string): string | undefined {
  return isCut(text) ? text.replace(LINE_BREAK, '') : undefined
}

/**
 * Decodes the escapes of a text like {@link decodeEscapes}, or joins its lines like {@link joinLines}. Also returns the
 * position of each character in the source.
 */
export function decodedPlaces(source: DecodedText, what: 'escapes' | 'lines'): DecodedText | undefined {
  const { text } = source
  if (what === 'escapes')
    return rewrite(source, { signs: /[%\\&]/g, read: ({ index }) => escapeAt(text, index) })
  const read = ([found]: RegExpExecArray) => ({ units: '', length: found.length })
  return isCut(text) ? rewrite(source, { signs: new RegExp(LINE_BREAK), read }) : undefined
}

/**
 * Replaces parts of a text. At each match of `signs`, `read` returns the new characters and the length of the part that
 * they replace. Where `read` returns undefined, the text stays.
 */
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

/** Builds a decoded text with its positions. The text is never longer than its source. */
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
