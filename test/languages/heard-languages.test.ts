import { describe, expect, it } from 'vitest'
import { languageOf } from '../../src/languages/heard-languages.js'
import { findLanguage } from '../../src/languages/languages.js'

const english = findLanguage('en')

describe('the language of a sentence', () => {
  it.each([
    ['show invoice 7'],
    ['id 5'],
    ['code 12'],
    ['message 5'],
    ['turn on the lamp'],
    ['which bank details sit behind instrument S E five'],
  ])('stays the own one of the session: %s', (text) => expect(languageOf(text, english)).toBe(english))

  it.each([['zeig mir die Rechnung 7'], ['welche Kunden sind angelegt?']])('is a whole one: %s', (text) =>
    expect(languageOf(text, english)).toBe(findLanguage('de')),
  )

  it.each([
    ['busca el paciente número trece', 'es'],
    ['pedido número ciento uno', 'es'],
    ['mostra o pedido número seis', 'pt'],
    ['montre la commande numéro vingt et un', 'fr'],
    ['tampilkan pesanan nomor dua belas', 'id'],
    ['on üç numaralı siparişi göster', 'tr'],
    ['покажи заказ номер двадцать один', 'ru'],
    ['查看订单列表', 'zh'],
  ])('is heard where most small words are its own: %s', (text, code) =>
    expect(languageOf(text, english)).toBe(findLanguage(code)),
  )
})
