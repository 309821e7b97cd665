import type { Diagnostic, Severity } from '../../diagnostics.js'
import { originOf, type SourceFile } from '../collection/formats/origins.js'
import { type LineIndex, lineIndex } from '../collection/line-index.js'
import { locatePaths, type SourcePlace } from '../collection/locate.js'
import type { JsonValue } from '../model/json.js'
import { getAt, pointerOf, stepsOf } from '../model/json-pointer.js'
import { type Args, keysOf, pathPointer, type RawDiagnostic } from './raw-diagnostic.js'
import { isFixable, type Rule } from './rule.js'
import { worded } from './rules/wording.js'

export type PlacedDiagnostic = RawDiagnostic & { severity: Severity }

/** Adds positions and messages, and sorts by position. In `text`, what is not JSON is blanked. */
export function diagnose(
  text: string,
  findings: PlacedDiagnostic[],
  rules: ReadonlyMap<string, Rule>,
): Diagnostic[] {
  if (findings.length === 0) return []
  const lines = lineIndex(text)
  const located = withRanges(text, findings)
  located.sort((one, other) => one.range.start - other.range.start)
  return located.map(({ finding, range }) => {
    const rule = rules.get(finding.code)!
    const place = { pointer: pathPointer(finding.path), range, lines }
    return { ...described(finding, place, rule), fixable: isFixable(rule, finding.args) }
  })
}

/**
 * Like {@link diagnose}, for a document that was converted from the files of another format: adds the positions in
 * these files, and returns the diagnostics by file. None is fixable, because fixes change JSON.
 */
export function diagnoseFiles(
  document: JsonValue,
  findings: PlacedDiagnostic[],
  rules: ReadonlyMap<string, Rule>,
): Map<SourceFile, Diagnostic[]> {
  const files = new Map<
    SourceFile,
    { lines: LineIndex; found: { start: number; diagnostic: Diagnostic }[] }
  >()
  for (const finding of findings) {
    const keys = keysOf(finding.keyOf ?? finding.path)
    const origin = originOf(document, keys)
    if (!origin) continue
    const { file, place, keys: steps } = origin
    const known = files.get(file) ?? { lines: lineIndex(file.text), found: [] }
    files.set(file, known)
    const range = rangeIn(file, finding, place, getAt(document, pathPointer(finding.path)))
    const at = { pointer: pointerOf(steps), range, lines: known.lines }
    const own = described(finding, at, rules.get(finding.code)!)
    const diagnostic = { ...own, message: withPlaces(own.message, document), fixable: false }
    known.found.push({ start: range.start, diagnostic })
  }
  const sorted = [...files].map(([file, { found }]): [SourceFile, Diagnostic[]] => [
    file,
    found.sort((one, other) => one.start - other.start).map(({ diagnostic }) => diagnostic),
  ])
  return new Map(sorted.sort(([one], [other]) => (one.path < other.path ? -1 : 1)))
}

function described(
  { code, severity, args }: PlacedDiagnostic,
  { pointer, range, lines }: { pointer: string; range: Range; lines: LineIndex },
  rule: Rule,
): Omit<Diagnostic, 'fixable'> {
  const [start, end] = [lines.at(range.start), lines.at(range.end)]
  const hint = worded(rule.hint, args)
  return {
    code,
    severity,
    message: oneLine(messageOf(rule, args)),
    pointer,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    ...(hint ? { hint: oneLine(hint) } : {}),
  }
}

/** A message with the file and line of each item that it names by a pointer into the converted document. */
function withPlaces(message: string, document: JsonValue): string {
  return message.replace(/(?:\/item\/\d+)+/g, (pointer) => {
    const { file, place } = originOf(document, stepsOf(pointer)) ?? {}
    return file ? `${file.path}:${lineIndex(file.text).at(place?.start ?? 0).line}` : pointer
  })
}

/** The range of a file to mark: as {@link rangeOf} says, but a value of several lines is marked in its first line. */
function rangeIn(
  { text }: SourceFile,
  finding: RawDiagnostic,
  place: SourcePlace | undefined,
  value: JsonValue | undefined,
): Range {
  if (!place || text[place.start] === '"') return rangeOf(finding, text, place)
  if (finding.keyOf && place.keyStart !== undefined) return rangeOf(finding, text, place)
  const { offset } = finding
  const start =
    offset === undefined || typeof value !== 'string' ? place.start : startInBlock(text, place, value, offset)
  const lineEnd = text.slice(start, place.end).search(/\r?\n/)
  return { start, end: lineEnd < 0 ? place.end : start + lineEnd }
}

/** The offset in a file of a character of a value that is written in a block, where each line has an indent. */
function startInBlock(text: string, place: SourcePlace, value: string, offset: number): number {
  const before = value.slice(0, offset).split('\n')
  const column = before.at(-1)!.length
  let at = place.start
  for (const line of value.split('\n').slice(0, before.length)) {
    const found = text.indexOf(line.trim(), at)
    if (found < 0 || found > place.end) return place.start
    at = found + line.trim().length
  }
  const last = value.split('\n')[before.length - 1]!
  return at - last.trimEnd().length + column
}

function messageOf(rule: Rule, args: Args): string {
  return worded(args.together === undefined ? rule.message : rule.together?.message, args) ?? rule.why
}

/** Replaces line breaks and control characters, which names in a file may contain, by spaces. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

type Range = NonNullable<RawDiagnostic['range']>

function withRanges(
  text: string,
  findings: PlacedDiagnostic[],
): { finding: PlacedDiagnostic; range: Range }[] {
  const paths = findings.map(({ range, keyOf, path }) => (range ? [] : keysOf(keyOf ?? path)))
  const places = locatePaths(text, paths)
  return findings.map((finding, index) => ({
    finding,
    range: finding.range ?? rangeOf(finding, text, places[index]),
  }))
}

/**
 * The range of the file to mark, by the first case that applies:
 * - The diagnostic is about a key: the key.
 * - The diagnostic has an `offset` in a text: the text from there on.
 * - The value is an object or list: its opening bracket.
 * - Any other value: the whole value.
 */
function rangeOf(finding: RawDiagnostic, text: string, place: SourcePlace | undefined): Range {
  if (!place) return { start: 0, end: 0 }
  if (finding.keyOf && place.keyStart !== undefined && place.keyEnd !== undefined) {
    return { start: place.keyStart, end: place.keyEnd }
  }
  if (finding.offset !== undefined && text[place.start] === '"')
    return {
      start: offsetInLiteral(text, { start: place.start + 1, offset: finding.offset }),
      end: place.end - 1,
    }
  const opens = text[place.start] === '{' || text[place.start] === '['
  return { start: place.start, end: opens ? place.start + 1 : place.end }
}

/** The offset in the file of a character of the JSON string at `start`. An escape counts as one character. */
function offsetInLiteral(text: string, { start, offset }: { start: number; offset: number }): number {
  let at = start
  for (let seen = 0; seen < offset && at < text.length; seen++) {
    at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2
  }
  return at
}
