import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { newRows, reflowing } from '../../../src/cli/ui/text.js'

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

it('takes a usual size for a terminal that says 0', () => {
  let written = ''
  const write = (text: string) => {
    written += text
    return true
  }
  const terminal = Object.assign(new EventEmitter(), { columns: 0, rows: 0, write })
  const { stdout, release } = reflowing(terminal as unknown as NodeJS.WriteStream)
  expect([stdout.columns, stdout.rows]).toEqual([80, 24])
  stdout.write('some words\n')
  stdout.write('\u001b[2K\u001b[Gother words\n')
  release()
  expect(written).toBe('some words\n\u001b[2K\u001b[Gother words\n')
})
