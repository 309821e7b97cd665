import { describe, expect, it } from 'vitest'
import { CHAT_PROVIDERS, resolveLanguageModel } from '../../../src/server/providers/registry.js'

describe('resolveLanguageModel', () => {
  it('knows the embedded router without a key', () => {
    expect(resolveLanguageModel('builtin/router', {}).name).toBe('builtin/router')
  })

  it.each(Object.keys(CHAT_PROVIDERS))('knows %s with a key', (provider) => {
    const name = `${provider}/some/model:free`
    expect(resolveLanguageModel(name, { llm: { apiKey: 'k', baseUrl: 'http://x/v1' } }).name).toBe(name)
  })

  it.each(['local/qwen2.5-1.5b', 'local:/models/mine.gguf'])(
    'says what runs a model file instead: %s',
    (name) => {
      expect(() => resolveLanguageModel(name, {})).toThrow(
        /runs none since version 0\.2\. Run the file in Ollama \(--llm ollama\/MODEL\).*docs\/local\.md/,
      )
    },
  )

  it.each(['ollama/llama3.2', 'lmstudio/m', 'vllm/m', 'llamacpp/m'])('needs no key for %s', (name) => {
    expect(resolveLanguageModel(name, {}).name).toBe(name)
  })

  it('needs no key behind an address of one’s own', () => {
    expect(resolveLanguageModel('openai/m', { llm: { baseUrl: 'http://127.0.0.1:9/v1' } }).name).toBe(
      'openai/m',
    )
  })

  it.each([
    ['openai/gpt-6-luna', { keys: { OPENAI_API_KEY: 'k' } }],
    ['google/gemini-3.5-flash-lite', { keys: { GOOGLE_API_KEY: 'k' } }],
    ['groq/m', { llm: 'k' }],
  ])('takes the key of %s from where it is', (name, credentials) => {
    expect(resolveLanguageModel(name, credentials).name).toBe(name)
  })

  it.each([
    ['nobody/gpt', 'unknown-provider', /"nobody\/gpt".*builtin\/router.*openai\/MODEL/],
    ['openai', 'unknown-provider', /"openai"/],
    ['openai/', 'unknown-provider', /"openai\/"/],
    ['constructor/x', 'unknown-provider', /Known are/],
    ['openai/gpt-6-luna', 'missing-key', /LLM_API_KEY or OPENAI_API_KEY/],
    ['azure/gpt', 'missing-base-url', /LLM_BASE_URL/],
  ])('refuses %s without what it needs', (name, code, message) => {
    const refuse = () => resolveLanguageModel(name, {})
    expect(refuse).toThrow(expect.objectContaining({ code }))
    expect(refuse).toThrow(message)
  })

  it.each(['nonsense', 'file:///etc/passwd', 'https://', ' '])('refuses the address %j', (baseUrl) => {
    expect(() => resolveLanguageModel('openai/gpt-6-luna', { llm: { apiKey: 'k', baseUrl } })).toThrow(
      expect.objectContaining({
        code: 'missing-base-url',
        message: `LLM_BASE_URL takes an http or https address such as https://api.example.com/v1; "${baseUrl}" is none.`,
      }),
    )
  })
})
