import { afterEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { isOutOfMemory, RedisLink } from '../../../src/server/sessions/redis/link.js'
import { slotOf } from '../../../src/server/sessions/redis/nodes.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

afterEach(() => vi.doUnmock('redis'))

it('says what to install when the package is missing', async () => {
  vi.doMock('redis', () => {
    throw new Error("Cannot find package 'redis'")
  })
  const link = new RedisLink({
    url: 'redis://localhost',
    channel: 'voice:node:me',
    onMessage: () => {},
    clock: new VirtualClock(),
    logger: silentLogger,
  })
  await expect(link.start()).rejects.toMatchObject({
    code: 'redis-missing',
    message: expect.stringMatching(/^Shared sessions need the package redis \(npm install redis\): /),
  })
})

// The values are those of CLUSTER KEYSLOT.
it.each([
  ['foo', 12182],
  ['{user1000}.following', 3443],
  ['{user1000}.followers', 3443],
  ['foo{}{bar}', 8363],
  ['', 0],
  ['foo{{bar}}zap', 4015],
])('%j is in slot %i', (key, slot) => expect(slotOf(key)).toBe(slot))

it.each([
  ["OOM command not allowed when used memory > 'maxmemory'. script: 5f1e, on @user_script:17.", true],
  [
    "ERR Error running script (call to f_5f1e): @user_script:17: @user_script: 17: -OOM command not allowed when used memory > 'maxmemory'.",
    true,
  ],
  ['NOSCRIPT No matching script. Please use EVAL.', false],
  ['ERR unknown command ROOM SERVICE', false],
])('%s: full %s', (message, isFull) => expect(isOutOfMemory(new Error(message))).toBe(isFull))
