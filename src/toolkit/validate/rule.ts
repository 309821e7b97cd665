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

/** Adds a diagnostic about the value at `path`. `args` are the values for its message. */
export type Report = (
  path: Path,
  args?: Args,
  more?: Pick<RawDiagnostic, 'keyOf' | 'severity' | 'offset'>,
) => void

/** One rule: its data, its messages, and its check. */
export interface Rule {
  /** A stable name in kebab-case. */
  code: string
  /** The severity in each profile. If `official` is absent, the rule is off in the profile `official`. */
  severity: { agent: Level; generated: Level; official?: Level }
  /**
   * Whether the severity is fixed, so that settings cannot change it. True for problems that make the file unusable.
   */
  final?: boolean
  /** Why the problem matters. */
  why: string
  /** An excerpt that breaks the rule, and the same excerpt after the fix. */
  bad: string
  good: string
  /** The problem, in one sentence. */
  message(args: Args): string
  /**
   * Set for problems that occur often and are not fixed one by one. The profile `agent` merges all diagnostics of the
   * rule with the same `cause` into one with this `message`. `args.together` is the number of merged diagnostics.
   */
  together?: { cause(args: Args): string; message(args: Args): string }
  /** What to do, if the message does not say it. */
  hint?(args: Args): string | undefined
  /** Whether `fix` can fix this diagnostic. If absent, `fix` can fix all diagnostics of this rule. */
  fixable?(args: Args): boolean
  /** The edits that fix the problem and change nothing else. */
  fix?(finding: RawDiagnostic, source: EditedSource): Edit[]
  /** Checks the file. Absent if the parser or the schema walk finds the problem. */
  check?(facts: FileFacts, report: Report): void
}

/** Whether `--fix` fixes a diagnostic of this rule. */
export function isFixable(rule: Rule, args: Args): boolean {
  return rule.fix !== undefined && (rule.fixable?.(args) ?? true)
}

/** Returns a check that calls `check` for each request. */
export function eachRequest(check: (facts: ItemFacts, report: Report) => void): Rule['check'] {
  return ({ items }, report) => {
    for (const facts of items) check(facts, report)
  }
}
