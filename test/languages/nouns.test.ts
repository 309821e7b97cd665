import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pluralEnglish } from '../../src/languages/en/stem.js'
import { findLanguage } from '../../src/languages/languages.js'
import type { SearchableTool } from '../../src/toolkit/search/facts.js'
import { createToolIndex } from '../../src/toolkit/search/tool-index.js'

/** A table of common nouns of APIs: the English noun, and what the users of each language say for it. */
const table = readFileSync(join(import.meta.dirname, '../fixtures/languages/nouns.txt'), 'utf8')
const [codes = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.replace('#', '').trim()))

/** How users ask to see something, with `*` for the noun. */
const requests: Record<string, string> = {
  ...{ de: 'zeig mir *', es: 'muéstrame *', fr: 'montre-moi *', it: 'mostrami *', pt: 'mostre *' },
  ...{ nl: 'toon *', pl: 'pokaż *', tr: '* göster', vi: 'cho tôi xem *', id: 'tampilkan *' },
  ...{ zh: '显示 *', ru: 'покажи *' },
}

function listing(noun: string): SearchableTool {
  const many = noun === 'news' ? noun : pluralEnglish(noun)
  const title = `List ${many}`
  return {
    ...{ name: `list_${noun}`, title, description: title, method: 'GET', path: `/${many}` },
    parameters: { type: 'object', properties: {} },
  }
}

/** How many other tools there are, and how far apart they are in the table. */
const [others, distance] = [7, 19]

describe.each(codes.slice(1))('the common nouns of APIs in %s', (code) => {
  it('find the tool of the record, which has an English title', () => {
    const column = codes.indexOf(code)
    const wordsOf = (row: string[]) => row[column]!.split(',').map((word) => word.trim())
    const { search: language } = findLanguage(code)
    const missed = rows.flatMap((row, at) => {
      const near = Array.from(
        { length: others },
        (_, step) => rows[(at + distance * (step + 1)) % rows.length]!,
      )
      // The tool of the record is the last, so nothing but the noun can make it the first.
      const tools = [...near, row].map(([noun]) => listing(noun!))
      const index = createToolIndex(tools, { language })
      return wordsOf(row).filter((word) => {
        const fits = [...near, row]
          .filter((one) => wordsOf(one).includes(word))
          .map(([noun]) => `list_${noun}`)
        const [first] = index.search(requests[code]!.replace('*', word), { limit: 1 })
        return word !== '' && !fits.includes(first?.definition.name ?? '')
      })
    })
    expect(rows.length).toBeGreaterThan(140)
    expect(missed).toEqual([])
  })
})
