import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFixable } from '../../../../src/toolkit/validate/rule.js'
import { ruleByCode, rules } from '../../../../src/toolkit/validate/rules/table.js'
import promptRequirements from '../../../../templates/prompt-requirements.json'

describe('the rules', () => {
  it('have codes that are kebab-case and stand once', () => {
    for (const { code } of rules) expect(code).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
    expect(ruleByCode.size).toBe(rules.length)
  })

  it('say why in a sentence, with an example of bad and good', () => {
    for (const { why, bad, good, code } of rules) {
      expect(why, code).toMatch(/^[\p{Lu}`].*[^.]\.$/u)
      expect(bad, code).not.toBe(good)
    }
  })

  it('have a fix where they promise one', () => {
    for (const rule of rules) if (rule.fixable) expect(rule.fix, rule.code).toBeDefined()
    expect(rules.filter((rule) => isFixable(rule, { same: 1 })).length).toBeGreaterThan(5)
  })

  it('each have their cases, positive and negative', () => {
    const folder = import.meta.dirname
    const texts = [
      ...readdirSync(folder).map((name) => join(folder, name)),
      join(folder, '../bad-input.test.ts'),
      join(folder, '../../../cli/commands/validate.test.ts'),
    ]
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const untested = rules.filter(({ code }) => !texts.includes(`'${code}'`)).map(({ code }) => code)
    expect(untested).toEqual([])
  })
})

describe('the demands of the prompt', () => {
  it('are what the profile "generated" makes an error', () => {
    const checked = rules.filter(({ severity, final }) => severity.generated === 'error' && !final)
    const demanded = new Set(promptRequirements.map(({ code }) => code))
    for (const { code } of promptRequirements)
      expect(ruleByCode.get(code)?.severity.generated, code).toBe('error')
    const silent = checked.filter(({ code }) => !demanded.has(code)).map(({ code }) => code)
    // Faults that no instruction provokes or prevents; they follow from "exactly the format" and plain text.
    expect(silent.sort()).toEqual(SILENT)
  })

  it('are said once each, as sentences', () => {
    expect(new Set(promptRequirements.map(({ code }) => code)).size).toBe(promptRequirements.length)
    for (const { text } of promptRequirements) expect(text).toMatch(/^\p{Lu}.*\.$/u)
  })
})

const SILENT = [
  'auth-incomplete',
  'body-invalid-xml',
  'example-status-odd',
  'graphql-variables-invalid',
  'invalid-encoding',
  'invisible-character',
  'method-odd',
  'name-without-words',
  'request-and-folder',
  'too-long',
  'too-small',
  'url-whitespace',
  'variable-case',
  'variable-malformed',
  'variable-of-program',
  'wrapped-collection',
]
