import { identifyText, mayHoldCollection } from '../collection/foreign-text.js'
import { parseDocument } from '../collection/read-document.js'
import type { JsonValue } from '../model/json.js'
import { foreignDiagnostic } from './classify-file.js'
import type { RawDiagnostic } from './raw-diagnostic.js'

/** `masked` is the text with all that is not JSON blanked, so that offsets stay valid. */
export interface RecoveredDocument {
  parsed?: { value: JsonValue }
  masked: string
  findings: RawDiagnostic[]
}

const FINAL: ReadonlySet<string> = new Set(['empty-file', 'nesting-too-deep'])

type BlankedRange = { start: number; end: number }

/** Parses a text. With `forgiving`, a diagnostic is returned for each thing that language models add to JSON. */
export function recoverDocument(text: string, { forgiving }: { forgiving: boolean }): RecoveredDocument {
  const parsed = parseDocument(text)
  if ('value' in parsed) return { parsed, masked: text, findings: [] }
  const foreign = identifyText(text)
  if (foreign)
    return { masked: text, findings: [{ ...foreignDiagnostic(foreign), range: firstCharacter(text) }] }
  if (FINAL.has(parsed.problem.code) || !forgiving) return refused(text)
  const unwrapped = unwrap(text)
  const inner = unwrapped?.masked ?? text
  const findings = unwrapped ? [unwrapped.finding] : []
  const strict = parseDocument(inner)
  if ('value' in strict) return { parsed: strict, masked: inner, findings }
  const mended = blankLoose(inner)
  const loose = parseDocument(mended.masked)
  if (!('value' in loose)) {
    const rest = refused(inner)
    return { ...rest, findings: [...findings.map(withoutFix), ...rest.findings] }
  }
  return { parsed: loose, masked: mended.masked, findings: [...findings, ...mended.findings] }
}

function refused(text: string): RecoveredDocument {
  const parsed = parseDocument(text)
  if ('value' in parsed) return { parsed, masked: text, findings: [] }
  const { code, message, start, end } = parsed.problem
  return { masked: text, findings: [{ code, path: undefined, args: { message }, range: { start, end } }] }
}

const UNSAFE = { safe: 0, advice: 'Take the document out and save it as a file of its own.' }

/** Makes a diagnostic unfixable: if the document cannot be parsed, the text around it may be the real content. */
function withoutFix(finding: RawDiagnostic): RawDiagnostic {
  return { ...finding, args: { ...finding.args, ...UNSAFE } }
}

function unwrap(text: string): { masked: string; finding: RawDiagnostic } | undefined {
  const inner = fenced(text) ?? betweenProse(text)
  if (!inner) return undefined
  const masked =
    blank(text.slice(0, inner.start)) + text.slice(inner.start, inner.end) + blank(text.slice(inner.end))
  const { start } = firstCharacter(text)
  const around = /^\s*(`{3,}|~{3,})/.test(text) ? 'code fences' : 'text that is no JSON'
  const end = Math.max(start + 1, text.slice(0, inner.start).trimEnd().length)
  return {
    masked,
    finding: {
      code: 'wrapped-in-text',
      path: undefined,
      args: { around, start: inner.start, end: inner.end, ...(isAnswer(text, inner) ? { safe: 1 } : UNSAFE) },
      range: { start, end },
    },
  }
}

/** The longest text around a document that a fix may remove. Language models write less around an answer. */
const MOST_PROSE = 2_000

/** Whether text around a document only introduces it: it is short, without heading and code block. */
function isAnswer(text: string, { start, end }: BlankedRange): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const around = `${before}\n${after}`
  const fences = around.match(/^[ \t]*(?:`{3,}|~{3,})/gm)?.length ?? 0
  return around.length <= MOST_PROSE && fences <= 2 && !/^#{1,6} |^---/m.test(around)
}

/** The first character, which marks the whole document. */
export function firstCharacter(text: string): BlankedRange {
  const start = Math.max(0, text.search(/\S/))
  return { start, end: start + 1 }
}

const FENCE = /^[ \t]*(`{3,}|~{3,})([^\r\n]*)(?:\r?\n|$)/gm

function fenced(text: string): BlankedRange | undefined {
  let best: BlankedRange | undefined
  let open: { fence: string; start: number } | undefined
  const close = (end: number) => {
    const start = open?.start ?? end
    const isDocument =
      end - start > (best ? best.end - best.start : 0) && /^\s*[{[]/.test(text.slice(start, end))
    if (isDocument) best = { start, end }
    open = undefined
  }
  for (const { 0: line, 1: fence = '', 2: info = '', index } of text.matchAll(FENCE)) {
    if (!open || info.trim() !== '') open = { fence, start: index + line.length }
    else if (fence === open.fence) close(index)
  }
  if (open) close(text.length)
  return best
}

function betweenProse(text: string): BlankedRange | undefined {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}') + 1
  if (start < 0 || end <= start || !mayHoldCollection(text.slice(start, end))) return undefined
  const outside = `${text.slice(0, start)} ${text.slice(end)}`
  return /\p{L}{2}|`{3}/u.test(outside) && !/[{}[\]"]/.test(outside.replace(/"[^"\r\n]*"/g, ''))
    ? { start, end }
    : undefined
}

/** A string, or a comment; an open one extends to the end, so that the time stays linear. */
const COMMENT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const LAST_COMMA = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|,(?=\s*[}\]])/g

/** Blanks the comments, then the commas before a closing bracket. */
function blankLoose(text: string): { masked: string; findings: RawDiagnostic[] } {
  const findings: (RawDiagnostic & { range: BlankedRange })[] = []
  const blankAs = (code: string) => (piece: string, start: number) => {
    if (piece.startsWith('"')) return piece
    findings.push({ code, path: undefined, args: {}, range: { start, end: start + piece.length } })
    return blank(piece)
  }
  const masked = text.replace(COMMENT, blankAs('json-comment')).replace(LAST_COMMA, blankAs('trailing-comma'))
  return { masked, findings: findings.sort((one, other) => one.range.start - other.range.start) }
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
