import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { members, tool } from './shop-tools.js'
import { talk } from './talk.js'

const id = members({ cabinId: { type: 'integer' } })
const tools = [
  tool('List cabins', { method: 'GET', path: '/cabins', parameters: members({}) }),
  tool('Get cabin', { method: 'GET', path: '/cabins/{cabinId}', parameters: id }),
  tool('Update cabin', {
    method: 'PATCH',
    path: '/cabins/{cabinId}',
    parameters: members({
      cabinId: { type: 'integer' },
      body: { type: 'object', properties: { beds: { type: 'integer' }, town: { type: 'string' } } },
    }),
  }),
  tool('Delete cabin', { method: 'DELETE', path: '/cabins/{cabinId}', parameters: id }),
]
const cabins = [
  { id: 4, name: 'Otter Lodge', town: 'Narvik', beds: 6, bedsFree: 2, heated: true, state: 'open' },
  { id: 5, name: 'Blue Barn', town: 'Bodo', beds: 4, bedsFree: 0, heated: false, state: 'closed' },
  { id: 6, name: 'Pine Hut', town: 'Narvik', beds: 2, bedsFree: 1, heated: false, state: 'open' },
]

const answer = (name: string): { status: number; content: JsonValue } => ({
  status: 200,
  content: name === 'list_cabins' ? cabins : {},
})
const say = (...says: string[]) => talk(says, { tools, answer })
const lastOf = async (...says: string[]) => (await say(...says)).at(-1)

describe('the records of a list of which the user says something', () => {
  it.each([
    ['a state', 'Which of them are closed?', /^Here is Blue Barn/],
    ['what is true of it', 'Which one is heated?', /^I found one cabin: Otter Lodge/],
    [
      'a value that several have',
      'Which of those are in Narvik?',
      /^I found 2 cabins: Otter Lodge.*Pine Hut/,
    ],
    ['a part of its name', 'How many beds does the barn have?', /^The beds of Blue Barn are 4\.$/],
  ])('are told without a call: %s', async (_, question, said) => {
    const lines = await say('list the cabins', question)
    expect(lines.filter((line) => line.startsWith('list_'))).toHaveLength(1)
    expect(lines.at(-1)).toMatch(said)
  })

  it('are told where the call has no input for what was said', async () => {
    expect(await lastOf('I need a cabin in Narvik')).toMatch(/^I found 2 cabins: Otter Lodge.*Pine Hut/)
    expect(await lastOf('are there any cabins with no beds free?')).toMatch(/^I found one cabin: Blue Barn/)
  })

  it('become what the conversation is about', async () => {
    expect(await lastOf('list the cabins', 'which one is heated?', 'delete it')).toMatch(/^Done/)
    expect(await say('list the cabins', 'which one is heated?', 'delete it')).toContain(
      'delete_cabin {"cabinId":4}',
    )
  })
})

describe('what the agent told last', () => {
  it('is changed by "make that 5", without its name', async () => {
    const lines = await say('list the cabins', 'how many beds does the barn have?', 'make that 5')
    expect(lines).toContain('update_cabin {"cabinId":5,"body":{"beds":5}}')
  })

  it('is no single record after a list, so that "delete it" deletes nothing', async () => {
    const lines = await say('list the cabins', 'delete it')
    expect(lines.some((line) => line.startsWith('delete_'))).toBe(false)
  })
})

it('reads the address after a shortened word as one value', async () => {
  const lines = await say('change the town of cabin 6 to St. Olav')
  expect(lines).toContain('update_cabin {"cabinId":6,"body":{"town":"St. Olav"}}')
})
