import type { Severity } from '../../diagnostics.js'
import type { Edit, EditedSource } from './edits.js'
import type { FileFacts, ItemFacts } from './file-facts.js'
import type { Args, Path, RawDiagnostic } from './raw-diagnostic.js'

/**
 * The standard by which a file is judged: Postman's schema (`official`), the needs of an agent (`agent`), or the prompt
 * for generated collections (`generated`).
 */
export type Profile = 'official' | 'agent' | 'generated'

/** The severity of a rule, or `off` if it is not reported. */
export type Level = Severity | 'off'

export type Report = (
  path: Path,
  args?: Args,
  more?: Pick<RawDiagnostic, 'keyOf' | 'severity' | 'offset'>,
) => void

/** One rule: its data, its messages, and its check. */
export interface Rule {
  /** A stable name in kebab-case. */
  code: string
  severity: { agent: Level; generated: Level; official?: Level }
  /**
   * Whether the severity is fixed, so that settings cannot change it. True for problems that make the file unusable.
   */
  final?: boolean
  why: string
  bad: string
  good: string
  message(args: Args): string
  /**
   * Set for problems that occur often and are not fixed one by one. The profile `agent` merges all diagnostics of the
   * rule with the same `cause` into one with this `message`. `args.together` is the number of merged diagnostics.
   */
  together?: { cause(args: Args): string; message(args: Args): string }
  /** What to do, if the message does not say it. */
  hint?(args: Args): string | undefined
  fixable?(args: Args): boolean
  fix?(finding: RawDiagnostic, source: EditedSource): Edit[]
  /** Checks the file. Absent if the parser or the schema walk finds the problem. */
  check?(facts: FileFacts, report: Report): void
}

export function isFixable(rule: Rule, args: Args): boolean {
  return rule.fix !== undefined && (rule.fixable?.(args) ?? true)
}

export function eachRequest(check: (facts: ItemFacts, report: Report) => void): Rule['check'] {
  return ({ items }, report) => {
    for (const facts of items) check(facts, report)
  }
}
