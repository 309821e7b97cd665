import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import type { Profile } from '../../src/toolkit/validate/rule.js'
import { type ValidateOptions, validateText } from '../../src/toolkit/validate/validate.js'

/** Documents by title. */
type Documents = Record<string, JsonValue>

/** Documents that a rule reports, and documents that it does not report. */
export interface RuleCases extends Omit<ValidateOptions, 'profile'> {
  profile?: Profile
  /** Each has this one defect and gives this one finding. */
  bad: Documents
  good: Documents
  /** Other rules that speak about the same defect, and are not looked at. */
  beside?: string[]
}

/** The table of cases of one rule. */
export function ruleCases(code: string, { bad, good, beside = [], ...options }: RuleCases): void {
  const find = (document: JsonValue) =>
    validateText(JSON.stringify(document, null, 2), options).filter((found) => !beside.includes(found.code))
  describe(code, () => {
    it.each(Object.entries(bad))('finds %s', (_title, document) => {
      const found = find(document)
      expect(found.map((one) => one.code)).toEqual([code])
      expect(found[0]?.message).toMatch(/^["\p{Lu}\d{].*[.)]$/u)
    })
    it.each(Object.entries(good))('leaves alone %s', (_title, document) => {
      expect(find(document).map((one) => one.code)).not.toContain(code)
    })
  })
}
