import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { collectionOf, soundExample, soundItem, soundRequest } from '../../../support/small-collection.js'

const one = (changes: Record<string, JsonValue | undefined>) => collectionOf([soundItem(changes)])
const LONG = 'Get the pet with the given identifier from the store that is open right now'

ruleCases('name-missing', {
  bad: {
    'a request without name': one({ name: undefined }),
    'a request with a blank name': one({ name: '  ' }),
    'a folder without name': collectionOf([], { item: [{ item: [soundItem()] }] }),
  },
  good: { 'a name': one({}) },
})

ruleCases('name-too-long', {
  bad: { 'a name of 75 characters': one({ name: LONG }) },
  good: { 'a name of 64 characters': one({ name: LONG.slice(0, 64) }) },
})

ruleCases('name-without-words', {
  bad: { 'signs alone': one({ name: '???' }), pictures: one({ name: '🚀' }) },
  good: {
    accents: one({ name: 'Détails' }),
    digits: one({ name: '42' }),
    'another script': one({ name: '宠物' }),
  },
})

ruleCases('description-missing', {
  bad: {
    'no description': one({ request: soundRequest({ description: undefined }) }),
    'an empty one': one({ request: soundRequest({ description: ' ' }) }),
    'an empty object': one({ request: soundRequest({ description: { content: '' } }) }),
  },
  good: {
    'one on the item': one({
      description: 'Returns a pet.',
      request: soundRequest({ description: undefined }),
    }),
    'one as an object': one({ request: soundRequest({ description: { content: 'Returns a pet.' } }) }),
  },
})

ruleCases('duplicate-name', {
  beside: ['duplicate-request'],
  bad: {
    'the same name twice in a folder': collectionOf([soundItem(), soundItem()]),
    'the same but for case': collectionOf([soundItem(), soundItem({ name: 'GET PET' })]),
  },
  good: {
    'the same name in two folders': collectionOf([], {
      item: [
        { name: 'Pets', item: [soundItem()] },
        { name: 'Dogs', item: [soundItem()] },
      ],
    }),
  },
})

ruleCases('empty-folder', {
  bad: {
    'a folder without items': collectionOf([soundItem(), { name: 'Later', item: [] }]),
  },
  good: { 'a folder with items': one({}) },
})

ruleCases('empty-collection', {
  bad: { 'no items': collectionOf([], { item: [] }) },
  good: { 'one request': one({}) },
})

ruleCases('folder-nesting', {
  profile: 'generated',
  bad: { 'a request at the top': collectionOf([], { item: [soundItem()] }) },
  good: { 'a request in a folder': one({}) },
})

ruleCases('invisible-character', {
  beside: ['url-disagrees', 'base-url'],
  bad: {
    'a zero-width space in a name': one({ name: 'Get\u200b pet' }),
    'a byte order mark in an address': one({
      request: soundRequest({
        url: { raw: '{{base_url}}/pets\ufeff', host: ['{{base_url}}'], path: ['pets'] },
      }),
    }),
    'a direction mark in an address as text': one({
      request: soundRequest({ url: '{{base_url}}/pets\u200e' }),
    }),
  },
  good: { 'a joined emoji': one({ name: 'Get 👩‍🚀', response: [soundExample()] }) },
})
