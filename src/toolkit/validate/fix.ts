import type { ForeignDocument } from '../collection/foreign-json.js'
import { locatePaths } from '../collection/locate.js'
import type { JsonValue } from '../model/json.js'
import { diagnoseUnrecognised } from './classify-file.js'
import type { PlacedDiagnostic } from './diagnose.js'
import { applyEdits, type Edit, type EditedSource } from './edits.js'
import { keysOf, pathPointer } from './raw-diagnostic.js'
import { isFixable } from './rule.js'
import { ruleByCode } from './rules/table.js'
import { type Analysis, analyse, type ValidateOptions } from './validate.js'

const MAX_ROUNDS = 10

/** The result of fixing. */
export interface Fixed {
  text: string
  count: number
  /** The rules whose findings are repaired. @default none */
  codes?: string[]
  /** What the document is, if it is not a collection. The text is then unchanged. */
  foreign?: ForeignDocument
}

/**
 * Applies the safe fixes and keeps every other character: formatting, key order, line endings. Skips a fix that would
 * cause a new diagnostic, with one exception: after the correction of a misspelt key, problems in its value appear that
 * the file had before. A second run changes nothing. A document that is not recognised as a collection v2.1 stays
 * unchanged.
 */
export function fixText(text: string, options: ValidateOptions = {}): Fixed {
  const first = analyse(text, options)
  let current: FixState = { text, analysis: first, count: 0 }
  const foreign = diagnoseUnrecognised(text, first)
  if (foreign) return { text, count: 0, foreign }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fixOnce(current, options)
    if (!next) break
    current = next
  }
  const left = countByCode(current.analysis)
  const codes = [...countByCode(first)].flatMap(([code, was]) => (was > (left.get(code) ?? 0) ? [code] : []))
  return { text: current.text, count: current.count, ...(codes.length > 0 && { codes }) }
}

interface FixState {
  text: string
  analysis: Analysis
  count: number
}

/** Renames misspelt `request` and `item`, else applies all fixes; if these cause a new problem, those of one rule. */
function fixOnce(state: FixState, options: ValidateOptions): FixState | undefined {
  const { text, analysis } = state
  const fixable = analysis.findings.filter((found) => isFixable(ruleByCode.get(found.code)!, found.args))
  if (fixable.length === 0) return undefined
  const source = sourceOf(text, { analysis, findings: fixable })
  const editsOf = (findings: PlacedDiagnostic[]) =>
    findings.flatMap((found) => ruleByCode.get(found.code)!.fix!(found, source))
  const misspelt = fixable.filter((found) => found.code === MISSPELT_ITEM)
  const revealed = misspelt.length > 0 && reveal(state, { misspelt, edits: editsOf(misspelt), options })
  if (revealed) return revealed
  const all = attempt(state, { edits: editsOf(fixable), options })
  if (all) return all
  for (const code of new Set(fixable.map((found) => found.code))) {
    const one = attempt(state, { edits: editsOf(fixable.filter((found) => found.code === code)), options })
    if (one) return one
  }
  return undefined
}

/** The rule for items without `request` and `item`. Below a misspelt one, nothing is checked. */
const MISSPELT_ITEM = 'request-missing'

/** Renames misspelt keys of items. Diagnostics inside, which were there before, do not count as new. */
function reveal(
  { text, analysis, count }: FixState,
  { misspelt, edits, options }: { misspelt: PlacedDiagnostic[]; edits: Edit[]; options: ValidateOptions },
): FixState | undefined {
  const mended = applyEdits(text, edits)
  if (mended === text) return undefined
  const after = analyse(mended, options)
  const items = misspelt.map(({ path }) => pathPointer(path))
  const isSafe = gainsNothing(errorsBeside(items, analysis), errorsBeside(items, after))
  return isSafe ? { text: mended, analysis: after, count: count + misspelt.length } : undefined
}

function errorsBeside(items: string[], { findings }: Findings): Findings {
  const isInside = (pointer: string) => items.some((item) => `${pointer}/`.startsWith(`${item}/`))
  return {
    findings: findings.filter(({ severity, path }) => severity === 'error' && !isInside(pathPointer(path))),
  }
}

type Findings = Pick<Analysis, 'findings'>

function attempt(
  { text, analysis, count }: FixState,
  { edits, options }: { edits: Edit[]; options: ValidateOptions },
): FixState | undefined {
  const mended = applyEdits(text, edits)
  if (mended === text) return undefined
  const after = analyse(mended, options)
  const isBetter = after.findings.length < analysis.findings.length && gainsNothing(analysis, after)
  const fixed = analysis.findings.length - after.findings.length
  return isBetter ? { text: mended, analysis: after, count: count + fixed } : undefined
}

function gainsNothing(before: Findings, after: Findings): boolean {
  const counts = countByCode(before)
  return [...countByCode(after)].every(([code, count]) => count <= (counts.get(code) ?? 0))
}

function countByCode({ findings }: Findings): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function sourceOf(
  text: string,
  { analysis, findings }: { analysis: Analysis; findings: PlacedDiagnostic[] },
): EditedSource {
  const { masked, document } = analysis
  const paths = findings.flatMap(({ path, keyOf }) => (keyOf ? [path, keyOf] : [path]))
  const found = document === undefined ? [] : locatePaths(masked, paths.map(keysOf))
  const places = new Map(paths.map((path, index) => [pathPointer(path), found[index]]))
  return {
    text,
    place: (path) => places.get(pathPointer(path)),
    value: (path) =>
      keysOf(path).reduce<JsonValue | undefined>(
        (value, key) => (value as Record<string | number, JsonValue> | undefined)?.[key],
        document,
      ),
  }
}
