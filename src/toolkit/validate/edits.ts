import { startOfRun } from '../../text/trim.js'
import { skipSpace } from '../collection/json-tokens.js'
import { type Place, valueEnd } from '../collection/locate.js'
import type { JsonValue } from '../model/json.js'
import type { Path } from './finding.js'

/** A replacement in a text, by offsets. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** The text a fix works on, with the places of the findings' values. */
export interface Source {
  text: string
  /** The place of a path that a finding names. */
  place(path: Path): Place | undefined
  /** The value at a path. */
  value(path: Path): JsonValue | undefined
}

/** Carries out edits; of two that overlap the first in the text wins. */
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

/** Puts another JSON value in the place of one. */
export function replaceValue(source: Source, path: Path, value: JsonValue): Edit[] {
  const place = source.place(path)
  return place ? [{ start: place.start, end: place.end, text: JSON.stringify(value) }] : []
}

/** Gives a member another name. */
export function renameMember(source: Source, path: Path, name: string): Edit[] {
  const place = source.place(path)
  if (place?.keyStart === undefined || place.keyEnd === undefined) return []
  return [{ start: place.keyStart, end: place.keyEnd, text: JSON.stringify(name) }]
}

/** Adds a member at the end of an object, set off as its other members are. */
export function addMember(
  source: Source,
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

/** Takes characters out of a string without touching how the rest of it is escaped. */
export function editLiteral(source: Source, path: Path, change: (literal: string) => string): Edit[] {
  const place = source.place(path)
  if (!place || source.text[place.start] !== '"') return []
  const literal = source.text.slice(place.start + 1, place.end - 1)
  return [{ start: place.start + 1, end: place.end - 1, text: change(literal) }]
}
