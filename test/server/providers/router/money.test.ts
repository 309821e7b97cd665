import { describe, expect, it } from 'vitest'
import { findLanguage } from '../../../../src/languages/languages.js'
import { plainFields, speakable } from '../../../../src/server/providers/router/records.js'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'

describe('amounts of money', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['beside their currency', { price: 12.5, currency: 'EUR' }, { price: '12.5 EUR' }],
    ['as text', { total_price: '598.94', currencyCode: 'USD' }, { total_price: '598.94 USD' }],
    [
      'in the smallest unit, as small letters say',
      { amount: 1099, currency: 'usd' },
      { amount: '10.99 USD' },
    ],
    ['of a currency without smaller units', { amount: 1099, currency: 'jpy' }, { amount: '1099 JPY' }],
    ['in cents, as their name says', { totalCents: 4599, currency: 'EUR' }, { total: '45.99 EUR' }],
    ['in cents without a currency', { priceInCent: 450, percent: 4 }, { price: 4.5, percent: 4 }],
    ['without a currency', { price: 12, number: 4 }, { price: 12, number: 4 }],
    ['of no currency', { price: 12, currency: 'points' }, { price: 12, currency: 'points' }],
    ['a currency of its own', { name: 'Euro', currency: 'EUR' }, { name: 'Euro', currency: 'EUR' }],
  ])('%s', (_, thing, told) => expect(plainFields(thing)).toEqual(told))

  it('as the value of an object', () => {
    expect(plainFields({ price: { value: '10.00', currency_code: 'USD' }, size: 4 })).toMatchObject({
      price: '10 USD',
    })
    expect(plainFields({ way: { value: 10, unit: 'km' }, size: 4 })).toMatchObject({
      way: { value: 10, unit: 'km' },
    })
  })

  it.each([
    ['10.99 USD', 'en', '$10.99'],
    ['1500 EUR', 'de', '1.500,00 €'],
    ['12 MAR', 'en', '12 MAR'],
    ['10 pieces', 'en', '10 pieces'],
  ])('%s in %s', (text, language, words) =>
    expect(speakable(text, findLanguage(language))?.replace(/\s/g, ' ')).toBe(words),
  )
})
