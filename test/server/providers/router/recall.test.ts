import { describe, expect, it } from 'vitest'
import type { JsonSchema, JsonValue } from '../../../../src/toolkit/model/json.js'
import { members, tool } from './shop-tools.js'
import { talk } from './talk.js'

const tools = [
  tool('List lamps', { method: 'GET', path: '/lamps', parameters: members({}) }),
  tool('Delete lamp', {
    method: 'DELETE',
    path: '/lamps/{lampId}',
    parameters: members({ lampId: { type: 'integer' } }),
  }),
  tool('List makers', { method: 'GET', path: '/makers', parameters: members({}) }),
]
const lamps = [
  { id: 7, name: 'Aurora', pricePerDay: 12, designer: 'Ana Silva', year_of_release: 1995 },
  { id: 9, name: 'Aurora Two', pricePerDay: 8, designer: 'Ben Okafor', year_of_release: 1979 },
]
const withoutIds = lamps.map(({ id: _, ...lamp }) => lamp)

async function linesAfter(first: string[], question: string, content: JsonValue = lamps) {
  const answer = (name: string) => ({ status: 200, content: name === 'delete_lamp' ? {} : content })
  const before = await talk(first, { tools, answer })
  return (await talk([...first, question], { tools, answer })).slice(before.length)
}

describe('a question about a record of the last answer', () => {
  it.each([
    ['by its place', 'What does the second one cost?', 'The price per day of Aurora Two is 8.'],
    ['by its name', 'What year is Aurora from?', 'The year of release of Aurora is 1995.'],
    [
      'by the longer of two names',
      'What year is Aurora Two from?',
      'The year of release of Aurora Two is 1979.',
    ],
    ['by a person', 'Who is the designer of the first one?', 'The designer of Aurora is Ana Silva.'],
    ['by a comparison', 'Which one is the cheapest?', 'It is Aurora Two (price per day 8), out of 2 lamps.'],
  ])('is answered without a call: %s', async (_, question, said) => {
    expect(await linesAfter(['list the lamps'], question)).toEqual([said])
  })

  it('is answered for a pronoun after one record', async () => {
    const first = ['list the lamps', 'What does the second one cost?']
    expect(await linesAfter(first, 'And what year is it from?')).toEqual([
      'The year of release of Aurora Two is 1979.',
    ])
  })

  it('reads out a record without an id, which no tool could find again', async () => {
    expect(await linesAfter(['list the lamps'], 'Tell me about the second one', withoutIds)).toEqual([
      'Here is Aurora Two: price per day 8, designer Ben Okafor, year of release 1979.',
    ])
  })

  it.each([
    ['about something else', ['list the lamps'], 'Which maker is the cheapest?'],
    ['about the number of records', ['list the lamps'], 'How many lamps are there?'],
    ['after a change', ['list the lamps', 'delete lamp 7'], 'What do the lamps cost?'],
  ])('calls a tool again if it is %s', async (_, first, question) => {
    const lines = await linesAfter(first, question)
    expect(lines[0]).toMatch(/^list_/)
  })
})

describe('an answer that corrects what was said before', () => {
  const site: JsonSchema = { type: 'string' }
  const create = tool('Create site', {
    method: 'POST',
    path: '/sites',
    parameters: members({ body: members({ name: site, location: site }) }),
  })
  const say = (...says: string[]) =>
    talk(says, { tools: [create], answer: () => ({ status: 201, content: {} }) })

  it('changes the earlier value and is not taken for the value that was asked for', async () => {
    const lines = await say('create a site called Green Valley', 'rename it to Green Hills', 'Turin')
    expect(lines.slice(0, 3)).toEqual([
      'What should the location be?',
      'What should the location be?',
      'create_site {"body":{"name":"Green Hills","location":"Turin"}}',
    ])
  })

  it.each(['Goodbye and have a nice day', 'thank you, bye'])('ends with a farewell: %s', async (text) => {
    expect(await say(text)).toEqual(['Goodbye!'])
  })
})
