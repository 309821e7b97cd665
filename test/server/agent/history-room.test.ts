import { describe, expect, it } from 'vitest'
import type { HistoryItem } from '../../../src/server/agent/events.js'
import { History, hasRoom, itemsToDrop } from '../../../src/server/agent/history.js'
import { jsonBytes } from '../../../src/server/model/session-limits.js'

/** A conversation: `u` is a message of the user, `a` an answer, `s` a message of the system. */
function historyOf(roles: string, text = ''): History {
  const history = new History()
  for (const [at, letter] of [...roles].entries()) {
    const role = { u: 'user', a: 'assistant', s: 'system' }[letter]
    history.add({
      id: `${letter}${at}`,
      type: 'message',
      role,
      content: [{ type: 'input_text', text }],
    } as HistoryItem)
  }
  return history
}

const dropped = (roles: string, maxItems: number) =>
  itemsToDrop(historyOf(roles), 0, { maxItems, maxHistoryBytes: 1e9 }).map(({ id }) => id)

describe('what is dropped for one more item', () => {
  it.each([
    ['nothing, where there is room', 'uaua', 5, []],
    ['whole turns, down to four fifths', 'uauauauaua', 10, ['u0', 'a1']],
    ['as many turns as it takes', 'uaauaauaua', 5, ['u0', 'a1', 'a2', 'u3', 'a4', 'a5']],
    ['what stands before the first turn', 'ssuaua', 6, ['s0', 's1']],
    ['all but the last turn', 'uauaaaaaaa', 4, ['u0', 'a1']],
    ['nothing of the last turn', 'uaaaaaaa', 4, []],
    ['nothing where the user said nothing', 'saaaa', 4, []],
    ['user messages that nobody answered', 'uuuuu', 5, ['u0']],
  ])('%s', (_name, roles, maxItems, want) => expect(dropped(roles, maxItems)).toEqual(want))

  it('is counted in bytes, too', () => {
    const history = historyOf('uauaua', 'x'.repeat(900))
    const limits = { maxItems: 100, maxHistoryBytes: 6_100 }
    expect(itemsToDrop(history, 10, limits)).toEqual([])
    expect(itemsToDrop(history, 900, limits).map(({ id }) => id)).toEqual(['u0', 'a1'])
    expect(hasRoom(history, { items: 1, bytes: 900 }, limits)).toBe(false)
  })
})

it('a history knows its bytes, whatever happens to its items', () => {
  let counted = 0
  const history = new History({ fits: () => true, add: (bytes) => (counted += bytes), close() {} })
  const item = (id: string, text: string) =>
    ({ id, type: 'message', role: 'user', content: [{ type: 'input_text', text }] }) as HistoryItem
  history.add(item('one', 'short'))
  history.add(item('two', 'long'.repeat(100)))
  history.replace(item('one', 'longer'.repeat(50)))
  history.replace(item('none', 'nothing'))
  history.delete('two')
  history.delete('two')
  const bytes = jsonBytes(item('one', 'longer'.repeat(50)))
  expect([history.bytes, counted, history.bytesOf('one'), history.bytesOf('two')]).toEqual([
    bytes,
    bytes,
    bytes,
    0,
  ])
})
