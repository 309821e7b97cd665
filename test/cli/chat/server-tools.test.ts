import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverToolsAt } from '../../../src/cli/chat/chat-session.js'

const asked: { method: string; url: string; key: string; body: string }[] = []
const ANSWERS: Record<string, [status: number, body: unknown]> = {
  '/v1/tools': [
    200,
    {
      tools: [
        { name: 'list_pets', description: 'Lists the pets. Page by page.' },
        { name: 'cancel_order', description: 'Cancels an order.' },
      ],
    },
  ],
  '/v1/tools/cancel_order/dry-run': [
    200,
    {
      method: 'POST',
      url: 'http://a.test/orders/7',
      headers: [
        ['Host', 'a.test'],
        ['X-Shop', 'north'],
      ],
      body: '{"a":1}',
    },
  ],
  '/v1/tools/list_pets/dry-run': [200, { isError: true, content: 'petId is missing' }],
  '/v1/tools/none/dry-run': [404, { error: { message: 'There is no tool "none".' } }],
}

let server: Server
let tools: ReturnType<typeof serverToolsAt>
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    asked.push({ method, url, key: String(headers.authorization), body })
    const [status, answer] = ANSWERS[url.split('?')[0]!] ?? [404, 'nothing']
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  tools = serverToolsAt({ url: `ws://127.0.0.1:${port}/ws?app_id=shop`, apiKey: 'k' })
})
afterAll(() => server.close())

describe('serverToolsAt', () => {
  it.each([
    ['', 'list_pets  Lists the pets.\ncancel_order  Cancels an order.\n2 of 2 tools'],
    ['Order cancel', 'cancel_order  Cancels an order.\n1 of 2 tools'],
    ['invoice', 'None of the 2 tools has all of these words: invoice'],
  ])('lists the tools that fit %j', async (words, want) => {
    expect(await tools.list(words)).toBe(want)
    expect(asked.at(-1)).toMatchObject({ method: 'GET', url: '/v1/tools?app_id=shop', key: 'Bearer k' })
  })

  it('shows the request of a call', async () => {
    expect(await tools.dryRun('cancel_order', '{"orderId":7}')).toBe(
      'POST http://a.test/orders/7\nHost: a.test\nX-Shop: north\n\n{"a":1}',
    )
    expect(asked.at(-1)).toMatchObject({ method: 'POST', body: '{"orderId":7}' })
    expect(await tools.dryRun('list_pets', '')).toBe('petId is missing')
  })

  it('sends an id that a JavaScript number cannot hold with all its digits', async () => {
    await tools.dryRun('cancel_order', '{"orderId":1234567890123456789}')
    expect(asked.at(-1)!.body).toContain('1234567890123456789')
  })

  it.each([
    ['none', '{}', /no tool "none"/],
    ['list_pets', '{"a"', /has to be a JSON object/],
    ['list_pets', '[1]', /has to be a JSON object/],
  ])('says why %s %s cannot be shown', async (name, input, message) => {
    await expect(tools.dryRun(name, input)).rejects.toThrow(message)
  })
})
