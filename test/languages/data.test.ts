import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { languageFiles } from '../../scripts/languages.mjs'
import { languageData } from '../../src/languages/data.js'
import type { LanguageData } from '../../src/languages/language-data.js'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(read('schemas/language.json'))

/** The placeholders of a text, in alphabetical order. */
const holesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join()

/** All texts of an object by their paths. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}/${key}`))
}

const spoken = ({ agent, approval, overlay }: LanguageData) => {
  const { verbs, anyVerb, ...texts } = approval
  return { agent, approval: texts, overlay }
}

describe('the file of a language', () => {
  it('is listed', () => {
    const files = readdirSync(join(root, 'templates/languages')).map((name) => name.replace('.json', ''))
    expect(languageData.map(({ code }) => code).sort()).toEqual(files.sort())
    expect(readFileSync(join(root, 'src/languages/files.ts'), 'utf8')).toBe(languageFiles())
  })

  it('is all that a new language needs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'languages-'))
    cpSync(join(root, 'templates/languages'), folder, { recursive: true })
    writeFileSync(join(folder, 'sv.json'), '{}')
    const code = languageFiles(folder)
    expect(code).toContain("import * as sv from '../../templates/languages/sv.json'")
    expect(code).toMatch(/files = \[en, .*\bsv\b/)
    expect(code).toContain('  sv.titles,')
  })

  it.each(languageData.map(({ code }) => code))(
    '%s has the form that the schema and the editor know',
    (code) => {
      validate(read(`templates/languages/${code}.json`))
      expect(validate.errors ?? []).toEqual([])
    },
  )

  it.each(languageData.map((data) => [data.code, data] as const))(
    '%s is complete: every text, with the same holes as in English',
    (_, data) => {
      const english = textsIn(spoken(languageData[0]!))
      const own = new Map(textsIn(spoken(data)))
      // English has no plural of its own for few.
      for (const path of [...own.keys()].filter((one) => one.endsWith('/few'))) {
        expect(holesIn(own.get(path)!)).toBe('{count}')
        own.delete(path)
      }
      expect([...own.keys()].sort()).toEqual(english.map(([path]) => path).sort())
      for (const [path, text] of english)
        expect([path, holesIn(own.get(path)!)]).toEqual([path, holesIn(text)])
    },
  )

  it.each(languageData.map((data) => [data.code, data] as const))('%s has every list of words', (_, data) => {
    const { numbers, dates, actions, words, sayings, answers, turns, titles, code } = data
    const lists = {
      ...actions,
      ...sayings,
      counted: numbers.counted,
      months: dates.months,
      turns: turns?.closed ?? [],
    }
    const required = [
      words.stopWords,
      words.questions,
      words.pointers,
      words.countQuestions,
      answers.yes,
      answers.no,
    ]
    for (const list of [...Object.values(lists), ...required]) expect(list.join('')).not.toBe('')
    expect(code === 'en' || titles?.destroys.length).toBeTruthy()
  })
})
