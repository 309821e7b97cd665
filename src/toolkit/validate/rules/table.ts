import type { Rule } from '../rule.js'
import { fileRules } from './file-rules.js'
import { schemaRules } from './schema-rules.js'

/** Every rule, by subject. To add one, write an entry in the file of its subject. */
export const rules: readonly Rule[] = [...fileRules, ...schemaRules]

/** Every rule by its code. */
export const ruleByCode: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.code, rule]))
