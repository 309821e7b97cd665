import { expect, it } from 'vitest'
import { approvalLines } from '../../../src/cli/chat/approval-lines.js'

it.each<[title: string, given: { request: string; input: string }, rows: number, want: string[]]>([
  [
    'the request and the fields',
    { request: 'DELETE https://x.com/orders/17\nAccept: */*', input: '{"orderId":17}' },
    5,
    ['DELETE https://x.com/orders/17', 'orderId 17'],
  ],
  ['the fields while the request is not there', { request: '', input: '{"a":1}' }, 5, ['a 1']],
  [
    'what has no line by its name',
    { request: 'POST /', input: '{"a":1,"b":2,"role":"x"}' },
    3,
    ['POST /', 'a 1', '+2 b, role'],
  ],
  ['what is hidden', { request: '', input: '{"a\\u202e":"b\\n\\u200bc"}' }, 3, ['a<U+202E> b⏎<U+200B>c']],
  ['nothing', { request: '', input: '{}' }, 3, ['(nothing)']],
])('shows %s', (_, given, rows, want) => {
  expect(approvalLines(given, rows)).toEqual(want)
})
