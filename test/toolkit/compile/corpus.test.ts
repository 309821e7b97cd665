import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { Collection, Folder, Item } from '../../../src/toolkit/model/collection.js'
import { realCollection, realCollectionNames } from '../../support/corpus.js'
import { exampleInput } from '../../support/example-input.js'
import { seeded } from '../../support/seeded.js'
import { hasShared } from '../../support/shared.js'

const names = hasShared ? realCollectionNames() : []

describe.skipIf(!hasShared)('every real collection', () => {
  it.each(names)('%s compiles into sound tools', (name) => {
    const { definitions } = compileCollection(parseCollection(realCollection(name).document))
    const ajv = new Ajv({ strict: true, allErrors: false })
    addFormats.default(ajv)
    expect(new Set(definitions.map((one) => one.name)).size).toBe(definitions.length)
    for (const definition of definitions) {
      expect(definition.name).toMatch(/^[a-z0-9_]{1,64}$/)
      const validate = ajv.compile(definition.parameters)
      const input = exampleInput(definition)
      expect(validate(input), `${definition.name}: ${ajv.errorsText(validate.errors)}`).toBe(true)
    }
  })

  it.each(names)('%s keeps its names in any order', (name) => {
    const collection = parseCollection(realCollection(name).document)
    const random = seeded(7)
    const shuffled = { ...collection, items: shuffle(collection.items, random) }
    expect(namesByPointer(shuffled)).toEqual(namesByPointer(collection))
  })
})

/** Names by what the request is; exact duplicates share the names they have. */
function namesByPointer(collection: Collection): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { name, request, folder, title, description } of compileCollection(collection).definitions) {
    const key = JSON.stringify([request, folder, title, description])
    found[key] = [...(found[key] ?? []), name].sort()
  }
  return found
}

function shuffle(items: (Folder | Item)[], random: () => number): (Folder | Item)[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => (item.kind === 'folder' ? { ...item, items: shuffle(item.items, random) } : item))
}
