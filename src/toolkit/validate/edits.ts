import { startOfRun } from '../../text/trim.js'
import { skipSpace, valueEnd } from '../collection/json-tokens.js'
import type { SourcePlace } from '../collection/locate.js'
import type { JsonValue } from '../model/json.js'
import type { Path } from './raw-diagnostic.js'

/** A change of a text: the characters from `start` to `end` are replaced by `text`. */
export interface Edit {
  start: number
  end: number
  text: string
}

export interface EditedSource {
  text: string
  /** The position in `text` of the value at a path. Works only for paths of diagnostics that are being fixed. */
  place(path: Path): SourcePlace | undefined
  value(path: Path): JsonValue | undefined
}

/** Applies edits to a text. If two edits overlap, only the one that starts first is applied. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((one, other) => one.start - other.start || one.end - other.end)
  let result = ''
  let from = 0
  for (const { start, end, text: replacement } of sorted) {
    if (start < from) continue
    result += text.slice(from, start) + replacement
    from = end
  }
  return result + text.slice(from)
}

export function replaceValue(source: EditedSource, path: Path, value: JsonValue): Edit[] {
  const place = source.place(path)
  return place ? [{ start: place.start, end: place.end, text: JSON.stringify(value) }] : []
}

export function renameMember(source: EditedSource, path: Path, name: string): Edit[] {
  const place = source.place(path)
  if (place?.keyStart === undefined || place.keyEnd === undefined) return []
  return [{ start: place.keyStart, end: place.keyEnd, text: JSON.stringify(name) }]
}

export function addMember(
  source: EditedSource,
  path: Path,
  [name, value]: [name: string, value: JsonValue],
): Edit[] {
  const place = source.place(path)
  if (!place || source.text[place.start] !== '{') return []
  const { text } = source
  const first = skipSpace(text, place.start + 1)
  if (text[first] === '}') {
    const colon = place.end - place.start > 2 ? ': ' : ':'
    return [
      {
        start: place.start + 1,
        end: place.start + 1,
        text: `${JSON.stringify(name)}${colon}${JSON.stringify(value)}`,
      },
    ]
  }
  const colonAt = valueEnd(text, first)
  const colon = text.slice(colonAt, skipSpace(text, skipSpace(text, colonAt) + 1))
  const before = text.slice(place.start + 1, first)
  const end = startOfRun(text, place.end - 1, ' \t\r\n')
  return [{ start: end, end, text: `,${before}${JSON.stringify(name)}${colon}${JSON.stringify(value)}` }]
}

/** Edits a JSON string. `change` gets and returns the text between the quotes, with its escapes. */
export function editLiteral(source: EditedSource, path: Path, change: (literal: string) => string): Edit[] {
  const place = source.place(path)
  if (!place || source.text[place.start] !== '"') return []
  const literal = source.text.slice(place.start + 1, place.end - 1)
  return [{ start: place.start + 1, end: place.end - 1, text: change(literal) }]
}
