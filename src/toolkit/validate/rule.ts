import type { Severity } from '../../diagnostics.js'
import type { Edit, EditedSource } from './edits.js'
import type { FileFacts } from './file-facts.js'
import type { Args, Path, RawDiagnostic } from './raw-diagnostic.js'

/** The requirements that a file is checked against: Postman's schema, use by an agent, or the generation prompt. */
export type Profile = 'official' | 'agent' | 'generated'

/** A severity, or off. */
export type Level = Severity | 'off'

/** Reports a diagnostic with its path and arguments; the caller adds everything else. */
export type Report = (
  path: Path,
  args?: Args,
  more?: Pick<RawDiagnostic, 'keyOf' | 'severity' | 'offset'>,
) => void

/** One rule: its data, its messages, and its check. */
export interface Rule {
  /** Stable kebab-case name. */
  code: string
  /** By profile; `official` is off by default. */
  severity: { agent: Level; generated: Level; official?: Level }
  /** Whether settings cannot change it, because the file is unusable. */
  final?: boolean
  /** One sentence: why it matters. */
  why: string
  /** An excerpt that breaks the rule, and the same one fixed. */
  bad: string
  good: string
  /** The problem, in one sentence. */
  message(args: Args): string
  /**
   * For frequent diagnostics that are not fixed one by one: those with the same cause are merged into one in the
   * profile `agent`, with this message; `args.together` is their number.
   */
  together?: { cause(args: Args): string; message(args: Args): string }
  /** What to do, if the message does not say it. */
  hint?(args: Args): string | undefined
  /** Which diagnostics `fix` can fix; all of them when absent. */
  fixable?(args: Args): boolean
  /** Fixes it in the text without other changes. */
  fix?(finding: RawDiagnostic, source: EditedSource): Edit[]
  /** Checks the file. Absent if parsing or the schema finds the problem. */
  check?(facts: FileFacts, report: Report): void
}

/** Whether `--fix` fixes a diagnostic of this rule. */
export function isFixable(rule: Rule, args: Args): boolean {
  return rule.fix !== undefined && (rule.fixable?.(args) ?? true)
}
