import { homedir, userInfo } from 'node:os'
import { expect, it, vi } from 'vitest'
import { homeFolder } from '../src/home-folder.js'

vi.mock('node:os', { spy: true })

it('is the home folder of the user, or the root folder if there is none', () => {
  expect(homeFolder()).toBe(homedir())
  vi.mocked(homedir).mockImplementationOnce(() => {
    throw new Error('no entry of this user')
  })
  expect(homeFolder()).toBe('/')
})

it.each(['', 'relative'])('ignores the home folder "%s", which is in the working directory', (folder) => {
  vi.mocked(homedir).mockReturnValueOnce(folder)
  expect(homeFolder()).toBe(userInfo().homedir)
})
