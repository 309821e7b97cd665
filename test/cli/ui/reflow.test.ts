import { describe, expect, it } from 'vitest'
import { newRows } from '../../../src/cli/ui/reflow.js'

describe('rows that come when a terminal gets narrower', () => {
  it.each<[text: string, columns: number, want: number]>([
    ['', 10, 0],
    ['1234567890\n\n12345', 10, 0],
    ['1234567890\n\n12345', 9, 1],
    ['1234567890\n\n12345', 5, 1],
    ['1234567890\n\n12345', 3, 4],
    ['\u001b[1m12345\u001b[22m67890\n', 5, 1],
    ['日本語', 6, 0],
    ['日本語', 5, 1],
    ['a日本', 4, 1],
    ['👩‍👩‍👧a', 3, 0],
    ['👩‍👩‍👧a', 2, 1],
  ])('%j in %i columns', (text, columns, want) => {
    expect(newRows(text, columns)).toBe(want)
  })
})
