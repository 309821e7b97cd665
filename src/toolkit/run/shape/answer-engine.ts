import { parentPort } from 'node:worker_threads'
import { messageOf } from '../../../errors.js'
import { type AnswerJob, runAnswerJob } from './answer-job.js'
import type { AnswerMessage } from './large-answers.js'

/** The program of the thread that reads large responses, one after the other. */
parentPort?.on('message', (job: AnswerJob) => parentPort?.postMessage(answerTo(job)))

function answerTo(job: AnswerJob): AnswerMessage {
  try {
    // A Buffer becomes a plain Uint8Array on its way to the thread.
    const { buffer, byteOffset, byteLength } = job.response.body
    const body = Buffer.from(buffer, byteOffset, byteLength)
    return { shaped: runAnswerJob({ ...job, response: { ...job.response, body } }) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}
