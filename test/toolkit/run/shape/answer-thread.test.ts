import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/ports.js'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { Deadline } from '../../../../src/toolkit/run/send/deadline.js'
import { type AnswerJob, runAnswerJob } from '../../../../src/toolkit/run/shape/answer-job.js'
import { AnswerThreads, MAX_WAITING } from '../../../../src/toolkit/run/shape/large-answers.js'
import { answerEngine } from '../../../support/built-programs.js'
import { sketchTool } from '../../../support/tool.js'

const program = answerEngine()
const workers: Worker[] = []

/** A thread of the program, or of one written here. */
function threadOf(code?: string): AnswerThreads {
  return new AnswerThreads(() => {
    const worker = code ? new Worker(code, { eval: true }) : new Worker(program)
    workers.push(worker)
    return worker
  })
}

const SILENT = "require('node:worker_threads').parentPort.on('message', () => {})"
const DYING = "require('node:worker_threads').parentPort.on('message', () => process.exit(1))"
const THROWING =
  "require('node:worker_threads').parentPort.on('message', () => { throw new Error('broken') })"

/** A deadline that only the returned function ends. */
function untilStopped(): { deadline: Deadline; stop: () => void } {
  const controller = new AbortController()
  const deadline = new Deadline({
    clock: { ...systemClock, schedule: () => () => {} },
    timeoutMs: 1000,
    signal: controller.signal,
  })
  return { deadline, stop: () => controller.abort() }
}

const never = untilStopped().deadline

const tool = sketchTool({
  request: {
    method: 'GET',
    url: { host: ['h'], path: ['x'], query: [{ key: 'cursor', value: '' }] },
  },
  bindings: [{ parameter: 'cursor', in: 'query', index: 0 }],
  captures: [
    { variable: 'token', from: { in: 'body', pointer: '/token' }, secret: true },
    { variable: 'etag', from: { in: 'header', name: 'ETag' }, secret: false },
  ],
})

function jobOf(
  text: string | Buffer,
  more: Partial<AnswerJob> & { type?: string; status?: number } = {},
): AnswerJob {
  const { type = 'application/json', status = 200, ...rest } = more
  const headers = [
    { key: 'content-type', value: type },
    { key: 'etag', value: '"7"' },
  ]
  const response = { status, headers, body: Buffer.from(text) }
  return { response, definition: tool, input: {}, secrets: ['s3cr3t-value'], captures: true, ...rest }
}

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate()
})

describe('a thread that reads answers', () => {
  const items = Array.from({ length: 9_000 }, (_, id) => ({ id, name: `pet ${id}`, key: 's3cr3t-value' }))
  const cases: [name: string, job: AnswerJob][] = [
    ['a large list with a next page', jobOf(JSON.stringify({ items, next_cursor: 'abc', token: 't' }))],
    ['some of its fields', jobOf(JSON.stringify(items), { fields: ['id'] })],
    ['an error', jobOf('{"error":"s3cr3t-value is wrong"}', { status: 401 })],
    ['a page', jobOf(`<html><body>${'<p>s3cr3t-value'.repeat(9_000)}`, { type: 'text/html' })],
    ['another charset', jobOf(Buffer.from([0x63, 0xe9]), { type: 'text/plain; charset=latin1' })],
    ['a picture', jobOf(Buffer.alloc(300_000), { type: 'image/png' })],
    ['nothing', jobOf('', { status: 204 })],
    ['JSON that is cut off', jobOf('{"a":[1,2')],
  ]
  it.each(cases)('%s: the same as at once', async (_name, job) => {
    const want = runAnswerJob(job)
    expect(await threadOf().run(job, never)).toEqual(want)
  })

  it('anything: the same as at once', async () => {
    const thread = threadOf()
    const value = fc.jsonValue({ maxDepth: 5 }).map((json) => json as JsonValue)
    const field = fc.constantFrom<string[] | undefined>(undefined, ['id'], ['a.b', 'name'])
    await fc.assert(
      fc.asyncProperty(value, field, fc.nat(200), async (json, fields, times) => {
        const text = JSON.stringify({ token: 'x', list: Array(times).fill(json), said: 's3cr3t-value' })
        const job = jobOf(text, { ...(fields && { fields }) })
        const want = runAnswerJob(job)
        expect(await thread.run(job, never)).toEqual(want)
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  it('gives what the tool captures', async () => {
    const { captured } = await threadOf().run(jobOf('{"token":"t"}'), never)
    expect(captured).toEqual([
      { key: 'token', value: 't', secret: true },
      { key: 'etag', value: '"7"', secret: false },
    ])
  })

  it('answers in the order of the questions, with one thread', async () => {
    const thread = threadOf()
    const order: number[] = []
    const texts = Array.from({ length: 5 }, (_, index) => `[${index}]`)
    await Promise.all(
      texts.map(async (text, index) => {
        const { result } = await thread.run(jobOf(text), never)
        expect(result.content).toEqual([index])
        order.push(index)
      }),
    )
    expect(order).toEqual([0, 1, 2, 3, 4])
    expect(workers).toHaveLength(1)
  })
})

describe('a thread that fails', () => {
  it.each([
    ['ends', DYING, /0\.0 MB.*has ended.*Ask for less/],
    ['throws', THROWING, /broken/],
  ])('%s: the call fails, and the next one gets another thread', async (_name, code, want) => {
    const thread = threadOf(code)
    await expect(thread.run(jobOf('{}'), never)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(want),
    })
    await expect(thread.run(jobOf('{}'), never)).rejects.toMatchObject({ code: 'too-large' })
    expect(workers).toHaveLength(2)
  })

  it('that cannot start fails each call', async () => {
    const thread = new AnswerThreads(() => {
      throw new Error('no more threads')
    })
    await expect(thread.run(jobOf('{}'), never)).rejects.toThrow('no more threads')
    await expect(thread.run(jobOf('{}'), never)).rejects.toThrow('no more threads')
  })

  it('takes no more than it has room for, and goes on behind a call whose time is over', async () => {
    const thread = threadOf(SILENT)
    const running = untilStopped()
    const waiting = untilStopped()
    const calls = [
      thread.run(jobOf('[0]'), running.deadline),
      ...Array.from({ length: MAX_WAITING }, () => thread.run(jobOf('[1]'), waiting.deadline)),
    ]
    const outcomes = Promise.allSettled(calls)
    await expect(thread.run(jobOf('[2]'), never)).rejects.toMatchObject({ code: 'too-large' })
    running.stop()
    expect(workers).toHaveLength(2)
    waiting.stop()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } })
    await expect(thread.run(jobOf('{}'), waiting.deadline)).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('sessions that share the threads', () => {
  /** Threads that answer one job at a time, in the order in which they get them. */
  function steppedThreads(): AnswerThreads {
    const answers: (() => void)[] = []
    return new AnswerThreads(() => {
      const worker = Object.assign(new EventEmitter(), {
        ref: () => {},
        unref: () => {},
        postMessage: ({ response }: AnswerJob) => {
          const result = { isError: false, content: response.body.byteLength }
          answers.push(() => worker.emit('message', { shaped: { result, captured: [] } }))
          setImmediate(() => answers.shift()!())
        },
      })
      return worker as unknown as Worker
    })
  }
  const sized = (bytes: number) => jobOf('x'.repeat(bytes))

  it('take turns: one with many large answers does not delay the others', async () => {
    const threads = steppedThreads()
    const greedy = {}
    const order: string[] = []
    const read = (session: object, name: string, bytes: number) =>
      threads.run(sized(bytes), never, session).then(() => order.push(name))
    const all = Array.from({ length: 12 }, (_, at) => read(greedy, `greedy ${at}`, 600_000))
    all.push(read({}, 'ann', 600_000), read({}, 'bob', 300_000))
    await Promise.all(all)
    expect(order.indexOf('ann')).toBeLessThan(4)
    expect(order.indexOf('bob')).toBeLessThan(4)
    expect(order.at(-1)).toBe('greedy 11')
  })

  it('get equal shares by bytes, not by answers', async () => {
    const threads = steppedThreads()
    const [blocker, large, small] = [{}, {}, {}]
    const order: string[] = []
    const read = (session: object, name: string, bytes: number) =>
      threads.run(sized(bytes), never, session).then(() => order.push(name))
    const both = [read(blocker, 'x', 10), read({}, 'x', 10)]
    for (let at = 0; at < 4; at += 1) both.push(read(large, 'large', 800_000))
    for (let at = 0; at < 12; at += 1) both.push(read(small, 'small', 100_000))
    await Promise.all(both)
    const firstTen = order.filter((name) => name !== 'x').slice(0, 10)
    expect(firstTen.filter((name) => name === 'small').length).toBeGreaterThanOrEqual(6)
  })

  it('keep their own order', async () => {
    const threads = steppedThreads()
    const session = {}
    const order: number[] = []
    const sizes = [900_000, 10, 500_000, 20]
    await Promise.all(
      sizes.map((bytes, at) => threads.run(sized(bytes), never, session).then(() => order.push(at))),
    )
    expect(order).toEqual([0, 1, 2, 3])
  })

  it('have room of their own: one cannot fill the queue for all', async () => {
    const threads = threadOf(SILENT)
    const running = untilStopped()
    const greedy = {}
    const calls = Array.from({ length: MAX_WAITING + 5 }, () =>
      threads.run(jobOf('[0]'), running.deadline, greedy),
    )
    const others = Array.from({ length: 5 }, () => threads.run(jobOf('[1]'), running.deadline, {}))
    const outcomes = Promise.allSettled([...calls, ...others])
    await expect(threads.run(jobOf('[2]'), never, greedy)).rejects.toMatchObject({ code: 'too-large' })
    running.stop()
    const codes = (await outcomes).map((one) => (one.status === 'rejected' ? one.reason.code : 'read'))
    expect(codes.filter((code) => code === 'too-large')).toHaveLength(4)
    expect(codes.slice(-5)).toEqual(Array(5).fill('aborted'))
  })
})
