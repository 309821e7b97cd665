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

/** The severities and the texts of a rule, from `templates/rules.json`. */
export interface RuleText {
  /** The severity in each profile. If `official` is absent, the rule is off in the profile `official`. */
  severity: { agent: Level; generated: Level; official?: Level }
  /**
   * Whether the severity is fixed, so that settings cannot change it. True for problems that make the file unusable.
   */
  final?: boolean
  why: string
  /** An excerpt that breaks the rule, and the same excerpt after the fix. */
  bad: string
  good: string
}

/** The check of a rule, its messages and its fix. */
export interface RuleCheck {
  /** A stable name in kebab-case. */
  code: string
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

export type Rule = RuleText & RuleCheck

export function isFixable(rule: Rule, args: Args): boolean {
  return rule.fix !== undefined && (rule.fixable?.(args) ?? true)
}

export function eachRequest(check: (facts: ItemFacts, report: Report) => void): RuleCheck['check'] {
  return ({ items }, report) => {
    for (const facts of items) check(facts, report)
  }
}
