import { describe, expect, it } from 'vitest'
import { typescript } from '../../../src/toolkit/generate/typescript.js'
import { checkTypes } from '../../support/check-types.js'
import { targetInput } from '../../support/compiled.js'
import { realCollection, realCollectionNames } from '../../support/corpus.js'
import { hasShared } from '../../support/shared.js'

const full = process.env.VOICE_TEST_FULL === '1'
const FEW = 12
const BATCH = 20

/** Every one in a full run, else some that stand far apart. */
function chosenNames(): string[] {
  const names = realCollectionNames()
  const step = full ? 1 : Math.ceil(names.length / FEW)
  return names.filter((_, index) => index % step === 0)
}

function batches(names: string[]): string[][] {
  return Array.from({ length: Math.ceil(names.length / BATCH) }, (_, index) =>
    names.slice(index * BATCH, (index + 1) * BATCH),
  )
}

const names = hasShared ? chosenNames() : []

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
