import { afterEach, expect, it, vi } from 'vitest'
import { resolveLanguageModel } from '../../../src/server/providers/registry.js'
import { choice, DONE, startStandIn } from '../../support/stand-in-provider.js'

afterEach(() => void vi.unstubAllEnvs())

it.each<[apiKey: string | undefined, want: string]>([
  [undefined, 'Bearer none'],
  ['its-own', 'Bearer its-own'],
])('another service gets nothing of the account at OpenAI, with the key %s', async (apiKey, want) => {
  const secret = 'of-the-operator'
  for (const name of ['API_KEY', 'ADMIN_KEY', 'ORG_ID', 'PROJECT_ID', 'WEBHOOK_SECRET'])
    vi.stubEnv(`OPENAI_${name}`, secret)
  vi.stubEnv(
    'OPENAI_CUSTOM_HEADERS',
    `X-Gateway: ${secret}\nAuthorization: Bearer ${secret}\nx-team:${secret}`,
  )
  const standIn = await startStandIn([{ pieces: [choice({ content: 'hi' }), choice({}, 'stop'), DONE] }])
  const model = resolveLanguageModel('ollama/x', { llm: { baseUrl: standIn.baseUrl, apiKey } })
  const request = { instructions: '', history: [], tools: [], toolChoice: 'auto' as const }
  for await (const _ of model.stream(request, { signal: new AbortController().signal })) {
    // The answer does not matter.
  }
  await standIn.close()
  expect(standIn.requests).toHaveLength(1)
  expect(standIn.requests[0]!.headers.authorization).toBe(want)
  expect(JSON.stringify(standIn.requests)).not.toContain(secret)
})
