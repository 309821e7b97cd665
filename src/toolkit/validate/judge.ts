import { asObject, descriptionOf } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import type { PlacedDiagnostic } from './diagnose.js'
import { keysOf, type RawDiagnostic } from './raw-diagnostic.js'
import type { Level, Profile, Rule } from './rule.js'
import { ruleByCode } from './rules/table.js'

export interface Standards {
  profile: Profile
  severities: Readonly<Record<string, Level>>
  /** The document whose descriptions may contain notes that set severities; undefined if there are none. */
  document?: JsonValue | undefined
}

/** Severities by the notes in the file, then the settings, then the profile. Drops what is `off`. */
export function judge(findings: readonly RawDiagnostic[], standards: Standards): PlacedDiagnostic[] {
  return findings.flatMap((finding) => {
    const rule = ruleByCode.get(finding.code)
    if (!rule) throw new Error(`no rule is called ${finding.code}`)
    const severity = levelOf(rule, { finding, standards })
    return severity === 'off' ? [] : [{ ...finding, severity }]
  })
}

function levelOf(
  rule: Rule,
  { finding, standards }: { finding: RawDiagnostic; standards: Standards },
): Level {
  const { profile, severities, document } = standards
  const usual = finding.severity ?? rule.severity[profile] ?? 'off'
  if (rule.final) return usual
  // Notes in the file count only in the profile `agent`. In `generated`, a model could hide its mistakes with notes. In
  // `official`, the schema decides, and it has no exceptions.
  const noted = profile === 'agent' && document !== undefined ? notedLevel(document, finding) : undefined
  return noted ?? severities[rule.code] ?? usual
}

/** The level by the innermost note on the way to a diagnostic. */
function notedLevel(document: JsonValue, { code, path }: RawDiagnostic): Level | undefined {
  let level = notesOf(document)[code]
  let value: JsonValue | undefined = document
  for (const key of keysOf(path)) {
    value = (value as Record<string | number, JsonValue> | undefined)?.[key]
    level = notesOf(value)[code] ?? level
  }
  return level
}

/** A quick test whether a file may contain a note. The `<!--` of a note may be written with JSON escapes. */
export function mayHaveNotes(text: string): boolean {
  return text.includes('!--') || text.includes('\\u')
}

type Notes = Readonly<Record<string, Level>>

const NO_NOTES: Notes = {}

function notesOf(value: JsonValue | undefined): Notes {
  const owner = asObject(value)
  return owner ? notesInside(owner) : NO_NOTES
}

/** Notes such as `<!-- voice: CODE=off -->` in descriptions of an object, its `info` and its `request`. */
const notesInside = oncePer((owner: JsonObject): Notes => {
  const texts = [asObject(owner.info), owner, asObject(owner.request)].map(descriptionOf)
  const noted = texts.filter((text) => text.includes('<!--'))
  return noted.length > 0 ? Object.assign({}, ...noted.map(parseNotes)) : NO_NOTES
})

function parseNotes(text: string): Record<string, Level> {
  const notes: Record<string, Level> = {}
  for (const comment of text.split('<!--').slice(1)) {
    const [inner = '', ...behind] = comment.split('-->', 2)
    const isNote = behind.length > 0 && inner.trimStart().startsWith('voice:')
    for (const [, code = '', level = ''] of isNote ? inner.matchAll(/([a-z0-9-]+)(?:=(\w+))?/g) : [])
      if (isLevel(level)) notes[code] = level
  }
  return notes
}

const LEVELS: readonly string[] = ['off', 'info', 'warning', 'error'] satisfies Level[]
const isLevel = (level: string): level is Level => LEVELS.includes(level)
