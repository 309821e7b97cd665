import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../../../src/toolkit/run/send/decode-body.js'

const TEXT = 'an answer that is said again and again, '.repeat(50)
const plain = Buffer.from(TEXT)
const answer = (encoding: string | undefined, body: Buffer) => ({
  status: 200,
  headers: encoding === undefined ? [] : [{ key: 'content-encoding', value: encoding }],
  body,
})
const decode = async (encoding: string | undefined, body: Buffer, maxBytes = 1_000_000) =>
  (await decodeBody(answer(encoding, body), maxBytes)).toString()

describe('the body of an answer', () => {
  it.each<[string | undefined, Buffer]>([
    [undefined, plain],
    ['', plain],
    ['identity', plain],
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZIP ', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['deflate,, gzip ,br', brotliCompressSync(gzipSync(deflateSync(plain)))],
  ])('in %j is unpacked', async (encoding, body) => expect(await decode(encoding, body)).toBe(TEXT))

  it('that is empty needs no unpacking', async () => expect(await decode('gzip', Buffer.alloc(0))).toBe(''))

  it('in more than three codings is unpacked three times', async () => {
    const twice = gzipSync(plain)
    const packed = gzipSync(gzipSync(gzipSync(twice)))
    expect(await decode('gzip, gzip, gzip, gzip', packed)).toBe(twice.toString())
  })

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
  ])('in %s that was cut off gives what there is', async (encoding, body) => {
    const some = await decode(encoding, body.subarray(0, body.length - 6))
    expect(TEXT.startsWith(some)).toBe(true)
  })

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
  ])('in %s is refused when it is too large unpacked', async (encoding, body) => {
    expect(await decode(encoding, body, TEXT.length)).toBe(TEXT)
    await expect(decode(encoding, body, TEXT.length - 1)).rejects.toMatchObject({ code: 'too-large' })
  })

  it.each(['gzip', 'br', 'deflate'])('that is no %s is a bad answer', async (encoding) => {
    await expect(decode(encoding, Buffer.from('{"plain":"text"}'))).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringContaining(`(${encoding})`),
    })
  })
})
