import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { StallDetector } from '../../../src/server/sessions/redis/stall-detector.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const SILENCE_MS = 1_000

/** Questions over one line whose answers come when the test says so. */
function startLine(clock = new VirtualClock()) {
  const answers = new StallDetector({ clock, silenceMs: SILENCE_MS })
  const outcomes: string[] = []
  return {
    outcomes,
    ask(name: string) {
      let answer = () => {}
      let refuse = () => {}
      const question = new Promise<void>((resolve, reject) => {
        answer = resolve
        refuse = () => reject(new Error('no'))
      })
      answers.wait(question).then(
        () => outcomes.push(name),
        (error: Error) => outcomes.push(`${name}: ${error.message}`),
      )
      return { answer, refuse }
    },
    async pass(ms: number) {
      await nextTurn()
      await clock.advance(ms)
      await nextTurn()
    },
  }
}

const silent = (name: string) => `${name}: Redis gave no answer within ${SILENCE_MS} ms.`

describe('Answers', () => {
  it('hands on answers and refusals', async () => {
    const { ask, outcomes, pass } = startLine()
    ask('one').answer()
    ask('two').refuse()
    await pass(0)
    expect(outcomes).toEqual(['one', 'two: no'])
  })

  it('waits any time while something comes', async () => {
    const { ask, outcomes, pass } = startLine()
    const all = Array.from({ length: 20 }, (_, at) => ask(String(at)))
    for (const { answer } of all) {
      await pass(SILENCE_MS * 0.7)
      answer()
    }
    await pass(SILENCE_MS * 10)
    expect(outcomes).toEqual(Array.from({ length: 20 }, (_, at) => String(at)))
  })

  it('gives all up when nothing comes', async () => {
    const { ask, outcomes, pass } = startLine()
    ask('one')
    await pass(SILENCE_MS / 2)
    ask('two')
    await pass(SILENCE_MS / 2 - 1)
    expect(outcomes).toEqual([])
    await pass(1)
    expect(outcomes).toEqual([silent('one'), silent('two')])
  })

  it('counts no silence from before the question, and waits anew after giving up', async () => {
    const { ask, outcomes, pass } = startLine()
    ask('one')
    await pass(SILENCE_MS)
    await pass(SILENCE_MS * 5)
    ask('two')
    await pass(SILENCE_MS - 1)
    expect(outcomes).toEqual([silent('one')])
    await pass(1)
    expect(outcomes).toEqual([silent('one'), silent('two')])
  })

  it('hears what came while the process was busy before it gives up', async () => {
    const clock = new VirtualClock()
    const schedule = clock.schedule.bind(clock)
    // As in the event loop: what is due first, then what the sockets have.
    clock.schedule = (callback, delayMs) =>
      schedule(() => {
        callback()
        answer()
      }, delayMs)
    const { ask, outcomes, pass } = startLine(clock)
    const { answer } = ask('one')
    await pass(SILENCE_MS * 2)
    expect(outcomes).toEqual(['one'])
  })

  it('does not take its own slowness for silence', async () => {
    const clock = new VirtualClock()
    const schedule = clock.schedule.bind(clock)
    clock.schedule = (callback, delayMs) => schedule(callback, delayMs * 10)
    const { ask, outcomes, pass } = startLine(clock)
    const { answer } = ask('one')
    await pass(SILENCE_MS * 9)
    answer()
    await pass(SILENCE_MS * 9)
    expect(outcomes).toEqual(['one'])
  })

  it('takes no harm from an answer that comes too late', async () => {
    const { ask, outcomes, pass } = startLine()
    const { answer } = ask('one')
    await pass(SILENCE_MS)
    answer()
    await pass(SILENCE_MS * 2)
    expect(outcomes).toEqual([silent('one')])
  })
})
