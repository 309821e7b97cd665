import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endWhenOutputFails } from '../../src/cli/command.js'

describe('output that cannot be written', () => {
  afterEach(() => vi.restoreAllMocks())

  const cases: [code: string, exitCode: number | undefined, want: string][] = [
    ['EPIPE', undefined, ''],
    ['ENOSPC', 2, 'The output cannot be written: ENOSPC: no space left on device, write.\n'],
    ['EIO', 2, 'The output cannot be written: EIO: no space left on device, write.\n'],
  ]
  it.each(cases)('%s ends with %s', (code, exitCode, want) => {
    let said = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += text
      return true
    })
    const stdout = new EventEmitter()
    const exit = vi.fn()
    endWhenOutputFails(stdout, exit)
    stdout.emit('error', Object.assign(new Error(`${code}: no space left on device, write`), { code }))
    expect(exit.mock.calls).toEqual([exitCode === undefined ? [] : [exitCode]])
    expect(said).toBe(want)
  })
})
