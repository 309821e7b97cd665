import { describe, expect, it } from 'vitest'
import { typescript } from '../../../src/toolkit/generate/typescript.js'
import { checkTypes } from '../../support/check-types.js'
import { targetInput } from '../../support/compiled.js'
import { realCollection, someRealCollections } from '../../support/corpus.js'
import { hasShared } from '../../support/shared.js'

const BATCH = 20

function batches(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / BATCH) }, (_, index) =>
    names.slice(index * BATCH, (index + 1) * BATCH),
  )
}

const names = someRealCollections(12)

describe.skipIf(!hasShared)(`generated TypeScript of ${names.length} real collections`, () => {
  it.each(batches(names))('passes tsc --strict: %s and its neighbours', { timeout: 300_000 }, (...batch) => {
    const files: Record<string, string> = {}
    for (const [index, name] of batch.entries()) {
      const input = targetInput(realCollection(name).document)
      files[`one${index}.ts`] = typescript.toFile(input)
      for (const { path, text } of typescript.toDirectory(input)) files[`many${index}/${path}`] = text
    }
    expect(checkTypes(files)).toEqual([])
  })
})
