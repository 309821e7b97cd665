import { expect, it, vi } from 'vitest'
import { reportFailure } from '../../src/cli/output.js'

it('says that the working directory was removed', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  // The error of `process.cwd()`.
  const error = Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { syscall: 'uv_cwd' })
  expect(reportFailure(error)).toBe(2)
  expect(written.mock.calls).toEqual([
    ['The working directory does not exist any more; change to another one.\n'],
  ])
  written.mockRestore()
})
