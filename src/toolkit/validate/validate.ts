import { isUtf8 } from 'node:buffer'
import { getHeapStatistics } from 'node:v8'
import { validate as schemaAccepts } from '../../../build/schemas/collection.js'
import type { Diagnostic } from '../../diagnostics.js'
import { decodeDocument, encodingOf } from '../collection/read-document.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { agentSeverity } from './agent-severity.js'
import { classify } from './classify.js'
import { diagnose } from './diagnose.js'
import { type Facts, gatherFacts } from './facts.js'
import { below, type Finding, type Path } from './finding.js'
import { judge } from './judge.js'
import { countMembers, findRepeats, MAX_DEPTH, type Measure, measure } from './measure.js'
import { openDocument } from './open-document.js'
import type { Level, Profile } from './rule.js'
import { ruleByCode, rules } from './rules/table.js'
import { findSchemaFaults } from './schema-findings.js'

/** What a parsed value costs in memory, and texts too small to matter. */
const [BYTES_PER_VALUE, SMALL] = [64, 16 * 1024 * 1024]

/** How to validate. */
export interface ValidateOptions {
  /** @default 'agent' */
  profile?: Profile
  /** Severities by rule code, over those of the profile. */
  severities?: Readonly<Record<string, Level>>
  /** Variables given beside the file, so that their use is no finding. */
  variables?: readonly Variable[]
}

/** Checks the bytes of a collection file. Never throws for anything a file can hold. */
export function validateBytes(bytes: Uint8Array, options: ValidateOptions = {}): Diagnostic[] {
  const text = decodeDocument(bytes)
  const broken = text.includes('\uFFFD') && encodingOf(bytes).name === 'utf-8' && !isUtf8(bytes)
  return check(text, options, broken ? [encodingFinding(text)] : [])
}

function encodingFinding(text: string): Finding {
  const start = text.indexOf('\uFFFD')
  return { code: 'invalid-encoding', path: undefined, args: {}, range: { start, end: start + 1 } }
}

/** Checks the text of a collection file. Findings come in the order of the file. */
export function validateText(text: string, options: ValidateOptions = {}): Diagnostic[] {
  return check(text.replace(/^\uFEFF/, ''), options, [])
}

function check(text: string, options: ValidateOptions, before: Finding[]): Diagnostic[] {
  const profile = options.profile ?? 'agent'
  const size = measure(text)
  const refused = refuse(text, size)
  if (refused) return diagnose(text, judge([refused], { profile, severities: {} }), ruleByCode)
  const { value, masked, findings } = openDocument(text, { forgiving: profile !== 'official' })
  const all = [...before, ...findings]
  if (value !== undefined) all.push(...findingsIn(value, { text: masked, size }, { ...options, profile }))
  const judged = judge(all, { profile, severities: options.severities ?? {}, document: value })
  return diagnose(masked, judged, ruleByCode)
}

interface Source {
  text: string
  size: Measure
}

function findingsIn(
  document: JsonValue,
  source: Source,
  options: ValidateOptions & { profile: Profile },
): Finding[] {
  if (options.profile === 'official' && schemaAccepts(document)) return []
  const kind = classify(document)
  if ('finding' in kind) return [kind.finding]
  if (options.profile === 'official') return findSchemaFaults(document, { spelling: false })
  const { collection, path, wrapped } = kind
  return [
    ...(wrapped ? [{ code: 'wrapped-collection', path: undefined, keyOf: path, args: {} }] : []),
    ...(countMembers(document) < source.size.members ? repeats(source.text) : []),
    ...schemaFaults(collection, { path, profile: options.profile }),
    ...ruleFindings(gatherFacts(collection, { text: source.text, path, given: options.variables ?? [] })),
  ]
}

/** What the schema refuses; for an agent each fault weighed by its place. */
function schemaFaults(
  collection: JsonObject,
  { path, profile }: { path: Path; profile: Profile },
): Finding[] {
  const faults = findSchemaFaults(collection, { spelling: true, path })
  if (profile !== 'agent') return faults
  return faults.flatMap((fault) => {
    const severity = fault.code === 'unknown-key' ? 'warning' : agentSeverity(fault)
    return severity === 'off' ? [] : [{ ...fault, severity }]
  })
}

function ruleFindings(facts: Facts): Finding[] {
  const findings: Finding[] = []
  for (const { code, check } of rules) {
    check?.(facts, (path, args = {}, more = {}) => findings.push({ code, path, args, ...more }))
  }
  return findings
}

function repeats(text: string): Finding[] {
  return findRepeats(text).map(({ path, key }) => ({
    code: 'duplicate-key',
    path: below(undefined, ...path),
    args: { key: String(path.at(-1)) },
    range: key,
  }))
}

/** What must not even be parsed: walks would overflow the stack, or the values the memory. */
function refuse(text: string, { depth, values }: Measure): Finding | undefined {
  const start = text.search(/\S/)
  const range = { start: Math.max(0, start), end: start + 1 }
  if (depth > MAX_DEPTH) {
    return { code: 'nesting-too-deep', path: undefined, args: { depth, limit: MAX_DEPTH }, range }
  }
  const bytes = 2 * text.length + BYTES_PER_VALUE * values
  if (text.length < SMALL || bytes < getHeapStatistics().heap_size_limit / 2) return undefined
  return { code: 'too-large', path: undefined, args: { values }, range }
}
