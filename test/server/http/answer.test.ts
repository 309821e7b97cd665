import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MAX_NESTING } from '../../../src/protocol/nesting.js'
import { readJsonBody } from '../../../src/server/http/answer.js'

const lists = (depth: number) => JSON.parse(`{"in":${'['.repeat(depth)}${']'.repeat(depth)}}`) as object

const sent = (text: string) => Readable.from(text ? [Buffer.from(text)] : []) as IncomingMessage

/** A request that a body parser of Express has read to its end. */
async function parsed(body: unknown): Promise<IncomingMessage> {
  const request = sent('anything')
  for await (const _ of request);
  return Object.assign(request, { body })
}

describe('the body of a request', () => {
  it.each<[what: string, value: object, isTaken: boolean]>([
    ['plain', { id: 1 }, true],
    ['as deep as is taken', lists(MAX_NESTING - 1), true],
    ['deeper', lists(MAX_NESTING), false],
  ])('that is %s is the same to us, whoever parsed it', async (_, value, isTaken) => {
    const want = isTaken ? value : undefined
    expect(await readJsonBody(sent(JSON.stringify(value)))).toEqual(want)
    expect(await readJsonBody(await parsed(value))).toEqual(want)
  })

  it.each([
    ['', {}],
    ['[1]', undefined],
    ['{"id":', undefined],
    [`{"id":"${'x'.repeat(70_000)}"}`, undefined],
  ])('%.20s', async (text, want) => {
    expect(await readJsonBody(sent(text))).toEqual(want)
  })
})
