import { describe, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { SpeechHarness } from '../../support/speech.js'

/** A tool whose call ends when the test says so. */
function openTool(name: string, effect: 'read' | 'write') {
  let end: (result: ToolResult) => void = () => {}
  const answer = () =>
    new Promise<ToolResult>((resolve) => {
      end = resolve
    })
  const finish = () => end({ isError: false, status: 200, content: 'ready', requestMs: 5 })
  return { tool: new FakeTool({ name, effect, answer }), finish }
}

async function begin(script: ScriptedStep[]) {
  const clock = new VirtualClock(1_000_000)
  const llm = new ScriptedModel(script, { clock })
  const order = openTool('order', 'write')
  const look = openTool('look', 'read')
  const test = new SpeechHarness({ llm, clock, tools: [order.tool, look.tool], approve: 'none' })
  const say = async (text: string) => {
    const content = [{ type: 'input_text', text }]
    test.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    await settle()
    test.send({ type: 'response.create' })
    await settle()
  }
  const cancel = async () => {
    test.send({ type: 'response.cancel' })
    await settle()
  }
  await say('Order it.')
  return {
    test,
    llm,
    clock,
    order,
    look,
    say,
    cancel,
    read: (at: number) => JSON.stringify(llm.requests[at]),
  }
}

describe('the result of a call that outlived its reply', () => {
  it('is announced', async () => {
    const { llm, clock, order, cancel, read } = await begin([[{ call: 'order' }], [{ say: 'Ordered.' }]])
    await cancel()
    order.finish()
    await clock.advance(1_000)
    expect(llm.requests).toHaveLength(2)
    expect(read(1)).toContain('order that went on in the background has finished')
  })

  it('is in the request of a message of the user that comes just after it', async () => {
    const waiting: ScriptedStep = [{ waitMs: 5_000 }, { say: 'Still at it.' }]
    const script = [[{ call: 'order' }], waiting, [{ say: 'Too late, it is ordered.' }]]
    const { test, llm, clock, order, say, cancel, read } = await begin(script)
    // So long after the request about the running call that it is not made again with the result.
    await clock.advance(10_000)
    order.finish()
    await settle()
    await cancel()
    await say('Stop!')
    await clock.advance(10_000)
    expect(test.all('error')).toEqual([])
    expect(llm.requests).toHaveLength(3)
    expect(read(2)).toMatch(/order that went on in the background has finished.*Stop!/)
  })

  it('is not announced again if a request of a running reply had it', async () => {
    const script = [[{ call: 'order' }], [{ call: 'look' }], [{ say: 'It is ordered.' }], [{ say: 'Twice.' }]]
    const { test, llm, clock, order, look, say, cancel } = await begin(script)
    await cancel()
    await say('What else is there?')
    order.finish()
    await settle()
    look.finish()
    await clock.advance(10_000)
    expect(llm.requests).toHaveLength(3)
    expect(test.history).toEqual(['It is ordered.'])
  })
})
