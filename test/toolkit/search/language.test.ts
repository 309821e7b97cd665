import { describe, expect, it } from 'vitest'
import { isEnglishPlural, singularEnglish, stemEnglish } from '../../../src/languages/en/stem.js'
import { findLanguage } from '../../../src/languages/languages.js'
import { lexiconOf } from '../../../src/toolkit/search/lexicon.js'
import { readPath } from '../../../src/toolkit/search/resource.js'

const english = findLanguage('en').search

describe('English stems', () => {
  it.each([
    ['policies', 'policy'],
    ['boxes', 'box'],
    ['statuses', 'status'],
    ['deleting', 'delete'],
    ['deleted', 'delete'],
    ['deletion', 'delete'],
    ['stopped', 'stop'],
    ['cancelled', 'cancel'],
    ['cancellation', 'cancel'],
    ['configurations', 'configure'],
    ['created', 'create'],
    ['people', 'person'],
    ['contributors', 'contribute'],
    ['tried', 'try'],
  ])('%s is a form of %s', (form, word) => expect(stemEnglish(form)).toBe(stemEnglish(word)))

  it('take names of built-in members as words', () => {
    expect(stemEnglish('constructor')).toBe('construct')
    expect(isEnglishPlural('constructor')).toBe(false)
  })

  it.each([['news'], ['address'], ['bus'], ['analysis'], ['status'], ['id']])('%s is no plural', (word) =>
    expect(isEnglishPlural(word)).toBe(false),
  )

  it.each([
    ['addresses', 'address'],
    ['companies', 'company'],
    ['batches', 'batch'],
    ['invoices', 'invoice'],
    ['status', 'status'],
  ])('one of the %s is a %s', (many, one) => expect(singularEnglish(many)).toBe(one))
})

describe('actions in words', () => {
  const lexicon = lexiconOf(english)
  it.each([
    ['get rid of it', ['delete']],
    ['look for a thing', ['find']],
    ['show the device records', ['get']],
    ['please delete the list', ['delete']],
    ['call off the delivery', ['cancel']],
  ])('%s: %j', (text, actions) => expect(lexicon.actionsIn(text)).toEqual(actions))
})

describe('readPath', () => {
  it.each([
    [
      '/artists/{id}/albums',
      { target: ['albums'], single: false, parameters: [{ name: 'id', owner: ['artists'] }], own: false },
    ],
    [
      '/api/v1/apiCredentials/{apiCredentialId}',
      { target: ['api', 'credentials'], single: true, own: false },
    ],
    ['/me/albums', { target: ['albums'], single: false, own: true }],
    ['/', { target: [], single: false, parameters: [] }],
  ])('%s', (path, want) => expect(readPath(path)).toMatchObject(want))
})
