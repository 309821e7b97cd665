import { describe, expect, it } from 'vitest'
import type { Credentials } from '../../../src/environment.js'
import { accessTo } from '../../../src/server/providers/credential.js'

const entry = { keyVariable: 'OPENAI_API_KEY', otherVariables: ['OTHER_API_KEY'] }
const url = 'http://127.0.0.1:9/v1'
const access = (credentials: Credentials) => accessTo(entry, 'LLM', credentials)

describe('accessTo', () => {
  it.each<[what: string, credentials: Credentials, want: object]>([
    ['nothing', {}, {}],
    ['a text is the key', { llm: 'k' }, { apiKey: 'k' }],
    [
      'the key before that of the provider',
      { llm: { apiKey: 'k' }, keys: { OPENAI_API_KEY: 'o' } },
      { apiKey: 'k' },
    ],
    ['the key of the provider', { keys: { OPENAI_API_KEY: 'o' } }, { apiKey: 'o' }],
    ['the other name of the provider', { keys: { OTHER_API_KEY: 'o', X_API_KEY: 'x' } }, { apiKey: 'o' }],
    [
      'an address of .env without a key',
      { llm: { baseUrl: url }, fromEnvFile: ['LLM_BASE_URL'] },
      { baseUrl: url },
    ],
    [
      'key and address of .env',
      { llm: { baseUrl: url, apiKey: 'k' }, fromEnvFile: ['LLM_BASE_URL', 'LLM_API_KEY'] },
      { baseUrl: url, apiKey: 'k' },
    ],
    [
      'a key of .env and an address of the process',
      { llm: { baseUrl: url }, keys: { OPENAI_API_KEY: 'o' }, fromEnvFile: ['OPENAI_API_KEY'] },
      { baseUrl: url, apiKey: 'o' },
    ],
    [
      'an address of .env for another kind',
      { llm: { apiKey: 'k' }, fromEnvFile: ['STT_BASE_URL'] },
      { apiKey: 'k' },
    ],
  ])('%s', (_what, credentials, want) => {
    expect(access(credentials)).toEqual(want)
  })

  it.each<[key: string, credentials: Credentials]>([
    ['LLM_API_KEY', { llm: { baseUrl: url, apiKey: 'k' } }],
    ['OPENAI_API_KEY', { llm: { baseUrl: url }, keys: { OPENAI_API_KEY: 'o' } }],
    ['OTHER_API_KEY', { llm: { baseUrl: url }, keys: { OTHER_API_KEY: 'o' } }],
    ['LLM_API_KEY', { llm: { baseUrl: url, apiKey: 'k' }, keys: { OPENAI_API_KEY: 'o' } }],
  ])('%s of the process is not sent to an address of .env', (key, credentials) => {
    const fromEnvFile = ['LLM_BASE_URL', 'GROQ_API_KEY']
    expect(() => access({ ...credentials, fromEnvFile })).toThrow(
      `LLM_BASE_URL (http://127.0.0.1:9) comes from the file .env, and ${key} does not`,
    )
  })
})
