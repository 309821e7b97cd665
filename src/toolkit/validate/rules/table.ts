import texts from '../../../../templates/rules.json'
import type { Rule, RuleCheck, RuleText } from '../rule.js'
import { addressRules } from './address-rules.js'
import { bodyAndHeaderRules } from './body-and-header-rules.js'
import { effectRules } from './effect-rules.js'
import { exampleRules } from './example-rules.js'
import { fileRules } from './file-rules.js'
import { inputRules } from './input-rules.js'
import { nameRules } from './name-rules.js'
import { safetyRules } from './safety-rules.js'
import { schemaRules } from './schema-rules.js'
import { specificationRules } from './specification-rules.js'
import { variableRules } from './variable-rules.js'

/**
 * The rules by subject, in the order of the documentation. To add a rule, add its check to the list in the file of its
 * subject, and its severities and texts to `templates/rules.json`.
 */
export const subjects: readonly (readonly [title: string, rules: readonly Rule[]])[] = (
  [
    ['Files', fileRules],
    ['Structure', schemaRules],
    ['Names and folders', nameRules],
    ['Addresses', addressRules],
    ['Inputs', inputRules],
    ['Specifications', specificationRules],
    ['Bodies and headers', bodyAndHeaderRules],
    ['Examples', exampleRules],
    ['Variables', variableRules],
    ['Reads and writes', effectRules],
    ['Safety', safetyRules],
  ] as const
).map(([title, checks]) => [title, checks.map(withText)])

function withText(check: RuleCheck): Rule {
  return { ...(texts as Record<string, RuleText>)[check.code]!, ...check }
}

export const rules: readonly Rule[] = subjects.flatMap(([, entries]) => entries)

export const ruleByCode: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.code, rule]))
