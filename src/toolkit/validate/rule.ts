import type { Severity } from '../../diagnostics.js'
import type { Edit, EditedSource } from './edits.js'
import type { FileFacts, ItemFacts } from './file-facts.js'
import type { Args, Path, RawDiagnostic } from './raw-diagnostic.js'

/** The standard for a file: Postman's schema (`official`), the needs of an agent, or the generation prompt. */
export type Profile = 'official' | 'agent' | 'generated'

/** A severity, or off. */
export type Level = Severity | 'off'

/** Adds a diagnostic about the value at `path`; `args` are for the message. */
export type Report = (
  path: Path,
  args?: Args,
  more?: Pick<RawDiagnostic, 'keyOf' | 'severity' | 'offset'>,
) => void

/** One rule: its data, its messages, and its check. */
export interface Rule {
  /** A stable name in kebab-case. */
  code: string
  /** The severity in each profile. Without `official`, the rule is off there. */
  severity: { agent: Level; generated: Level; official?: Level }
  /** Whether settings cannot change the severity, because the file is unusable. */
  final?: boolean
  /** One sentence: why the problem matters. */
  why: string
  /** An excerpt that breaks the rule, and the same excerpt after the fix. */
  bad: string
  good: string
  /** The problem, in one sentence. */
  message(args: Args): string
  /**
   * For problems that occur often and are not fixed one by one. The profile `agent` merges the diagnostics of a rule
   * that have the same cause into one with this message; `args.together` is how many they were.
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
