import texts from '../../../../templates/rules.json'
import { schemaUrlCheck } from '../classify-file.js'
import type { Rule, RuleCode, RuleText } from '../rule.js'
import { addressRules } from './address-rules.js'
import { bodyAndHeaderRules } from './body-and-header-rules.js'
import { effectRules } from './effect-rules.js'
import { exampleRules } from './example-rules.js'
import { fixes } from './fixes.js'
import { inputRules } from './input-rules.js'
import { nameRules } from './name-rules.js'
import { safetyRules } from './safety-rules.js'
import { specificationRules } from './specification-rules.js'
import { variableRules } from './variable-rules.js'

const checks = {
  'schema-url': schemaUrlCheck,
  ...nameRules,
  ...addressRules,
  ...inputRules,
  ...specificationRules,
  ...bodyAndHeaderRules,
  ...exampleRules,
  ...variableRules,
  ...effectRules,
  ...safetyRules,
}

/** The rules by subject, in the order of the documentation. */
export const subjects: readonly (readonly [title: string, rules: readonly Rule[]])[] = Object.entries(
  texts as Record<string, Record<string, RuleText>>,
).map(([title, rules]) => [
  title,
  Object.entries(rules).map(([code, text]) => ({
    ...{ code, ...text, ...fixes[code as RuleCode] },
    check: checks[code as RuleCode],
  })),
])

export const rules: readonly Rule[] = subjects.flatMap(([, entries]) => entries)

export const ruleByCode: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.code, rule]))
