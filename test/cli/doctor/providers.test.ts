import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkAnswer, checkModel, endingSoon } from '../../../src/cli/doctor/providers.js'
import { credentialsFromEnv } from '../../../src/environment.js'

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
  const credentials = credentialsFromEnv({ ...env, LLM_BASE_URL })
  expect(await checkModel('openai/gpt-6-luna', credentials)).toMatchObject([{ name: 'model', status }])
})

it.each([
  ['2027-01-14', 'will be ended by its provider on 2027-01-14'],
  [Date.parse('2026-08-16') / 1_000, 'was ended by its provider on 2026-08-16'],
  ['2028-01-01', undefined],
  [undefined, undefined],
])('tells that a model ends: %j', (shutdown_date, said) => {
  const listed = { data: [{ id: 'other' }, { id: 'gpt-x', shutdown_date }] }
  const found = endingSoon(listed, 'gpt-x', Date.parse('2026-11-29'))
  expect(found?.message).toEqual(said && `gpt-x ${said}`)
})

it('prints why a model does not answer and what to do, without the key', async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const { check } = await checkAnswer('openai/gpt-6-luna', { llm: { apiKey: 'wrong', baseUrl } })
  expect(check).toMatchObject({ name: 'openai/gpt-6-luna', status: 'failed' })
  expect(check.message).toMatch(/failed: unauthorized \(HTTP 401\)/)
  expect(check.advice).toMatch(/Check the key/)
})
