import { afterEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { isOutOfMemory, RedisLink } from '../../../src/server/sessions/redis-link.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { missing } from '../../support/needs.js'
import { INSTALL_REDIS, startRedis } from '../../support/redis-server.js'

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

it.skipIf(missing('redis-server', INSTALL_REDIS))('refuses a Redis in cluster mode', async () => {
  const redis = await startRedis(['--cluster-enabled', 'yes'])
  const link = new RedisLink({ url: redis.url, clock: new VirtualClock(), logger: silentLogger })
  await expect(link.start()).rejects.toMatchObject({
    code: 'unknown-store',
    message: expect.stringContaining('runs in cluster mode'),
  })
  await redis.close()
})

it.each([
  ["OOM command not allowed when used memory > 'maxmemory'. script: 5f1e, on @user_script:17.", true],
  [
    "ERR Error running script (call to f_5f1e): @user_script:17: @user_script: 17: -OOM command not allowed when used memory > 'maxmemory'.",
    true,
  ],
  ['NOSCRIPT No matching script. Please use EVAL.', false],
  ['ERR unknown command ROOM SERVICE', false],
])('%s: full %s', (message, isFull) => expect(isOutOfMemory(new Error(message))).toBe(isFull))
