import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSlashCommand } from '../../../src/cli/chat/chat-session.js'
import {
  type DraftEdit,
  draftOf,
  edit,
  emptyDraft,
  emptyHistory,
  type InputDraft,
  recall,
  remember,
} from '../../../src/cli/ui/chat/use-input-line.js'
import { graphemesOf } from '../../../src/text/graphemes.js'

/** A draft as text with `|` where the cursor is. */
function shown({ text, cursor }: InputDraft): string {
  const all = graphemesOf(text)
  return [...all.slice(0, cursor), '|', ...all.slice(cursor)].join('')
}

function drawn(text: string): InputDraft {
  const [before = '', after = ''] = text.split('|')
  return { text: before + after, cursor: graphemesOf(before).length }
}

describe('edit', () => {
  it.each<[string, DraftEdit, string]>([
    ['ab|', { type: 'insert', text: 'c' }, 'abc|'],
    ['a|b', { type: 'insert', text: 'x\r\ny\tz' }, 'ax\ny  z|b'],
    ['a|', { type: 'insert', text: '\u001b[31m\u0007' }, 'a[31m|'],
    ['a👨‍👩‍👧|', { type: 'erase', what: 'character' }, 'a|'],
    ['|a', { type: 'erase', what: 'character' }, '|a'],
    ['one two |three', { type: 'erase', what: 'word' }, 'one |three'],
    ['one\ntwo|', { type: 'erase', what: 'before' }, 'one\n|'],
    ['one|two', { type: 'erase', what: 'after' }, 'one|'],
    ['one|two\nthree', { type: 'erase', what: 'after' }, 'one|\nthree'],
    ['one|\nthree', { type: 'erase', what: 'after' }, 'one|three'],
    ['日本|', { type: 'move', to: 'left' }, '日|本'],
    ['|a', { type: 'move', to: 'left' }, '|a'],
    ['a|', { type: 'move', to: 'right' }, 'a|'],
    ['one\ntw|o', { type: 'move', to: 'start' }, 'one\n|two'],
    ['o|ne\ntwo', { type: 'move', to: 'end' }, 'one|\ntwo'],
    ['one two|', { type: 'move', to: 'word-left' }, 'one |two'],
    ['one| two', { type: 'move', to: 'word-right' }, 'one two|'],
  ])('%j with %j is %j', (before, change, after) => {
    expect(shown(edit(drawn(before), change))).toBe(after)
  })

  it('keeps the cursor inside whatever is typed', () => {
    const edits = fc.oneof(
      fc.record({ type: fc.constant('insert' as const), text: fc.string({ unit: 'grapheme' }) }),
      fc.record({
        type: fc.constant('move' as const),
        to: fc.constantFrom('left' as const, 'right' as const, 'start' as const, 'word-left' as const),
      }),
      fc.record({
        type: fc.constant('erase' as const),
        what: fc.constantFrom('character' as const, 'word' as const, 'before' as const, 'after' as const),
      }),
    )
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 20 }), (all) => {
        const { text, cursor } = all.reduce<InputDraft>(edit, emptyDraft)
        expect(cursor).toBeGreaterThanOrEqual(0)
        expect(cursor).toBeLessThanOrEqual(graphemesOf(text).length)
      }),
      { seed: 7, numRuns: 200 },
    )
  })
})

describe('the input history', () => {
  it('goes back, comes forth again, and keeps what was being written', () => {
    const filled = ['one', 'two', 'two'].reduce(remember, emptyHistory)
    const back = recall(filled, { by: -1, current: 'unsent' })
    expect(back?.text).toBe('two')
    const further = recall(back!.history, { by: -1, current: 'two' })
    expect(further?.text).toBe('one')
    expect(recall(further!.history, { by: -1, current: 'one' })).toBeUndefined()
    const forth = recall(back!.history, { by: 1, current: 'two' })
    expect(forth?.text).toBe('unsent')
    expect(draftOf(forth!.text).cursor).toBe(6)
  })
})

describe('readSlashCommand', () => {
  it.each([
    ['list the pets', undefined],
    ['what is at /pets/7', undefined],
    ['/pets/7 please', undefined],
    ['/tools', { name: 'tools', search: '' }],
    ['/tools  open orders ', { name: 'tools', search: 'open orders' }],
    ['/dry-run', { name: 'dry-run', input: '{}' }],
    ['/dry-run get_pet {"petId": 7}', { name: 'dry-run', tool: 'get_pet', input: '{"petId": 7}' }],
    ['/exit', { name: 'quit' }],
    ['/tool', { name: 'unknown', word: 'tool', meant: 'tools' }],
    ['/', { name: 'unknown', word: '' }],
  ])('%j', (line, want) => {
    expect(readSlashCommand(line)).toEqual(want)
  })
})
