import { ModelError } from '../model/model-error.js'

/** Maximum bytes of one answer of a model. An answer of 200,000 tokens, each in its own event, needs half of this. */
const MAX_BYTES = 128_000_000

/**
 * Maximum bytes of one line of the event stream. The `openai` package copies the unfinished line with each new chunk,
 * so a line of 16 MB took one second.
 */
const MAX_LINE_BYTES = 4_000_000

const NEWLINE = 10

/**
 * A `fetch` for requests to a model. Reading the response body fails with a `ModelError` if the body or one of its
 * lines is too long. A redirect is followed only within its origin, because the headers have the key.
 */
export function boundedFetch(model: string): typeof fetch {
  return async (input, init) => {
    const response = await fetchWithin(input, init)
    const { body, status, statusText, headers } = response
    if (!body) return response
    return new Response(body.pipeThrough(boundBytes(model)), { status, statusText, headers })
  }
}

/** Maximum number of redirects of one request to a model. */
const MAX_REDIRECTS = 3

/**
 * A `fetch` that repeats the request after a redirect with 307 or 308 to the same origin. Any other redirect is returned
 * as the response.
 */
export async function fetchWithin(
  input: Parameters<typeof fetch>[0],
  init: Parameters<typeof fetch>[1],
): Promise<Response> {
  let response = await fetch(input, { ...init, redirect: 'manual' })
  for (let followed = 0; followed < MAX_REDIRECTS; followed++) {
    const location = response.headers.get('location')
    const isRepeated = response.status === 307 || response.status === 308
    if (!isRepeated || location === null || !URL.canParse(location, response.url)) return response
    const target = new URL(location, response.url)
    if (target.origin !== new URL(response.url).origin) return response
    await response.body?.cancel()
    response = await fetch(target, { ...init, redirect: 'manual' })
  }
  return response
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
