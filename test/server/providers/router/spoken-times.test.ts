import { expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { tool } from './shop-tools.js'
import { talk } from './talk.js'

const clock = { ...performance, now: () => Date.parse('2026-11-28T10:00:00Z'), schedule: () => () => {} }
const body = (properties: Record<string, JsonSchema>) => ({
  type: 'object',
  properties: {
    roomId: { type: 'integer' },
    body: { type: 'object', properties, required: Object.keys(properties) },
  },
  required: ['roomId', 'body'],
})
const move = (example: string) => [
  tool('Move room', {
    method: 'PATCH',
    path: '/rooms/{roomId}',
    parameters: body({ startsAt: { type: 'string', format: 'date-time', examples: [example] } }),
  }),
]
const reserve = [
  tool('Reserve room', {
    method: 'POST',
    path: '/rooms/{roomId}/reservations',
    parameters: body({ date: { type: 'string', format: 'date' }, time: { type: 'string' } }),
  }),
]
const firstOf = async (says: string[], tools: ReturnType<typeof tool>[], language = 'en') =>
  (
    await talk(says, { tools, answer: () => ({ status: 204, content: null }), router: { clock, language } })
  )[0]

it.each([
  ['move room 3 to tomorrow at 3 pm', 'en', '2026-11-29T15:00:00Z'],
  ['move room 3 to 10:30 a.m. on Friday', 'en', '2026-12-04T10:30:00Z'],
  ['move room 3 to December 5 at 12am', 'en', '2026-12-05T00:00:00Z'],
  ['verschiebe room 3 auf Donnerstag um 15 Uhr 30', 'de', '2026-12-03T15:30:00Z'],
  ['move room 3 to tomorrow', 'en', '2026-11-29T00:00:00Z'],
])('%s', async (text, language, startsAt) => {
  expect(await firstOf([text], move('2026-01-01T08:00:00Z'), language)).toBe(
    `move_room ${JSON.stringify({ roomId: 3, body: { startsAt } })}`,
  )
})

it('gives a time the zone of the example', async () => {
  expect(await firstOf(['move room 3 to tomorrow at 15:30'], move('2026-01-01T08:00:00+05:30'))).toContain(
    '"2026-11-29T15:30:00+05:30"',
  )
})

it('joins a date and a time for a text whose example has both', async () => {
  const visit = tool('Plan visit', {
    ...{ method: 'POST', path: '/rooms/{roomId}/visits' },
    parameters: body({ date: { type: 'string', examples: ['2025-10-25T10:00:00'] } }),
  })
  expect(await firstOf(['plan a visit of room 3 on Friday at 2 pm'], [visit])).toBe(
    `plan_visit ${JSON.stringify({ roomId: 3, body: { date: '2026-12-04T14:00:00' } })}`,
  )
})

it('fills a date and a time apart', async () => {
  expect(await firstOf(['reserve room 3 on Friday at 2 pm'], reserve)).toBe(
    `reserve_room ${JSON.stringify({ roomId: 3, body: { date: '2026-12-04', time: '14:00' } })}`,
  )
})

it('takes no time for an id', async () => {
  expect(await firstOf(['reserve a room on Friday at 10 am'], reserve)).toContain('Which room')
})
