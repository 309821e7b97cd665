import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../../src/toolkit/semantics/words.js'

describe('wordsOf', () => {
  it.each([
    ['getPetById', ['get', 'pet', 'by', 'id']],
    ['HTTPServer2Go', ['http', 'server2', 'go']],
    ['list-pets/v2_all', ['list', 'pets', 'v2', 'all']],
    ['Über-Straße öffnen', ['uber', 'straße', 'offnen']],
    ['Ärzte2Öffnen', ['arzte2', 'offnen']],
    ['', []],
  ])('of %j are %j', (text, want) => {
    expect(wordsOf(text)).toEqual(want)
  })

  it('are the same for an ASCII name whether or not another alphabet follows', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (name) => {
        expect(wordsOf(`${name} é`)).toEqual([...wordsOf(name), 'e'])
      }),
      { seed: 20261121 },
    )
  })
})
