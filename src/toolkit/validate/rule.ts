import type { Severity } from '../../diagnostics.js'
import type { Edit, Source } from './edits.js'
import type { Facts } from './facts.js'
import type { Args, Finding, Path } from './finding.js'

/** Whose demands a file is judged by: Postman's schema, an agent that must call it, or the prompt that asked for it. */
export type Profile = 'official' | 'agent' | 'generated'

/** A severity, or nothing at all. */
export type Level = Severity | 'off'

/** Where and with what a rule reports; everything else is filled in by the caller. */
export type Report = (path: Path, args?: Args, more?: Pick<Finding, 'keyOf' | 'severity' | 'offset'>) => void

/** One rule: data, its wording, and what it looks at. */
export interface Rule {
  /** Stable kebab-case name. */
  code: string
  /** By profile; `official` is off unless said otherwise. */
  severity: { agent: Level; generated: Level; official?: Level }
  /** Whether no setting may change it, because the file cannot be used at all. */
  final?: boolean
  /** One sentence for people: why it matters. */
  why: string
  /** An excerpt that breaks the rule, and the same one mended. */
  bad: string
  good: string
  /** What was found, in one sentence. */
  message(args: Args): string
  /**
   * For findings that come in numbers and are not fixed one by one: those with the same cause are a single one in the profile `agent`, with
   * this message, where `args.together` says how many they are.
   */
  together?: { cause(args: Args): string; message(args: Args): string }
  /** What to do, where the message does not say it. */
  hint?(args: Args): string | undefined
  /** Which of what was found `fix` mends; all of it when absent. */
  fixable?(args: Args): boolean
  /** Mends it in the text without touching anything else. */
  fix?(finding: Finding, source: Source): Edit[]
  /** Looks for it. Absent where parsing or the schema finds it. */
  check?(facts: Facts, report: Report): void
}

/** Whether `--fix` mends a finding of this rule. */
export function isFixable(rule: Rule, args: Args): boolean {
  return rule.fix !== undefined && (rule.fixable?.(args) ?? true)
}
