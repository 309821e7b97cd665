import { existsSync } from 'node:fs'
import type { Deadline } from '../send/deadline.js'
import { type AnswerJob, runAnswerJob, type ShapedAnswer } from './answer-job.js'
import { AnswerThreads } from './answer-thread.js'

/** A response with more bytes than this is read in a thread, so that it does not block the process. */
export const LARGE_BYTES = 256_000

/** Memory limit of each thread. A response of 10 MB with nothing but brackets takes half of it. */
const MAX_THREAD_MB = 512

const PROGRAM = './answer-engine.js'

let threads: Promise<AnswerThreads | undefined> | undefined

/**
 * Shapes a response: a small one directly, a large one in a thread. If there are no threads, or if the file of the
 * thread was not bundled, large responses are shaped directly too. Sessions take turns. Rejects as
 * {@link AnswerThreads.run} does.
 */
export function shapeAnyAnswer(
  job: AnswerJob,
  deadline: Deadline,
  session: object | undefined,
): ShapedAnswer | Promise<ShapedAnswer> {
  return job.response.body.byteLength <= LARGE_BYTES ? runAnswerJob(job) : shapeLarge(job, deadline, session)
}

async function shapeLarge(
  job: AnswerJob,
  deadline: Deadline,
  session: object | undefined,
): Promise<ShapedAnswer> {
  threads ??= findThreads()
  const found = await threads
  return found ? found.run(job, deadline, session) : runAnswerJob(job)
}

async function findThreads(): Promise<AnswerThreads | undefined> {
  try {
    const program = new URL(PROGRAM, import.meta.url)
    if (!existsSync(program)) return undefined
    const { Worker } = await import('node:worker_threads')
    const resourceLimits = { maxOldGenerationSizeMb: MAX_THREAD_MB }
    return new AnswerThreads(() => new Worker(program, { execArgv: [], env: {}, resourceLimits }))
  } catch {
    return undefined
  }
}
