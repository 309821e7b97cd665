import { messageOf } from '../../../../errors.js'
import { SpeechError } from '../../../model/speech-error.js'
import { LISTENING_RATE } from '../../../model/vad.js'
import { loadSherpa, type Sherpa, type SherpaStream } from '../sherpa.js'
import type { EngineAnswer, EngineJob, EngineMessage } from './engine-messages.js'

/**
 * The program of an engine process, which runs one speech model with sherpa-onnx. The engine has a process of its own
 * for two reasons: it blocks its thread for hundreds of milliseconds, and some damaged model files end the process that
 * loads them.
 */

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

interface EngineWorker {
  /** Handles a message synchronously and passes the result to `answer`. Throws the errors of the engine. */
  take(message: EngineMessage, answer: (message: EngineAnswer) => void): void
}

/** Loads a model. Throws if the engine rejects the model; some damaged files end the whole process instead. */
function createWorker(sherpa: Sherpa, { kind, config }: EngineJob): EngineWorker {
  if (kind === 'offline') return offlineWorker(sherpa, config)
  return kind === 'online' ? onlineWorker(sherpa, config) : voiceWorker(sherpa, config)
}

function offlineWorker(sherpa: Sherpa, config: object): EngineWorker {
  const recognizer = new sherpa.OfflineRecognizer(config)
  return {
    take(message, answer) {
      if (message.type !== 'recognize') return
      const stream = recognizer.createStream()
      stream.acceptWaveform({ samples: toFloat(message.samples), sampleRate: LISTENING_RATE })
      recognizer.decode(stream)
      answer({ type: 'words', id: message.id, text: recognizer.getResult(stream).text })
    },
  }
}

function onlineWorker(sherpa: Sherpa, config: object): EngineWorker {
  const recognizer = new sherpa.OnlineRecognizer(config)
  const streams = new Map<number, SherpaStream>()
  const recognize = (id: number, samples: Float32Array): string => {
    const stream = streams.get(id) ?? recognizer.createStream()
    streams.set(id, stream)
    stream.acceptWaveform({ samples, sampleRate: LISTENING_RATE })
    while (recognizer.isReady(stream)) recognizer.decode(stream)
    return recognizer.getResult(stream).text
  }
  return {
    take(message, answer) {
      if (message.type === 'sound') {
        const { stream, samples } = message
        answer({
          type: 'partial',
          stream,
          text: recognize(stream, toFloat(samples)),
          samples: samples.length,
        })
      } else if (message.type === 'settle') {
        const silence = new Float32Array((message.tailMs * LISTENING_RATE) / 1000)
        answer({ type: 'words', id: message.id, text: recognize(message.stream, silence) })
      } else if (message.type === 'end') streams.delete(message.stream)
    },
  }
}

function voiceWorker(sherpa: Sherpa, config: object): EngineWorker {
  const voice = new sherpa.OfflineTts(config)
  return {
    take(message, answer) {
      if (message.type !== 'speak') return
      const { id, text, speaker: sid } = message
      // The synchronous method is used, because the promise of the asynchronous method never settles if the engine
      // throws.
      const { samples, sampleRate } = voice.generate({ text, sid, speed: 1, enableExternalBuffer: false })
      answer({ type: 'speech', id, pcm: toPcm(samples), rate: sampleRate })
    },
  }
}

function toFloat(samples: Int16Array): Float32Array {
  return Float32Array.from(samples, (sample) => sample / 32_768)
}

function toPcm(samples: Float32Array): Uint8Array {
  const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767)
  return new Uint8Array(pcm.buffer)
}
