import { messageOf } from '../../errors.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { SpeechError, type SpeechFailure } from '../model/speech-error.js'
import type { RecordedError } from './recording-lines.js'

/** Encodes a thrown value as JSON. */
export function writeError(thrown: unknown): RecordedError {
  const message = messageOf(thrown)
  if (thrown instanceof ModelError) {
    const { model: name, failure, status } = thrown
    return { message, model: { name, failure, status } }
  }
  if (thrown instanceof SpeechError) {
    const { provider, failure } = thrown
    return { message, speech: { provider, failure } }
  }
  return { message }
}

/** Decodes an error, so that it can be thrown again. */
export function readError({ message, model, speech }: RecordedError): Error {
  if (model) {
    const { name, failure, status } = model
    return new ModelError(failure as ModelFailure, {
      model: name,
      message,
      status,
    })
  }
  if (speech) return new SpeechError(speech.failure as SpeechFailure, { provider: speech.provider, message })
  return new Error(message)
}
