import type texts from '../../../templates/rules.json'
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

type Texts = typeof texts

/** The name of a rule: the key of its entry in `templates/rules.json`. */
export type RuleCode = { [Subject in keyof Texts]: keyof Texts[Subject] }[keyof Texts] & string

/** A text with placeholders, or several of which the first one applies that lacks no value. See `wording.ts`. */
export type Wording = string | readonly string[]

export interface RuleText {
  /** The severity in each profile. If `official` is absent, the rule is off in the profile `official`. */
  severity: { agent: Level; generated: Level; official?: Level }
  /** Whether settings cannot change the severity, because the file is unusable. */
  final?: boolean
  message: Wording
  /** Merges, in the profile `agent`, all diagnostics of the rule with the same `cause` into this `message` with their number. */
  together?: { cause: readonly string[]; message: Wording }
  /** What to do, if the message does not say it. */
  hint?: Wording
  why: string
  /** An excerpt that breaks the rule, and the same excerpt after the fix. */
  bad: string
  good: string
}

/** Finds the problems of a rule in a file. A rule has none if the parser or the schema walk finds them. */
export type Check = (facts: FileFacts, report: Report) => void

export type RuleChecks = Partial<Record<RuleCode, Check>>

/** How `--fix` repairs a problem. Without `fixable`, it repairs each. */
export interface RuleFix {
  fixable?(args: Args): boolean
  fix(finding: RawDiagnostic, source: EditedSource): Edit[]
}

export type Rule = RuleText & Partial<RuleFix> & { code: string; check?: Check | undefined }

export function isFixable(rule: Rule, args: Args): boolean {
  return rule.fix !== undefined && (rule.fixable?.(args) ?? true)
}

export function eachRequest(check: (facts: ItemFacts, report: Report) => void): Check {
  return ({ items }, report) => {
    for (const facts of items) check(facts, report)
  }
}
