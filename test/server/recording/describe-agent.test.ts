import { describe, expect, it } from 'vitest'
import type { ToolSet } from '../../../src/server/agent/agent.js'
import type { LanguageModel } from '../../../src/server/model/language-model.js'
import { agentOf, describeAgent } from '../../../src/server/recording/agent-through-ports.js'
import type { RecordedAgent } from '../../../src/server/recording/recording-lines.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { testAgent } from '../../support/agent.js'

const petshop = await RESTAPIToolkit.fromApiCollection({
  collectionPath: new URL('../../../examples/petshop/postman.json', import.meta.url).pathname,
})

const model = (maxTools?: number): LanguageModel => ({
  name: 'ollama/fake',
  ...(maxTools !== undefined && { maxTools }),
  async *stream() {},
})

const questions = ['sell a dog', 'which orders are open', 'cancel order 4', 'find customers', 'add a pet']

function agentWith(toolSet: ToolSet, maxTools?: number) {
  return testAgent({ models: [model(maxTools)], tools: petshop.getFunctions(), toolSet })
}

describe('an agent of a recording', () => {
  it.each<[toolSet: ToolSet, maxTools: number | undefined]>([
    ['all', undefined],
    ['all', 3],
    ['auto', undefined],
    ['auto', 3],
    ['auto', 500],
    ['search', undefined],
    ['search', 3],
  ])('is offered the same tools for the same words: %s, at most %s', (toolSet, maxTools) => {
    const agent = agentWith(toolSet, maxTools)
    const again = agentOf(JSON.parse(JSON.stringify(describeAgent(agent))) as RecordedAgent)
    const offeredBy = ({ tools, models }: typeof agent, words: string) => [
      ...tools
        .offer(models[0]!, { clues: { words }, client: [] })
        .map(({ name, parameters }) => ({ name, parameters })),
      tools.suggest(models[0]!, () => ({ words })),
    ]
    for (const words of questions) expect(offeredBy(again, words)).toEqual(offeredBy(agent, words))
  })

  it('is written down with what tools are found by only where some of them are offered', () => {
    const written = (agent: ReturnType<typeof agentWith>) => JSON.stringify(describeAgent(agent))
    expect(written(agentWith('all', 3))).not.toContain('"search"')
    expect(written(agentWith('auto', 3))).toContain('"search"')
    expect(describeAgent(agentWith('auto', 3)).maxTools).toEqual({ 'ollama/fake': 3 })
  })
})
