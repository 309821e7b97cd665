import {
  type Agent,
  type AgentInputItem,
  type Model,
  type ModelResponse,
  Runner,
  Usage,
} from '@openai/agents'
import { expect, it } from 'vitest'
import { runRecipe } from '../support/recipes.js'

/** A model that calls one tool, then says "Done.". */
function modelThatCalls(name: string, args: object): Model {
  const called = (input: string | AgentInputItem[]) =>
    Array.isArray(input) && input.some(({ type }) => type === 'function_call_result')
  return {
    getResponse: async ({ input }): Promise<ModelResponse> => ({
      usage: new Usage(),
      output: called(input)
        ? [
            {
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: 'Done.' }],
            },
          ]
        : [
            {
              type: 'function_call',
              callId: 'call_1',
              name,
              arguments: JSON.stringify(args),
              status: 'completed',
            },
          ],
    }),
    getStreamedResponse: () => {
      throw new Error('these tests do not stream')
    },
  }
}

async function recipe(model: Model) {
  const { agent } = (await runRecipe('openai-agents')) as { agent: Agent }
  const runner = new Runner({ model, tracingDisabled: true })
  return { agent, runner }
}

it('runs a read at once', async () => {
  const { agent, runner } = await recipe(modelThatCalls('get_pet', { petId: 1 }))
  const { newItems, interruptions, finalOutput } = await runner.run(agent, 'Go on.')
  expect(interruptions).toEqual([])
  expect(JSON.stringify(newItems)).toMatch(/\\"status\\":200/)
  expect(finalOutput).toBe('Done.')
})

it('asks before a write, and runs it after the approval', async () => {
  const { agent, runner } = await recipe(modelThatCalls('delete_pet', { petId: 1 }))
  const stopped = await runner.run(agent, 'Go on.')
  expect(stopped.interruptions.map(({ name }) => name)).toEqual(['delete_pet'])
  expect(JSON.stringify(stopped.newItems)).not.toContain('status\\":204')
  stopped.state.approve(stopped.interruptions[0]!)
  const { newItems, finalOutput } = await runner.run(agent, stopped.state)
  expect(JSON.stringify(newItems)).toMatch(/\\"status\\":204/)
  expect(finalOutput).toBe('Done.')
})
