import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import { estimateTokens } from '../../../src/toolkit/semantics/tokens.js'
import { realCollection, realCollectionNames } from '../../support/corpus.js'
import { hasShared } from '../../support/shared.js'

describe.skipIf(!hasShared)('estimateTokens', () => {
  it('is within 15 % for the tools of every real collection, and for 99 of 100 tools', () => {
    const ratios: number[] = []
    for (const name of realCollectionNames()) {
      let [real, estimated] = [0, 0]
      for (const tool of compileCollection(parseCollection(realCollection(name).document)).definitions) {
        const { name, description, parameters, tokens } = tool
        const text = JSON.stringify({ name, description, parameters })
        const count = encode(text).length
        expect(tokens).toBe(estimateTokens(text))
        ratios.push(tokens / count)
        real += count
        estimated += tokens
      }
      expect(Math.abs(estimated - real), name).toBeLessThanOrEqual(real * 0.15)
    }
    const far = ratios.filter((ratio) => Math.abs(ratio - 1) > 0.15)
    expect(far.length).toBeLessThanOrEqual(ratios.length / 100)
  }, 60_000)
})
