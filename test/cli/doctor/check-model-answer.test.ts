import { describe, expect, it } from 'vitest'
import { checkModelAnswer } from '../../../src/cli/doctor/providers.js'
import type { LanguageModel, ModelChunk } from '../../../src/server/model/language-model.js'

/** A model for which reading takes two seconds, and each word one; it calls a tool first where it has some. */
function slowModel({ calls = true } = {}) {
  let time = 0
  const model: LanguageModel = {
    name: 'ollama/fake',
    async *stream({ tools, history }): AsyncGenerator<ModelChunk> {
      time += 2_000
      yield { type: 'text-delta', text: '' }
      if (calls && tools.length > 0 && history.length === 1) {
        yield { type: 'tool-call', callId: 'a', name: 'get_room', arguments: '{"number":12}' }
        yield { type: 'end', reason: 'tool-calls' }
        return
      }
      yield { type: 'text-delta', text: 'From' }
      time += 1_000
      yield { type: 'text-delta', text: ' nine.' }
      time += 1_000
      yield { type: 'text-delta', text: ' And' }
      yield { type: 'usage', inputTokens: 300, outputTokens: 10 }
      yield { type: 'end', reason: 'stop' }
    },
  }
  return { model, now: () => time }
}

describe('a trial of a language model', () => {
  it('times an answer to the end of its first sentence, without the time to load the model', async () => {
    const { model, now } = slowModel()
    // Two steps are read, two words said.
    expect(await checkModelAnswer(model, now)).toBe(5_000)
  })

  it('takes an answer without a call as it is', async () => {
    const { model, now } = slowModel({ calls: false })
    expect(await checkModelAnswer(model, now)).toBe(3_000)
  })
})
