import { describe, expect, it } from 'vitest'
import { readDocumented } from '../../../src/toolkit/compile/documented.js'

describe('a column that says which parameters are required', () => {
  it.each<[head: string, cell: string, want: boolean | undefined]>([
    ['Required', 'Yes', true],
    ['Required?', 'no', false],
    ['Required', '-', false],
    ['Required', 'if new', undefined],
    ['Required/Optional', 'Optional', false],
    ['Optional', 'Yes', false],
    ['Optional?', 'no', true],
    ['**Optional**', '✓', false],
    ['Optional', 'required', true],
    ['Optional', '-', undefined],
  ])('%s: %s', (head, cell, want) => {
    const table = `| Name | ${head} |\n|---|---|\n| page | ${cell} |\n`
    expect(readDocumented(table).get('page')?.required).toBe(want)
  })
})
