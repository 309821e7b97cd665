import { describe, expect, it } from 'vitest'
import { otherFormOf } from '../../../src/toolkit/search/rank.js'

describe('another form of a word', () => {
  it.each([
    ['yazarlara', ['kitap', 'yazar'], 'yazar'],
    ['чаты', ['чат', 'часы'], 'чат'],
    ['propiedades', ['propina', 'propiedad'], 'propiedad'],
    ['kitaplarim', ['kitap', 'kitaplar'], 'kitaplar'],
  ])('of %s among %j is %s', (word, subjects, form) => expect(otherFormOf(word, subjects)).toBe(form))

  it.each([
    ['contrato', ['contacto']],
    ['casa', ['cama', 'casamiento']],
    ['да', ['дата']],
    ['yazar', []],
  ])('of %s is not among %j', (word, subjects) => expect(otherFormOf(word, subjects)).toBeUndefined())
})
