import { generateText, type ModelMessage, stepCountIs, type ToolSet } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, it } from 'vitest'
import { runRecipe } from '../support/recipes.js'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that calls one tool, then says "Done.". */
function modelThatCalls(toolName: string, input: object): MockLanguageModelV3 {
  const call = { type: 'tool-call' as const, toolCallId: 'call_1', toolName, input: JSON.stringify(input) }
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const isCalled = prompt.at(-1)?.role === 'tool'
      return {
        content: [isCalled ? { type: 'text', text: 'Done.' } : call],
        finishReason: { unified: isCalled ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      }
    },
  })
}

async function recipe() {
  const { tools } = (await runRecipe('ai-sdk')) as { tools: ToolSet }
  return (model: MockLanguageModelV3, messages: ModelMessage[]) =>
    generateText({ model, tools, messages, stopWhen: stepCountIs(3) })
}

const asked: ModelMessage[] = [{ role: 'user', content: 'Go on.' }]

it('runs a read at once', async () => {
  const generate = await recipe()
  const { steps, text } = await generate(modelThatCalls('get_pet', { petId: 1 }), asked)
  expect(steps[0]?.toolResults[0]?.output).toMatchObject({ isError: false, status: 200, content: { id: 1 } })
  expect(text).toBe('Done.')
})

it('asks before a write, and runs it after the approval', async () => {
  const generate = await recipe()
  const model = modelThatCalls('delete_pet', { petId: 1 })
  const stopped = await generate(model, asked)
  const request = stopped.content.find((part) => part.type === 'tool-approval-request')
  expect(request).toMatchObject({ toolCall: { toolName: 'delete_pet' } })
  expect(stopped.toolResults).toEqual([])
  const { approvalId } = request!
  const { response } = await generate(model, [
    ...asked,
    ...stopped.response.messages,
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] },
  ])
  expect(JSON.stringify(response.messages)).toContain('"status":204')
})
