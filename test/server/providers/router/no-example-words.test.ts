import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const nouns = /\b(pets?|animals?|dogs?|cats?|orders?|petshops?|shops?)\b/i

/** The rules have to be general: the example collection's nouns stand nowhere in what finds, fills and speaks. */
describe.each(['src/toolkit/search', 'src/server/providers/router'])('%s', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  it.each(files)('%s has no noun of the example collection', (file) => {
    const lines = readFileSync(join(root, folder, file), 'utf8').split('\n')
    expect(lines.filter((line) => nouns.test(line))).toEqual([])
  })
})
