import { describe, expect, it } from 'vitest'
import { MessageAllowance } from '../../../src/server/realtime/read-pace.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

/** How many of so many messages the allowance covers. */
const covered = (allowance: MessageAllowance, messages: number) =>
  Array.from({ length: messages }, () => allowance.take()).filter(Boolean).length

describe('MessageAllowance', () => {
  it('covers five seconds of messages at once', () => {
    const allowance = new MessageAllowance({ clock: new VirtualClock(), perSecond: 10 })
    expect(covered(allowance, 100)).toBe(49)
  })

  it('refills with time, up to a burst', async () => {
    const clock = new VirtualClock()
    const allowance = new MessageAllowance({ clock, perSecond: 10 })
    covered(allowance, 50)
    await clock.advance(1_000)
    expect(covered(allowance, 20)).toBe(9)
    await clock.advance(3_600_000)
    expect(covered(allowance, 100)).toBe(49)
  })
})
