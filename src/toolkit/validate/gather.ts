import type { Judged } from './diagnose.js'
import { ruleByCode } from './rules/table.js'

/** Findings of one severity that have one cause as a single one, at the place of the first; `together` is how many they are. */
export function gatherCauses(findings: readonly Judged[]): Judged[] {
  const first = new Map<string, Judged>()
  const counts = new Map<Judged, number>()
  const kept = findings.filter((finding) => {
    const together = ruleByCode.get(finding.code)?.together
    if (!together) return true
    const cause = JSON.stringify([finding.code, finding.severity, together.cause(finding.args)])
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
