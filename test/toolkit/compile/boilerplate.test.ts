import { describe, expect, it } from 'vitest'
import { withoutBoilerplate } from '../../../src/toolkit/compile/boilerplate.js'

const own = ['Lists pets.', 'Adds a pet.', 'Deletes a pet.', 'Moves a pet.', 'Feeds a pet.']

describe('withoutBoilerplate', () => {
  const repeated: [name: string, text: string][] = [
    ['a sentence', ' You need an API key.'],
    ['a paragraph', '\n\nRequests are limited to 5 a second. Use the sandbox first.'],
    ['a list with its head', '\nYour key needs one of these roles:\n- reader\n- writer'],
    ['scopes', ' Required scopes: `read`.'],
    ['a link', '\nhttps://docs.example/pets'],
  ]
  it.each(repeated)('drops %s that all have', (_, text) => {
    const cleaned = withoutBoilerplate(own.map((one) => `${one}${text}`))
    expect(cleaned.map((one) => one.trim())).toEqual(own)
  })

  it('keeps what few have, and first sentences of several requests', () => {
    const others = own.map((one) => `Now: ${one}`)
    const some = [...own, ...others, ...own.map(() => 'Takes payments. By card.'), 'Takes a note. By hand.']
    const want = [...own, ...others, ...own.map(() => 'Takes payments.'), 'Takes a note. By hand.']
    expect(withoutBoilerplate(some)).toEqual(want)
  })

  const nothing = [
    'null',
    'undefined',
    'N/A',
    'Lorem ipsum dolor sit amet.',
    '',
    'Description',
    'Use page and limit for pagination.',
  ]
  it.each(nothing)('takes "%s" for no description', (text) => {
    expect(withoutBoilerplate([text])).toEqual([''])
  })

  const telling = ['Returns a paginated list of pets.', 'Scopes of a key', 'Opens the page of a pet.']
  it.each(telling)('keeps "%s"', (text) => {
    expect(withoutBoilerplate([text])).toEqual([text])
  })
})
