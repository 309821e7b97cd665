import { describe, expect, it } from 'vitest'
import { OfferedTools } from '../../../src/server/agent/offered-tools.js'
import type { LanguageModel } from '../../../src/server/model/language-model.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'

const names = [
  'list_pets',
  'get_order',
  'cancel_order',
  'list_stores',
  'send_invoice',
  'get_weather',
  'rename_pet',
]
const tools = names.map((name) => new FakeTool({ name, answer: {} }))
const model = (maxTools?: number): LanguageModel => ({
  name: 'ollama/fake',
  ...(maxTools !== undefined && { maxTools }),
  async *stream() {},
})
const offered = (kind: 'all' | 'auto' | 'search', maxTools?: number) =>
  new OfferedTools(tools, kind)
    .offer(model(maxTools), { clues: { words: 'cancel my order' }, client: [] })
    .map(({ name }) => name)

describe('a model that takes few tools', () => {
  it.each(['auto', 'search'] as const)('is offered those that fit the words: %s', (kind) => {
    const found = offered(kind, 3)
    expect(found[0]).toBe('cancel_order')
    expect(found.length).toBeLessThanOrEqual(3)
  })

  it('is offered all when all are asked for, or when they are few', () => {
    expect(offered('all', 3)).toEqual(names)
    expect(offered('auto', names.length)).toEqual(names)
    expect(offered('auto')).toEqual(names)
  })

  it.each(['', 'Good morning!', 'xyzzy'])(
    'is offered some tools, and no more, also if no word names one: "%s"',
    (words) => {
      const found = new OfferedTools(tools, 'auto').offer(model(2), { clues: { words }, client: [] })
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThanOrEqual(2)
    },
  )
})
