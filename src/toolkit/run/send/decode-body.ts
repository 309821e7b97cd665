import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib'
import { VoiceError } from '../../../errors.js'
import { tooLarge } from './failure.js'
import { type RawResponse, responseHeader } from './transport.js'

const unzip = promisify(gunzip)
const unbrotli = promisify(brotliDecompress)

/** Decompresses a body to at most `maxBytes`: `gzip`, `deflate`, `br`, at most the last three. Others stay. */
export async function decodeBody(response: RawResponse, maxBytes: number): Promise<Buffer> {
  const encoding = responseHeader(response, 'content-encoding')
  if (!encoding || response.body.byteLength === 0) return response.body
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter(Boolean)
  let body = response.body
  for (const coding of codings.slice(-3).reverse()) body = await decodeOne(body, { coding, maxBytes })
  return body
}

export async function decoded(response: RawResponse, maxBytes: number): Promise<RawResponse> {
  return { ...response, body: await decodeBody(response, maxBytes) }
}

async function decodeOne(
  body: Buffer,
  { coding, maxBytes }: { coding: string; maxBytes: number },
): Promise<Buffer> {
  // If the compressed data is cut off, the part before the cut is returned, as in browsers.
  const zlib = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH }
  const brotli = { maxOutputLength: maxBytes, finishFlush: constants.BROTLI_OPERATION_FLUSH }
  try {
    if (coding === 'gzip' || coding === 'x-gzip') return await unzip(body, zlib)
    if (coding === 'br') return await unbrotli(body, brotli)
    if (coding !== 'deflate') return body
    // Some servers send `deflate` without the zlib header, so the first byte decides.
    const isWrapped = (body[0]! & 0x0f) === 0x08
    return await promisify(isWrapped ? inflate : inflateRaw)(body, zlib)
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw new VoiceError(
      'bad-answer',
      `The answer says it is compressed (${coding}), but it cannot be unpacked.`,
      {
        cause: error,
      },
    )
  }
}
