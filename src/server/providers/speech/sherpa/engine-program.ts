/**
 * The program of an engine process, which runs one speech model with sherpa-onnx. The engine has a process of its own
 * for two reasons: it blocks its thread for hundreds of milliseconds, and some damaged model files end the process that
 * loads them.
 */
import { messageOf } from '../../../../errors.js'
import { SpeechError } from '../../../model/speech-error.js'
import { loadSherpa } from '../sherpa.js'
import type { EngineAnswer, EngineMessage } from './engine-messages.js'
import { createWorker, type EngineWorker } from './engine-worker.js'

/** Sends a message to the program that started this process. */
const answer = (message: EngineAnswer) => void process.send?.(message)

let worker: Promise<EngineWorker> | undefined
let queue = Promise.resolve()

process.on('disconnect', () => process.exit(0))
process.on('message', (message: EngineMessage) => {
  queue = queue.then(() => take(message))
})

async function take(message: EngineMessage): Promise<void> {
  if (message.type === 'load') {
    worker = loadSherpa('sherpa', message.job.sherpa).then((sherpa) => createWorker(sherpa, message.job))
    await worker.then(() => answer({ type: 'ready' }), refuse)
    return
  }
  const loaded = await worker?.catch(() => undefined)
  if (!loaded) return
  try {
    loaded.take(message, answer)
  } catch (error) {
    if ('id' in message) answer({ type: 'failed', id: message.id, message: messageOf(error) })
  }
}

function refuse(error: unknown): void {
  const failure = error instanceof SpeechError ? error.failure : 'unavailable'
  answer({ type: 'refused', failure, message: messageOf(error) })
}
