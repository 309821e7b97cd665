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
import { gatherCauses } from './gather.js'
import { judge } from './judge.js'
import { countMembers, estimateValues, type Survey, survey } from './measure.js'
import { type Opened, openDocument } from './open-document.js'
import { findRepeats } from './repeats.js'
import type { Level, Profile } from './rule.js'
import { ruleByCode, rules } from './rules/table.js'
import { findSchemaFaults } from './schema-findings.js'
import { expectedKeys } from './spelling.js'

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
  const refused = refuse(text) ?? openDocument(text, { forgiving: profile !== 'official' })
  const { value, masked, findings } = refused
  const seen = value === undefined ? undefined : survey(value, expectedKeys)
  const inside =
    seen && value !== undefined
      ? findingsIn(value, { text: masked, survey: seen }, { ...options, profile })
      : []
  const all = [...before, ...findings, ...inside]
  const judged = judge(all, { profile, severities: options.severities ?? {}, document: value })
  return { masked, document: value, findings: profile === 'agent' ? gatherCauses(judged) : judged }
}

function encodingFindings(bytes: Uint8Array, text: string): Finding[] {
  const start = text.indexOf('\uFFFD')
  if (start < 0 || encodingOf(bytes).name !== 'utf-8' || isUtf8(bytes)) return []
  return [{ code: 'invalid-encoding', path: undefined, args: {}, range: { start, end: start + 1 } }]
}

interface Source {
  text: string
  survey: Survey
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
    ...repeats(source),
    ...schemaFaults(collection, { path, profile: options.profile, survey: source.survey }),
    ...ruleFindings(
      gatherFacts(collection, { text: source.text, path, given: options.variables ?? [] }),
      options,
    ),
  ]
}

/** What the schema refuses; for an agent each fault weighed by its place. */
function schemaFaults(
  collection: JsonObject,
  { path, profile, survey: seen }: { path: Path; profile: Profile; survey: Survey },
): Finding[] {
  if (!seen.hasStrangeKey && schemaAccepts(collection)) return []
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

function repeats({ text, survey: seen }: Source): Finding[] {
  if (countMembers(text) === seen.members) return []
  return findRepeats(text).map(({ path, key, first, same }) => ({
    code: 'duplicate-key',
    path: below(undefined, ...path),
    args: { key: String(path.at(-1)), same: same ? 1 : 0, first: first.start, firstEnd: first.valueEnd },
    range: key,
  }))
}

/** A text so full that its values would not fit into memory is not even parsed. */
function refuse(text: string): Opened | undefined {
  if (text.length < SMALL) return undefined
  const values = estimateValues(text)
  const bytes = 2 * text.length + BYTES_PER_VALUE * values
  if (bytes < getHeapStatistics().heap_size_limit / 2) return undefined
  const finding = { code: 'too-large', path: undefined, args: { values } }
  return { masked: text, findings: [atStart(text, finding)] }
}

/** Places a finding about the whole at the first character of the document. */
function atStart(text: string, finding: Finding): Finding {
  const start = Math.max(0, text.search(/\S/))
  return { ...finding, range: { start, end: start + 1 } }
}
