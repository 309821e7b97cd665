import { type Escape, escapeAt } from './escapes.js'

/** A text, and where each of its UTF-16 units stands in the text that it was decoded from; without places it is that text itself. */
export interface DecodedText {
  text: string
  places?: { starts: Uint32Array; ends: Uint32Array }
}

const [PERCENT, AMPERSAND, BACKSLASH] = [37, 38, 92]

/**
 * The text with the escapes of addresses, of JSON and JavaScript, and of HTML decoded once, wherever they stand; undefined where there is
 * none.
 */
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

/** A line that goes on in the next one, which may be indented. */
const LINE_BREAK = /[\r\n]+[ \t]*/g
const CUT_BASE64 = /[A-Za-z\d+/_-][\r\n]+[ \t]*[A-Za-z\d+/=_-]/

const isCut = (text: string) => (text.includes('\n') || text.includes('\r')) && CUT_BASE64.test(text)

/** The text without its line breaks, as base64 that was cut into lines was before; undefined where nothing like that is in it. */
export function joinLines(text: string): string | undefined {
  return isCut(text) ? text.replace(LINE_BREAK, '') : undefined
}

/** The same with the places of what is left. */
export function decodedPlaces(source: DecodedText, what: 'escapes' | 'lines'): DecodedText | undefined {
  const { text } = source
  if (what === 'escapes')
    return rewrite(source, { signs: /[%\\&]/g, read: ({ index }) => escapeAt(text, index) })
  const read = ([found]: RegExpExecArray) => ({ units: '', length: found.length })
  return isCut(text) ? rewrite(source, { signs: new RegExp(LINE_BREAK), read }) : undefined
}

/** Replaces what stands at some signs; a sign that `read` makes nothing of stays. */
function rewrite(
  source: DecodedText,
  { signs, read }: { signs: RegExp; read: (sign: RegExpExecArray) => Escape | undefined },
): DecodedText | undefined {
  const { text } = source
  let out: Output | undefined
  let done = 0
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const found = read(sign)
    if (!found) continue
    out ??= new Output(source)
    out.keep(done, sign.index)
    done = sign.index + found.length
    out.put(found.units, { start: sign.index, end: done })
    signs.lastIndex = done
  }
  out?.keep(done, text.length)
  return out?.done()
}

/** A decoded text while it is written. It is never longer than what it is made of. */
class Output {
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

  /** What stands between two offsets of the source, as it is. */
  keep(start: number, end: number): void {
    if (start === end) return
    this.#pieces.push(this.#source.text.slice(start, end))
    for (let at = start; at < end; at++) this.#place(at, at + 1)
  }

  /** What is read in the place of a stretch of the source. */
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
