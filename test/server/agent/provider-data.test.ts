import { expect, it } from 'vitest'
import { runStep, type StepResult } from '../../../src/server/agent/step.js'
import type { LanguageModel, ModelMessage } from '../../../src/server/model/language-model.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const DATA = { reasoning: 'gAAAA' }

function step(models: LanguageModel[], history: ModelMessage[] = []): Promise<StepResult> {
  const ignore = () => {}
  return runStep(() => ({ instructions: '', history, tools: [], toolChoice: 'auto' }), {
    models,
    from: 0,
    sink: {
      text: ignore,
      reasoning: ignore,
      speech: ignore,
      retract: ignore,
      callDelta: ignore,
      stepEnded: ignore,
      abandon: ignore,
    },
    signal: new AbortController().signal,
    clock: new VirtualClock(),
    deadline: 120_000,
    limits: { modelSilenceMs: 30_000, maxArgumentBytes: 1_000 },
  })
}

const answer = (model: string): ModelMessage => ({
  role: 'assistant',
  text: 'Hi.',
  toolCalls: [],
  providerData: { model, data: DATA },
})

it('hands back what the provider wants to get again', async () => {
  const model = new ScriptedModel([[{ say: 'Hi.' }, { chunk: { type: 'provider-data', data: DATA } }]])
  expect((await step([model])).providerData).toEqual({ model: 'test/scripted', data: DATA })
})

it('drops data that is too long to keep', async () => {
  const data = 'x'.repeat(300_000)
  const model = new ScriptedModel([[{ say: 'Hi.' }, { chunk: { type: 'provider-data', data } }]])
  expect((await step([model])).providerData).toBeUndefined()
})

it('gives the data of an answer to the model that wrote it, and to no other', async () => {
  const model = new ScriptedModel([[{ say: 'Yes.' }]])
  await step([model], [answer('test/scripted'), answer('test/other')])
  expect(model.requests[0]?.history).toEqual([
    answer('test/scripted'),
    { role: 'assistant', text: 'Hi.', toolCalls: [] },
  ])
})
