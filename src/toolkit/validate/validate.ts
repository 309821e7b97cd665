import { isUtf8 } from 'node:buffer'
import { getHeapStatistics } from 'node:v8'
import { validate as schemaAccepts } from '../../../build/schemas/collection.js'
import type { Diagnostic } from '../../diagnostics.js'
import { decodeDocument, encodingOf } from '../collection/read-document.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { agentSeverity } from './agent-severity.js'
import { classify } from './classify.js'
import { diagnose, type Judged } from './diagnose.js'
import { type Facts, gatherFacts } from './facts.js'
import { below, type Finding, type Path } from './finding.js'
import { judge } from './judge.js'
import { countMembers, MAX_DEPTH, type Measure, measure } from './measure.js'
import { openDocument } from './open-document.js'
import { findRepeats } from './repeats.js'
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
  const { masked, findings } = analyse(text, options, encodingFindings(bytes, text))
  return diagnose(masked, findings, ruleByCode)
}

/** Checks the text of a collection file. Findings come in the order of the file. */
export function validateText(text: string, options: ValidateOptions = {}): Diagnostic[] {
  const { masked, findings } = analyse(text.replace(/^\uFEFF/, ''), options)
  return diagnose(masked, findings, ruleByCode)
}

/** What was found, before places and words; `masked` is the text with everything that is not JSON blanked. */
export interface Analysis {
  masked: string
  document: JsonValue | undefined
  findings: Judged[]
}

/** Finds and judges; what {@link validateText} and the fixer share. */
export function analyse(text: string, options: ValidateOptions, before: Finding[] = []): Analysis {
  const profile = options.profile ?? 'agent'
  const size = measure(text)
  const refused = refuse(text, size)
  if (refused) {
    return { masked: text, document: undefined, findings: judge([refused], { profile, severities: {} }) }
  }
  const { value, masked, findings } = openDocument(text, { forgiving: profile !== 'official' })
  const all = [...before, ...findings]
  if (value !== undefined) all.push(...findingsIn(value, { text: masked, size }, { ...options, profile }))
  const judged = judge(all, { profile, severities: options.severities ?? {}, document: value })
  return { masked, document: value, findings: judged }
}

function encodingFindings(bytes: Uint8Array, text: string): Finding[] {
  const start = text.indexOf('\uFFFD')
  if (start < 0 || encodingOf(bytes).name !== 'utf-8' || isUtf8(bytes)) return []
  return [{ code: 'invalid-encoding', path: undefined, args: {}, range: { start, end: start + 1 } }]
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
    ...ruleFindings(
      gatherFacts(collection, { text: source.text, path, given: options.variables ?? [] }),
      options,
    ),
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

function ruleFindings(
  facts: Facts,
  { profile, severities = {} }: ValidateOptions & { profile: Profile },
): Finding[] {
  const findings: Finding[] = []
  for (const { code, check, severity } of rules) {
    if (!check || (severity[profile] === 'off' && severities[code] === undefined)) continue
    check(facts, (path, args = {}, more = {}) => findings.push({ code, path, args, ...more }))
  }
  return findings
}

function repeats(text: string): Finding[] {
  return findRepeats(text).map(({ path, key, first, same }) => ({
    code: 'duplicate-key',
    path: below(undefined, ...path),
    args: { key: String(path.at(-1)), same: same ? 1 : 0, first: first.start, firstEnd: first.valueEnd },
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
