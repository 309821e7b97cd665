import type { ToolMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import { expect, it } from 'vitest'
import { runRecipe } from '../support/recipes.js'

interface Recipe {
  tools: DynamicStructuredTool[]
  interruptOn: Record<string, boolean>
}

/** Calls a tool as the agent loop of LangChain does. */
async function call({ tools }: Recipe, name: string, args: Record<string, unknown>): Promise<ToolMessage> {
  const found = tools.find((tool) => tool.name === name)!
  return found.invoke({ type: 'tool_call', id: 'call_1', name, args })
}

it('runs a call and gives its result as a tool message', async () => {
  const recipe = (await runRecipe('langchain')) as Recipe
  const message = await call(recipe, 'get_pet', { petId: 1 })
  expect(message).toMatchObject({ tool_call_id: 'call_1', name: 'get_pet' })
  expect(JSON.parse(message.text)).toMatchObject({ isError: false, status: 200, content: { id: 1 } })
})

it('interrupts each write, for the middleware of an agent', async () => {
  const { interruptOn } = (await runRecipe('langchain')) as Recipe
  expect(interruptOn).toMatchObject({ list_pets: false, get_pet: false, create_pet: true, delete_pet: true })
})
