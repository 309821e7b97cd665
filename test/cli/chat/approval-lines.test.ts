import { expect, it } from 'vitest'
import { approvalLines } from '../../../src/cli/ui/chat/chat-screen.js'
import type { ApprovalWords } from '../../../src/client/state.js'

const words = (...fields: [string, string][]): ApprovalWords => ({
  messageId: 'm',
  text: 'This cancels order 17.',
  fields: fields.map(([name, value]) => ({ name, value })),
  request: 'DELETE /orders/17',
  note: null,
})

it.each<[title: string, given: { input: string; question?: ApprovalWords }, rows: number, want: string[]]>([
  [
    'the fields in the words of the agent, and the request',
    { input: '{"orderId":17,"day":"2026-12-04"}', question: words(['day', 'Friday, December 4, 2026']) },
    5,
    ['day Friday, December 4, 2026', 'DELETE /orders/17'],
  ],
  [
    'the remark of the agent',
    { input: '{}', question: { ...words(), note: 'You said “71”.' } },
    5,
    ['You said “71”.', 'DELETE /orders/17'],
  ],
  [
    'the names of what has no line',
    { input: '{}', question: words(['a', '1'], ['b', '2'], ['', 'and 1 not expected: role x']) },
    3,
    ['a 1', '+2 b, and 1 not expected: role x', 'DELETE /orders/17'],
  ],
  ['the input where the agent has not said it', { input: '{"a":1}' }, 5, ['a 1']],
  ['what has no line by its name', { input: '{"a":1,"b":2,"role":"x"}' }, 2, ['a 1', '+2 b, role']],
  ['what is hidden', { input: '{"a\\u202e":"b\\n\\u200bc"}' }, 3, ['a<U+202E> b⏎<U+200B>c']],
  ['nothing', { input: '{}' }, 3, ['(nothing)']],
])('shows %s', (_, given, rows, want) => {
  expect(approvalLines(given, rows)).toEqual(want)
})
