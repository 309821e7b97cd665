import { describe, expect, it, vi } from 'vitest'
import { findLanguage } from '../../../../src/languages/languages.js'
import type { ModelMessage, ModelTool } from '../../../../src/server/model/language-model.js'
import { type Catalog, createCatalogs } from '../../../../src/server/providers/router/catalog.js'
import { follow } from '../../../../src/server/providers/router/conversation.js'
import { resolveReferences } from '../../../../src/server/providers/router/references.js'
import { shopTools } from './shop-tools.js'

const language = findLanguage('en')
const now = new Date('2026-01-05T10:00:00Z')

/** A catalog that notes how long each text is that it searches for. */
function watched(tools: readonly ModelTool[]): { catalog: Catalog; searched: number[] } {
  const catalog = createCatalogs(language)(tools)
  const searched: number[] = []
  const search: Catalog['search'] = (text, limit) => {
    searched.push(text.length)
    return catalog.search(text, limit)
  }
  return { catalog: { ...catalog, search }, searched }
}

const said = (text: string): ModelMessage => ({ role: 'user', text })
const listOf = (labels: string[]): ModelMessage[] => [
  said('list pets'),
  { role: 'assistant', text: '', toolCalls: [{ callId: 'c', name: 'list_pets', arguments: '{}' }] },
  {
    ...{ role: 'tool', callId: 'c', name: 'list_pets', isError: false },
    output: JSON.stringify({ isError: false, content: labels.map((name, id) => ({ id, name })) }),
  },
]

describe('what a conversation of long messages costs at every step', () => {
  it('does not grow with its length', () => {
    const costOf = (messages: number) => {
      const { catalog, searched } = watched(shopTools)
      const history = Array.from({ length: messages }, (_, at) => said(`show pet ${at} `.repeat(200)))
      follow(history, { catalog, language, now })
      return searched.reduce((sum, chars) => sum + chars, 0)
    }
    expect(costOf(5)).toBeGreaterThan(0)
    expect(costOf(30)).toBeLessThanOrEqual(costOf(5) * 1.1)
  })

  it('hears the last words of it all the same', () => {
    const { catalog } = watched(shopTools)
    const history = [...Array.from({ length: 30 }, () => said('pet '.repeat(500))), said('delete pet 3')]
    expect(follow(history, { catalog, language, now }).goal?.tool.name).toBe('delete_pet')
  })
})

it('does not take "last" before a time for a place in a list', () => {
  const conversation = follow(listOf(['Rex', 'Milo']), { ...watched(shopTools), language, now })
  const say = (text: string) =>
    resolveReferences(text, { conversation, catalog: watched(shopTools).catalog, language, now })
  expect(say('delete the last one')).toContain('pet 1')
  expect(say('list orders of last Monday')).toBe('list orders of last Monday')
  expect(say('list orders of last week')).toBe('list orders of last week')
})

describe('words that stand for things of a list', () => {
  const labels = Array.from({ length: 400 }, (_, at) => `pal${at}`)
  const { catalog } = watched(shopTools)
  const conversation = follow(listOf(labels), { catalog, language, now })

  it('never make a message longer than what is heard', () => {
    const text = labels.join(' ').slice(0, 2_000)
    expect(resolveReferences(text, { conversation, catalog, language, now }).length).toBeLessThanOrEqual(
      2_000,
    )
  })

  it('are looked at closely only where they are spoken of', () => {
    const find = vi.spyOn(String.prototype, 'indexOf')
    const resolve = (text: string) => {
      find.mockClear()
      const resolved = resolveReferences(text, { conversation, catalog, language, now })
      return { resolved, looks: find.mock.calls.filter(([name]) => String(name).startsWith('pal')).length }
    }
    const none = resolve('show me the shop '.repeat(100))
    const one = resolve(`${'show me the shop '.repeat(100)} pal7`)
    find.mockRestore()
    expect(one.resolved).toMatch(/pet 7$/)
    expect([none.looks, one.looks]).toEqual([0, 1])
  })
})
