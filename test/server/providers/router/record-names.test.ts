import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../../src/toolkit/compile/compile-collection.js'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import { type Answer, talk } from './talk.js'

const request = (name: string, method: string, path: string, body?: JsonObject) => ({
  name,
  request: {
    method,
    url: `http://127.0.0.1:1/${path}`,
    ...(body && {
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: { mode: 'raw', raw: JSON.stringify(body) },
    }),
  },
})

/** Some requests of a gym. Its records name each other by their ids only. */
const gym = parseCollection({
  info: { name: 'Gym', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    request('List members', 'GET', 'members'),
    request('Get member', 'GET', 'members/m-1'),
    request('Update member', 'PATCH', 'members/m-1', { email: 'a@example.com' }),
    request('List classes', 'GET', 'classes'),
    request('Get class', 'GET', 'classes/7'),
    request('Move class', 'PATCH', 'classes/7', { room: 'B' }),
    request('List bookings', 'GET', 'bookings'),
    request('Book a class', 'POST', 'bookings', { class_id: 7, member_id: 'm-1' }),
    request('Cancel booking', 'POST', 'bookings/501/cancel'),
  ],
})
const tools = compileCollection(gym).definitions.map((definition) => ({ ...definition, definition }))

const members = [
  { id: 'm-1', name: 'Hanna Berg', email: 'hanna@example.com' },
  { id: 'm-2', name: 'Luis Ortega', email: 'luis@example.com' },
]
const LISTS: Record<string, JsonValue> = {
  list_members: members,
  list_classes: [
    { id: 7, title: 'Morning Yoga', code: 'Y1' },
    { id: 8, title: 'Spinning', code: 'S2' },
  ],
  list_bookings: [
    { id: 501, class_id: 7, member_id: 'm-1' },
    { id: 502, class_id: 8, member_id: 'm-2' },
  ],
}

/** The last call and the last sentence of a conversation. */
async function lastOf(...says: string[]) {
  const answer: Answer = (name, input) => {
    const isClass = name === 'get_class'
    if (isClass && ![7, 8].includes(Number(input.class_id))) return { status: 404, content: {} }
    const one = members.find((member) => member.id === input.member_id)
    const content: JsonValue = isClass ? { id: 8, title: 'Spinning', code: 'S2' } : (LISTS[name] ?? one ?? {})
    return { status: 200, content }
  }
  const lines = await talk(says, { tools, answer })
  return { call: lines.findLast((line) => line.includes('{')), said: lines.at(-1) }
}

describe('the name of a record', () => {
  it.each([
    [
      'without its noun, in small letters',
      'move spinning to room C',
      'move_class {"class_id":8,"body":{"room":"C"}}',
    ],
    ['that is a letter', 'move spinning to room A', 'move_class {"class_id":8,"body":{"room":"A"}}'],
    [
      'beside another name',
      'book Luis into spinning',
      'book_a_class {"body":{"class_id":8,"member_id":"m-2"}}',
    ],
    ['that owns the record', "cancel Hanna's booking", 'cancel_booking {"booking_id":501}'],
    ['behind the record that it owns', 'cancel the booking of Luis', 'cancel_booking {"booking_id":502}'],
  ])('finds its id: %s', async (_, text, call) => {
    expect((await lastOf(text)).call).toBe(call)
  })

  it('and a field are enough for a first question, and for the change after it', async () => {
    expect((await lastOf("what is Hanna's email?")).said).toBe(
      'The email of Hanna Berg is hanna@example.com.',
    )
    const { call } = await lastOf("what is Hanna's email?", 'change it to hb@example.com')
    expect(call).toBe('update_member {"member_id":"m-1","body":{"email":"hb@example.com"}}')
  })

  it('is no reason for a call in a sentence about something else', async () => {
    expect((await lastOf('what is the email marketing of Hanna worth?')).call).toBeUndefined()
  })

  it('that no record has is said back', async () => {
    expect((await lastOf('cancel the booking of Zoe')).said).toBe('I found no booking called Zoe.')
  })

  it('may be a code that is not the id of the API', async () => {
    const { call, said } = await lastOf('show class S2')
    expect(call).toBe('get_class {"class_id":8}')
    expect(said).toContain('Spinning')
  })
})
