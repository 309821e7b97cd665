import { ModelError } from '../model/model-error.js'

/** Bytes of one answer of a model: 200,000 tokens that come one by one take half of it. */
const MAX_BYTES = 128_000_000

/**
 * Bytes without a line break. What reads the lines copies an unfinished one with each piece that comes, so that the work grows with
 * the square of this: 16 MB took a second.
 */
const MAX_LINE_BYTES = 4_000_000

const NEWLINE = 10

/** `fetch` for the answers of a model. Its body fails with a `ModelError` where it, or a line of it, is too long to be an answer. */
export function boundedFetch(model: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { body, status, statusText, headers } = response
    if (!body) return response
    return new Response(body.pipeThrough(boundBytes(model)), { status, statusText, headers })
  }
}

function boundBytes(model: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let lineBytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      const newline = chunk.lastIndexOf(NEWLINE)
      lineBytes = newline < 0 ? lineBytes + chunk.byteLength : chunk.byteLength - newline - 1
      if (bytes <= MAX_BYTES && lineBytes <= MAX_LINE_BYTES) controller.enqueue(chunk)
      else controller.error(new ModelError('bad-answer', { model, message: 'its answer is too long' }))
    },
  })
}
