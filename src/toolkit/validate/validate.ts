import { isUtf8 } from 'node:buffer'
import { getHeapStatistics } from 'node:v8'
import { validate as schemaAccepts } from '../../../build/schemas/collection.js'
import type { Diagnostic } from '../../diagnostics.js'
import { countValues } from '../../protocol/parse-json.js'
import { IMPORT } from '../collection/foreign-json.js'
import type { ConvertedCollection } from '../collection/formats/converted-collection.js'
import { decodeDocument, encodingOf } from '../collection/read-document.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { agentSeverity } from './agent-severity.js'
import { classifyFile, foreignDiagnostic } from './classify-file.js'
import { diagnose, diagnoseFiles, type PlacedDiagnostic } from './diagnose.js'
import { type FileFacts, gatherFacts } from './file-facts.js'
import { judge, mayHaveNotes } from './judge.js'
import { countStrings, measureJson } from './measure.js'
import { below, type Path, type RawDiagnostic } from './raw-diagnostic.js'
import { firstCharacter, type RecoveredDocument, recoverDocument } from './recover-document.js'
import { findRepeats } from './repeats.js'
import { unreadableFile } from './report.js'
import type { Level, Profile } from './rule.js'
import { ruleByCode, rules } from './rules/table.js'
import { schemaDiagnostics } from './schema-diagnostics.js'
import { expectedKeys } from './spelling.js'

/** The estimated bytes of a parsed value, and the length below which no memory is estimated. */
const [BYTES_PER_VALUE, SMALL] = [64, 16 * 1024 * 1024]

/** Options of validation. */
export interface ValidateOptions {
  /** @default 'agent' */
  profile?: Profile
  /** Severities by rule code, which override the profile. */
  severities?: Readonly<Record<string, Level>>
  /** Variables from outside the file. Rules treat them as declared. */
  variables?: readonly Variable[]
  /**
   * For each parameter that the configuration (`inputs`) mentions, whether it is fixed or an input. Rules do not report
   * these parameters.
   */
  inputs?: Readonly<Record<string, 'fixed' | 'input'>>
}

/** Validates the bytes of a collection file. Never throws, whatever the file contains. */
export function validateBytes(bytes: Uint8Array, options: ValidateOptions = {}): Diagnostic[] {
  return validateFile(bytes, options).diagnostics
}

/** Like {@link validateBytes}, but also returns the text of the file, from which excerpts are made. */
export function validateFile(
  bytes: Uint8Array,
  options: ValidateOptions,
): { text: string; diagnostics: Diagnostic[] } {
  const text = decodeDocument(bytes)
  const { masked, findings } = analyse(text, options, encodingDiagnostics(bytes, text))
  return { text, diagnostics: diagnose(masked, findings, ruleByCode) }
}

export interface FileCheck {
  /** The errors; `path` is the file of an error in a collection of several files. */
  errors: (Diagnostic & { path?: string })[]
  warnings: number
  document: JsonValue | undefined
}

/**
 * Checks what a collection was read from. For a file of format v2.1, this is faster than {@link validateBytes}: warnings
 * are only counted, because computing their positions takes time.
 */
export function checkCollection(
  input: { bytes: Uint8Array } | { converted: ConvertedCollection },
): FileCheck {
  return 'bytes' in input ? checkBytes(input.bytes) : checkConverted(input.converted)
}

function checkConverted(converted: ConvertedCollection): FileCheck {
  const all = validateConverted(converted).flatMap(({ path, diagnostics }) =>
    diagnostics.map((found) => ({ ...found, path })),
  )
  const errors = all.filter(({ severity }) => severity === 'error')
  const warnings = all.filter(({ severity }) => severity === 'warning')
  return { errors, warnings: warnings.length, document: undefined }
}

function checkBytes(bytes: Uint8Array): FileCheck {
  const text = decodeDocument(bytes)
  const { masked, document, findings } = analyse(text, {}, encodingDiagnostics(bytes, text))
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return { errors: diagnose(masked, errors, ruleByCode), warnings: warnings.length, document }
}

/** The diagnostics of one file of a collection that has several. */
export interface FileFindings {
  path: string
  text: string
  diagnostics: Diagnostic[]
}

/**
 * Validates a collection of another format than v2.1. Returns the diagnostics of each file that has any, with the
 * positions in this file. In the profile `official`, the only diagnostic is that the collection is not v2.1.
 */
export function validateConverted(
  { path, format, document, problems }: ConvertedCollection,
  options: ValidateOptions = {},
): FileFindings[] {
  if (options.profile === 'official') {
    const foreign = foreignDiagnostic({ what: format, advice: IMPORT })
    const findings = judge([{ ...foreign, range: firstCharacter('') }], {
      profile: 'official',
      severities: {},
    })
    return [{ path, text: '', diagnostics: diagnose('', findings, ruleByCode) }]
  }
  const { findings } = analyse(JSON.stringify(document), options)
  const known = problems.length === 0 ? findings : []
  const found = [...diagnoseFiles(document, known, ruleByCode)]
  return [
    ...problems.map((problem) => ({
      ...problem,
      diagnostics: [unreadableFile(problemText(problem), problem)],
    })),
    ...found.map(([{ path: file, text }, diagnostics]) => ({ path: file, text, diagnostics })),
  ]
}

const problemText = ({ message }: { message: string }) => `This file cannot be read: ${message}.`

/** Validates the text of a collection file. Diagnostics are in the order of the file. */
export function validateText(text: string, options: ValidateOptions = {}): Diagnostic[] {
  const { masked, findings } = analyse(text.replace(/^\uFEFF/, ''), options)
  return diagnose(masked, findings, ruleByCode)
}

/** The result of an analysis. In `masked`, everything in the text that is not JSON is blanked. */
export interface Analysis {
  masked: string
  document: JsonValue | undefined
  findings: PlacedDiagnostic[]
}

/** Finds the diagnostics of a text and decides their severities. {@link validateText} and the fixer use it. */
export function analyse(text: string, options: ValidateOptions, before: RawDiagnostic[] = []): Analysis {
  const profile = options.profile ?? 'agent'
  const recovered = refuse(text) ?? recoverDocument(text, { forgiving: profile !== 'official' })
  const { parsed, masked, findings } = recovered
  const document = parsed?.value
  const inside = parsed ? rawDiagnosticsIn(parsed.value, masked, { ...options, profile }) : []
  const all = [...before, ...findings, ...inside]
  const severities = options.severities ?? {}
  const judged = judge(all, { profile, severities, document: mayHaveNotes(masked) ? document : undefined })
  return { masked, document, findings: profile === 'agent' ? mergeCommonCauses(judged) : judged }
}

function encodingDiagnostics(bytes: Uint8Array, text: string): RawDiagnostic[] {
  const start = text.indexOf('\uFFFD')
  if (start < 0 || encodingOf(bytes).name !== 'utf-8' || isUtf8(bytes)) return []
  return [{ code: 'invalid-encoding', path: undefined, args: {}, range: { start, end: start + 1 } }]
}

function rawDiagnosticsIn(
  document: JsonValue,
  text: string,
  options: ValidateOptions & { profile: Profile },
): RawDiagnostic[] {
  if (options.profile === 'official' && schemaAccepts(document)) return []
  const kind = classifyFile(document)
  if ('finding' in kind) return [kind.finding]
  const { collection, path, wrapped, older } = kind
  if (options.profile === 'official') return older ? [older] : schemaDiagnostics(document)
  const { strings, strange } = measureJson(document, expectedKeys)
  return [
    ...(wrapped ? [{ code: 'wrapped-collection', path: undefined, keyOf: path, args: {} }] : []),
    ...(older ? [older] : []),
    ...(countStrings(text) === strings ? [] : repeats(text)),
    ...schemaFaults(collection, { path, profile: options.profile, strange }).filter(
      (fault) => !older || !isFormOfV20(fault),
    ),
    ...ruleDiagnostics(
      gatherFacts(collection, {
        ...{ text, path },
        ...{ given: options.variables ?? [], inputs: options.inputs ?? {} },
      }),
      options,
    ),
  ]
}

/** Whether a violation of the schema of v2.1 is how format v2.0 writes the parameters of an auth: as an object. */
const isFormOfV20 = ({ code, args }: RawDiagnostic) =>
  code === 'wrong-type' && args.owner === 'auth' && args.found === 'object'

function schemaFaults(
  collection: JsonObject,
  { path, profile, strange }: { path: Path; profile: Profile; strange: ReadonlySet<JsonValue> },
): RawDiagnostic[] {
  if (strange.size === 0 && schemaAccepts(collection)) return []
  const faults = schemaDiagnostics(collection, { strange, path })
  if (profile !== 'agent') return faults
  return faults.flatMap((fault) => {
    const severity = fault.code === 'unknown-key' ? 'warning' : agentSeverity(fault)
    return severity === 'off' ? [] : [{ ...fault, severity }]
  })
}

function ruleDiagnostics(
  facts: FileFacts,
  { profile, severities = {} }: ValidateOptions & { profile: Profile },
): RawDiagnostic[] {
  const findings: RawDiagnostic[] = []
  for (const { code, check, severity } of rules) {
    if (!check || (severity[profile] === 'off' && severities[code] === undefined)) continue
    check(facts, (path, args = {}, more = {}) => findings.push({ code, path, args, ...more }))
  }
  return findings
}

function repeats(text: string): RawDiagnostic[] {
  return findRepeats(text).map(({ path, key, first, same }) => ({
    code: 'duplicate-key',
    path: below(undefined, ...path),
    args: { key: String(path.at(-1)), same: same ? 1 : 0, first: first.start, firstEnd: first.valueEnd },
    range: key,
  }))
}

/** Refuses a text before it is parsed, if its values would not fit into memory. */
function refuse(text: string): RecoveredDocument | undefined {
  if (text.length < SMALL) return undefined
  const values = countValues(text)
  const bytes = 2 * text.length + BYTES_PER_VALUE * values
  if (bytes < getHeapStatistics().heap_size_limit / 2) return undefined
  const finding = { code: 'too-large', path: undefined, args: { values } }
  return { masked: text, findings: [{ ...finding, range: firstCharacter(text) }] }
}

function mergeCommonCauses(findings: readonly PlacedDiagnostic[]): PlacedDiagnostic[] {
  const first = new Map<string, PlacedDiagnostic>()
  const counts = new Map<PlacedDiagnostic, number>()
  const kept = findings.filter((finding) => {
    const together = ruleByCode.get(finding.code)?.together
    if (!together) return true
    const causes = together.cause.map((name) => finding.args[name])
    const cause = JSON.stringify([finding.code, finding.severity, ...causes])
    const known = first.get(cause) ?? finding
    first.set(cause, known)
    counts.set(known, (counts.get(known) ?? 0) + 1)
    return known === finding
  })
  return kept.map((finding) => {
    const together = counts.get(finding) ?? 1
    return together === 1 ? finding : { ...finding, args: { ...finding.args, together } }
  })
}
