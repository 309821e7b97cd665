import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../../../src/testing/virtual-clock.js'
import { Deadline } from '../../../../src/toolkit/run/send/deadline.js'

function start(signal?: AbortSignal) {
  const clock = new VirtualClock()
  const deadline = new Deadline({ clock, timeoutMs: 5_000, signal })
  const calls: string[] = []
  const forget = deadline.onStop(() => calls.push(deadline.reason?.code ?? 'none'))
  return { clock, deadline, calls, forget }
}

describe('a deadline', () => {
  it('stops a call when its time is over, and says how long that was', async () => {
    const { clock, deadline, calls } = start()
    await clock.advance(4_999)
    expect(deadline.reason).toBeUndefined()
    await clock.advance(1)
    expect(deadline.reason).toMatchObject({ code: 'timeout', message: expect.stringContaining('5 seconds') })
    expect(calls).toEqual(['timeout'])
  })

  it('stops a call when its caller does, and keeps the first reason', async () => {
    const controller = new AbortController()
    const { clock, deadline, calls } = start(controller.signal)
    controller.abort()
    expect(deadline.reason).toMatchObject({ code: 'aborted', message: expect.stringMatching(/may still/) })
    await clock.advance(5_000)
    expect(deadline.reason?.code).toBe('aborted')
    expect(calls[0]).toBe('aborted')
  })

  it('is over at once for a caller that has stopped before', () => {
    const { deadline } = start(AbortSignal.abort())
    expect(deadline.reason?.code).toBe('aborted')
  })

  it('tells nobody who no longer listens', async () => {
    const { clock, calls, forget } = start()
    forget()
    await clock.advance(5_000)
    expect(calls).toEqual([])
  })

  it('stops nothing after the end of the call, and leaves no timer behind', async () => {
    const controller = new AbortController()
    const { clock, deadline, calls } = start(controller.signal)
    deadline.end()
    expect(clock.pending).toBe(0)
    controller.abort()
    await clock.advance(5_000)
    expect([deadline.reason, calls]).toEqual([undefined, []])
  })
})
