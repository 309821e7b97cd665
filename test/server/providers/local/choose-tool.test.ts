import { describe, expect, it } from 'vitest'
import { chooseTool } from '../../../../src/server/providers/local/choose-tool.js'

const END = 0
/** Words between underlines are tokens. */
const vocabulary = ['', 'get', '_pet', '_pets', 's', 'list', 'say']
const model = {
  tokenize: (text: string) =>
    (text.match(/^(get|list|say)|_pets|_pet|s$/g) ?? []).map((part) => vocabulary.indexOf(part)),
  isEogToken: (token: number) => token === END,
}
const tool = (name: string) => ({ name, description: '', parameters: {} })

/** What the model thinks comes next, by what was written. */
type Thoughts = Record<string, Record<string, number>>

const next = (thoughts: Thoughts) => async (written: readonly number[]) => {
  const likely = thoughts[written.map((token) => vocabulary[token]).join('')] ?? {}
  return new Map(Object.entries(likely).map(([part, one]) => [vocabulary.indexOf(part), one]))
}

const choose = async (names: string[], thoughts: Thoughts, beside: string[] = []) =>
  (await chooseTool({ tools: names.map(tool), beside: beside.map(tool) }, { model, next: next(thoughts) }))
    .name

describe('chooseTool', () => {
  it.each<[string, string[], Thoughts, string]>([
    ['the only one', ['get_pet'], {}, 'get_pet'],
    ['the likelier name', ['get_pet', 'list_pets'], { '': { get: 0.2, list: 0.7 } }, 'list_pets'],
    [
      'the one that search found first where the model hardly cares',
      ['get_pet', 'list_pets'],
      { '': { get: 0.4, list: 0.45 } },
      'get_pet',
    ],
    [
      'of names that begin alike the one that goes on likelier',
      ['get_pet', 'get_pets'],
      { '': { get: 1 }, get: { _pet: 0.3, _pets: 0.6 } },
      'get_pets',
    ],
    [
      'a name that is the beginning of another where the model ends there',
      ['list', 'list_pets'],
      { '': { list: 1 }, list: { '': 0.9, _pets: 0.1 } },
      'list',
    ],
    [
      'or the other where it goes on',
      ['list', 'list_pets'],
      { '': { list: 1 }, list: { '': 0.1, _pets: 0.9 } },
      'list_pets',
    ],
    ['the first where the model has no idea', ['get_pet', 'list_pets'], { '': { say: 1 } }, 'get_pet'],
  ])('is %s', async (_, names, thoughts, chosen) => {
    expect(await choose(names, thoughts)).toBe(chosen)
  })

  it('takes many tools for unordered', async () => {
    const names = [...Array.from({ length: 9 }, () => 'get_pet'), 'list_pets']
    expect(await choose(names, { '': { get: 0.4, list: 0.45 } })).toBe('list_pets')
  })

  it('puts what stands beside the tools at no disadvantage', async () => {
    const thoughts = { '': { get: 0.3, list: 0.2, say: 0.35 } }
    expect(await choose(['get_pet', 'list_pets'], thoughts, ['say'])).toBe('say')
  })
})
