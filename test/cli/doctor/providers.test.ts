import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkModel } from '../../../src/cli/doctor/providers.js'

/** A provider that accepts one key. */
const server = createServer(({ headers }, response) => {
  response.writeHead(headers.authorization === 'Bearer right' ? 200 : 401).end('{"data": []}')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

it.each<[env: Record<string, string>, status: string]>([
  [{ LLM_API_KEY: 'right' }, 'ok'],
  [{ OPENAI_API_KEY: 'right' }, 'ok'],
  [{ LLM_API_KEY: 'wrong', OPENAI_API_KEY: 'right' }, 'failed'],
  [{}, 'failed'],
])('with %j the model is %s', async (env, status) => {
  const LLM_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  expect(await checkModel({ ...env, LLM_BASE_URL })).toMatchObject({ name: 'model', status })
})
