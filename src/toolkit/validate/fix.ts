import type { ForeignDocument } from '../collection/foreign-json.js'
import { locate, type Place } from '../collection/locate.js'
import type { JsonValue } from '../model/json.js'
import type { Judged } from './diagnose.js'
import { applyEdits, type Edit, type Source } from './edits.js'
import { keysOf, pathPointer } from './finding.js'
import { unrecognised } from './recognise.js'
import { isFixable } from './rule.js'
import { ruleByCode } from './rules/table.js'
import { type Analysis, analyse, type ValidateOptions } from './validate.js'

/** Rounds after which fixing ends; each must mend something, and mending reveals little. */
const MAX_ROUNDS = 10

/** What was mended. */
export interface Fixed {
  text: string
  /** Number of findings that are gone. */
  count: number
  /** What the document is when it is not recognised as a collection. Its text is as it was. */
  foreign?: ForeignDocument
}

/**
 * Repairs what is safe and leaves every other character as it is: formatting, key order, line endings. A repair that would bring
 * a new finding is left out, so that a fixed text never has more of any kind; a second run changes nothing. A document that is not
 * recognised as a collection v2.1 is not touched.
 */
export function fixText(text: string, options: ValidateOptions = {}): Fixed {
  let current = { text, analysis: analyse(text, options) }
  const foreign = unrecognised(text, current.analysis)
  if (foreign) return { text, count: 0, foreign }
  const before = current.analysis.findings.length
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fixOnce(current, options)
    if (!next) break
    current = next
  }
  return { text: current.text, count: before - current.analysis.findings.length }
}

interface State {
  text: string
  analysis: Analysis
}

/** All repairs together, or, when that is refused, those of one rule at a time. */
function fixOnce(state: State, options: ValidateOptions): State | undefined {
  const { text, analysis } = state
  const fixable = analysis.findings.filter((found) => isFixable(ruleByCode.get(found.code)!, found.args))
  if (fixable.length === 0) return undefined
  const source = sourceOf(text, { analysis, findings: fixable })
  const editsOf = (findings: Judged[]) =>
    findings.flatMap((found) => ruleByCode.get(found.code)!.fix!(found, source))
  const all = attempt(state, { edits: editsOf(fixable), options })
  if (all) return all
  for (const code of new Set(fixable.map((found) => found.code))) {
    const one = attempt(state, { edits: editsOf(fixable.filter((found) => found.code === code)), options })
    if (one) return one
  }
  return undefined
}

function attempt(
  { text, analysis }: State,
  { edits, options }: { edits: Edit[]; options: ValidateOptions },
): State | undefined {
  const mended = applyEdits(text, edits)
  if (mended === text) return undefined
  const after = analyse(mended, options)
  const isBetter = after.findings.length < analysis.findings.length && gainsNothing(analysis, after)
  return isBetter ? { text: mended, analysis: after } : undefined
}

function gainsNothing(before: Analysis, after: Analysis): boolean {
  const counts = countByCode(before)
  return [...countByCode(after)].every(([code, count]) => count <= (counts.get(code) ?? 0))
}

function countByCode({ findings }: Analysis): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function sourceOf(text: string, { analysis, findings }: { analysis: Analysis; findings: Judged[] }): Source {
  const { masked, document } = analysis
  const wanted = findings.flatMap(({ path, keyOf }) => [
    pathPointer(path),
    ...(keyOf ? [pathPointer(keyOf)] : []),
  ])
  const places = document === undefined ? new Map<string, Place>() : locate(masked, wanted)
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
