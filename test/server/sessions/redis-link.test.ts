import { afterEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { RedisLink } from '../../../src/server/sessions/redis-link.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

afterEach(() => vi.doUnmock('redis'))

it('says what to install when the package is missing', async () => {
  vi.doMock('redis', () => {
    throw new Error("Cannot find package 'redis'")
  })
  const link = new RedisLink({ url: 'redis://localhost', clock: new VirtualClock(), logger: silentLogger })
  await expect(link.start()).rejects.toMatchObject({
    code: 'redis-missing',
    message: expect.stringMatching(/^Shared sessions need the package redis \(npm install redis\): /),
  })
})
