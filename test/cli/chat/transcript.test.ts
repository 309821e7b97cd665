import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTranscript, follow, type TranscriptEntry, withNote } from '../../../src/cli/chat/chat-state.js'
import type { ViewItem } from '../../../src/client/state.js'

function message(id: string, text: string, partial = false): ViewItem {
  return { kind: 'message', id, role: 'assistant', text, partial, interrupted: false }
}

function tool(status: 'running' | 'done'): ViewItem {
  return {
    kind: 'tool',
    id: 't1',
    name: 'list_pets',
    input: '{}',
    output: null,
    status,
    startedAt: null,
    ms: null,
  }
}

function approval(approved: boolean | null): ViewItem {
  return { kind: 'approval', id: 'a1', name: 'cancel_order', input: '{}', approved }
}

/** An entry in a few letters. */
function brief(entry: TranscriptEntry): string {
  if (entry.kind === 'said') return `${entry.opens ? '●' : ' '} ${entry.text}`
  if (entry.kind === 'tool') return `→ ${entry.tool.status}`
  return entry.kind === 'approval' ? `? ${entry.approval.approved}` : `# ${entry.text}`
}

describe('follow', () => {
  const cases: [title: string, items: ViewItem[], settled: string[], live: string[]][] = [
    ['a message that is over', [message('m', 'done')], ['● done'], []],
    ['one without words', [message('m', '')], [], []],
    ['one that comes', [message('m', 'one\ntwo', true)], ['● one'], ['  two']],
    ['an empty line in it', [message('m', 'one\n\ntwo', true)], ['● one\n'], ['  two']],
    ['a call that runs, and what follows', [tool('running'), message('m', 'x')], [], ['→ running', '● x']],
    ['a call that is over', [tool('done'), message('m', 'x', true)], ['→ done'], ['● x']],
    ['an open question', [message('m', 'May I?'), approval(null)], ['● May I?'], ['? null']],
    ['one that was passed over', [approval(null), message('m', 'x')], ['? null', '● x'], []],
    ['an answered one', [approval(true)], ['? true'], []],
  ]
  it.each(cases)('%s', (_title, items, settled, live) => {
    const transcript = follow(emptyTranscript, items)
    expect([transcript.settled.map(brief), transcript.live.map(brief)]).toEqual([settled, live])
  })

  it('writes every line of a message once, however it comes', () => {
    const lines = fc.array(fc.constantFrom('a', 'b c', '', '日本'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(lines, fc.array(fc.nat(30), { maxLength: 8 }), (all, cuts) => {
        const text = ['start', ...all, 'end'].join('\n')
        const steps = [...cuts].sort((a, b) => a - b).map((cut) => message('m', text.slice(0, cut), true))
        const over = [...steps, message('m', text)].reduce(
          (shown, item) => follow(shown, [item]),
          emptyTranscript,
        )
        expect(over.settled.map((entry) => 'text' in entry && entry.text).join('\n')).toBe(text)
        expect(new Set(over.settled.map(({ id }) => id)).size).toBe(over.settled.length)
        expect(over.live).toEqual([])
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('writes nothing again when the items come once more', () => {
    const once = follow(emptyTranscript, [message('m', 'x'), tool('done')])
    expect(
      follow(withNote(once, { kind: 'note', tone: 'plain', text: 'n' }), [
        message('m', 'x'),
        tool('done'),
      ]).settled.map(brief),
    ).toEqual(['● x', '→ done', '# n'])
  })
})
