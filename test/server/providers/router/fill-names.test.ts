import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { tool } from './shop-tools.js'
import { step } from './talk.js'

const body = (properties: JsonSchema['properties'], required: string[] = []): JsonSchema => ({
  type: 'object',
  properties: { id: { type: 'string' }, body: { type: 'object', properties: properties ?? {}, required } },
  required: ['body'],
})
const title: JsonSchema = { type: 'string', examples: ['Clean'] }
const done: JsonSchema = { type: 'boolean', examples: [false] }
const status: JsonSchema = { type: 'string', examples: ['open'] }
const { properties: _, ...noId } = body({})
const tools = [
  tool('Get tasks', { method: 'GET', path: '/tasks' }),
  tool('Create task', {
    ...{ method: 'POST', path: '/tasks' },
    parameters: { ...noId, properties: { body: body({ title, done }, ['title']).properties!.body! } },
  }),
  tool('Update task', {
    ...{ method: 'PUT', path: '/tasks/{id}' },
    parameters: { ...body({ title, status, done }), required: ['id', 'body'] },
  }),
  tool('Delete task', {
    ...{ method: 'DELETE', path: '/tasks/{id}' },
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  }),
]

async function called(text: string, language = 'en') {
  const { call } = await step([{ role: 'user', text }], { tools, router: { language } })
  return call && [call.name, call.input]
}

describe('names with verbs, articles and prepositions in them', () => {
  it.each([
    ['add a task called buy milk', 'buy milk'],
    ['add a task called Buy milk', 'Buy milk'],
    ['add a task called Water the plants', 'Water the plants'],
    ['add a task called buy milk for the cake', 'buy milk for the cake'],
    ['create a task named delete old files', 'delete old files'],
    ['create a task, title clean the kitchen', 'clean the kitchen'],
    ['create a task with title Clean the kitchen', 'Clean the kitchen'],
    ['make a task, name it buy paint', 'buy paint'],
    ['create a task titled the big one', 'the big one'],
    ['add call mom to my tasks', 'call mom'],
    ['put buy bread on my list of tasks', 'buy bread'],
    ['crea una tarea llamada comprar leche', 'comprar leche'],
    ['ajoute une tâche appelée acheter du lait', 'acheter du lait'],
    ['buat tugas bernama beli susu', 'beli susu'],
  ])('%s', async (text, name) =>
    expect(await called(text)).toEqual(['create_task', { body: { title: name } }]),
  )

  it.each([
    ['leg eine Aufgabe namens Milch kaufen an', 'create_task', { body: { title: 'Milch kaufen' } }],
    [
      'benenne Aufgabe 5 in Keller aufräumen um',
      'update_task',
      { id: '5', body: { title: 'Keller aufräumen' } },
    ],
  ])('German, where the particle of the verb is no part of the name: %s', async (text, name, input) =>
    expect(await called(text, 'de')).toEqual([name, input]),
  )

  it.each(['add a photo to my tasks', 'delete task 5'])('finds no name: %s', async (text) =>
    expect(JSON.stringify((await called(text)) ?? '')).not.toContain('title'),
  )
})

describe('a change to an existing record', () => {
  it.each([
    ['rename task 5 to update the docs', { title: 'update the docs' }],
    ['change the title of task 5 to we go to a new office', { title: 'we go to a new office' }],
    ['set the status of task 5 to closed', { status: 'closed' }],
    ['mark task 5 as done', { done: true }],
    ['mark task 5 as not done', { done: false }],
    ['mark task 5 as finished', { done: true }],
    ['task 5 is done', { done: true }],
  ])('%s', async (text, changed) =>
    expect(await called(text)).toEqual(['update_task', { id: '5', body: changed }]),
  )

  it('German', async () =>
    expect(await called('markiere Aufgabe 5 als erledigt', 'de')).toEqual([
      'update_task',
      { id: '5', body: { done: true } },
    ]))
})
