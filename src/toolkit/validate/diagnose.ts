import type { Diagnostic, Severity } from '../../diagnostics.js'
import { lineIndex } from '../collection/line-index.js'
import { locatePaths, type SourcePlace } from '../collection/locate.js'
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
    const [start, end] = [lines.at(range.start), lines.at(range.end)]
    const hint = worded(rule.hint, finding.args)
    return {
      code: finding.code,
      severity: finding.severity,
      message: oneLine(messageOf(rule, finding.args)),
      pointer: pathPointer(finding.path),
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      ...(hint ? { hint: oneLine(hint) } : {}),
      fixable: isFixable(rule, finding.args),
    }
  })
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
