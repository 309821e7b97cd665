import { describe, expect, it } from 'vitest'
import type { ModelMessage, ModelTool } from '../../../../src/server/model/language-model.js'
import { createRouter } from '../../../../src/server/providers/router/router.js'
import { shopTools, tool } from './shop-tools.js'
import { step } from './talk.js'

const user = (text: string): ModelMessage => ({ role: 'user', text })

describe('builtin/router, one step', () => {
  it('streams an answer in two or more groups of words that join to the text', async () => {
    const { deltas, text, end } = await step([user('hello')], { tools: shopTools })
    expect(deltas.length).toBeGreaterThan(1)
    expect(text).toMatch(/^Hello! You can ask .* What would you like\?$/)
    expect(end).toBe('stop')
  })

  it('gives the same step for the same history, call id included', async () => {
    const history = [user('delete pet 3')]
    expect(await step(history, { tools: shopTools })).toEqual(await step(history, { tools: shopTools }))
  })

  it('never gives two calls of a conversation the same id', async () => {
    const first = await step([user('show pet 3')], { tools: shopTools })
    const call = { callId: first.call!.callId, name: 'get_pet', arguments: '{"petId":3}' }
    const later: ModelMessage[] = [
      user('show pet 3'),
      { role: 'assistant', text: '', toolCalls: [call] },
      { role: 'tool', callId: call.callId, name: 'get_pet', output: '{}', isError: false },
      user('show pet 3'),
    ]
    expect((await step(later, { tools: shopTools })).call!.callId).not.toBe(call.callId)
  })

  it('explains the candidates, the choice and what is missing', async () => {
    const { explain } = await step([user('delete a pet')], { tools: shopTools })
    expect(explain).toMatchObject({ chosen: 'delete_pet', missing: ['petId'] })
    expect(explain.candidates[0]).toMatchObject({ name: 'delete_pet' })
    expect(explain.candidates.map(({ score }) => score)).toEqual(
      explain.candidates.map(({ score }) => score).sort((a, b) => b - a),
    )
  })

  it('stops at once when the signal aborts', async () => {
    const controller = new AbortController()
    const stream = createRouter().stream(
      { instructions: '', history: [user('hello')], tools: [], toolChoice: 'auto' },
      { signal: controller.signal },
    )
    await stream[Symbol.asyncIterator]().next()
    controller.abort()
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow()
  })

  it('says so when there are no tools', async () => {
    expect((await step([user('list everything')], { tools: [] })).text).toBe(
      'I have nothing to work with at the moment, so I can only talk.',
    )
  })

  it('greets when nothing was said yet', async () => {
    expect((await step([], { tools: shopTools })).text).toMatch(/^Hello!/)
  })
})

describe('tool choice', () => {
  it('none: says which tool it would use', async () => {
    const { text, call } = await step([user('list pets')], { tools: shopTools, toolChoice: 'none' })
    expect(call).toBeUndefined()
    expect(text).toBe('I would use “list pets” for that, but I may not do anything right now.')
  })

  it('required: calls the best there is, even with something missing', async () => {
    const { call } = await step([user('delete a pet')], { tools: shopTools, toolChoice: 'required' })
    expect(call).toMatchObject({ name: 'delete_pet', input: {} })
  })

  it('by name: calls that tool, filled from the words', async () => {
    const { call } = await step([user('number 4 please')], {
      tools: shopTools,
      toolChoice: { name: 'get_order' },
    })
    expect(call).toMatchObject({ name: 'get_order', input: { orderId: 4 } })
  })
})

const clientTools: ModelTool[] = [
  {
    name: 'set_theme',
    description: 'Changes the colours of the page.',
    parameters: {
      type: 'object',
      properties: { theme: { type: 'string', enum: ['dark', 'light'] } },
      required: ['theme'],
    },
  },
  { name: 'open_help', description: 'Opens the help page.', parameters: { type: 'object', properties: {} } },
]

describe("a client's function tools", () => {
  it.each([
    ['switch the theme to dark', 'set_theme', { theme: 'dark' }],
    ['open the help page', 'open_help', {}],
  ])('%s', async (text, name, input) => {
    expect((await step([user(text)], { tools: [...shopTools, ...clientTools] })).call).toMatchObject({
      name,
      input,
    })
  })

  it('asks with the choices', async () => {
    const { text } = await step([user('set the theme')], { tools: clientTools })
    expect(text).toBe('Which theme do you want: dark or light?')
  })
})

const booking = tool('Create booking', {
  method: 'POST',
  path: '/bookings',
  parameters: {
    type: 'object',
    required: ['body'],
    properties: {
      body: {
        type: 'object',
        required: ['guest'],
        properties: {
          guest: { type: 'string' },
          email: { type: 'string', format: 'email' },
          arrival: { type: 'string', format: 'date' },
          nights: { type: 'integer' },
          breakfast: { type: 'boolean' },
          room: { type: 'object', properties: { kind: { type: 'string', enum: ['single', 'double'] } } },
        },
      },
    },
  },
})
const noon = { now: () => Date.parse('2026-03-04T12:00:00Z'), schedule: () => () => {} }

describe('filling parameters from words', () => {
  it.each([
    ['create a booking for guest Ann Lee', { guest: 'Ann Lee' }],
    ['create a booking, guest "Bo", email bo@example.com', { guest: 'Bo', email: 'bo@example.com' }],
    [
      'new booking, guest Ann, arrival tomorrow, nights three',
      { guest: 'Ann', arrival: '2026-03-05', nights: 3 },
    ],
    ['book it for guest Ann on 24.12.2026', { guest: 'Ann', arrival: '2026-12-24' }],
    [
      'create a double room booking, guest is Zoë, breakfast yes',
      { guest: 'Zoë', breakfast: true, room: { kind: 'double' } },
    ],
    ['booking for guest Ann, nights twenty one', { guest: 'Ann', nights: 21 }],
  ])('%s', async (text, body) => {
    const { call } = await step([user(text)], { tools: [booking], router: { clock: noon } })
    expect(call?.input).toEqual({ body })
  })
})
