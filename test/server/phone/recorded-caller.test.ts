import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAgentTexts } from '../../../src/languages/agent-texts.js'
import { readRecording } from '../../../src/server/recording/recording-lines.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { PhoneCaller, servePhone } from '../../support/phone-caller.js'
import { ScriptedStt } from '../../support/speech.js'
import { modelsWith } from '../../support/speech-files.js'

const GREETING = findAgentTexts('en').phone.greeting

const models = await modelsWith('silero/v5')

/** Speech of flite as mu-law at 8 kHz, through the voice activity detection that servers use. */
it.skipIf(!models)('a recorded caller asks, interrupts, and approves by voice and by key', async () => {
  const pets = new FakeTool({ name: 'list_pets', answer: [{ name: 'Rex' }] })
  const order = new FakeTool({ name: 'delete_order', effect: 'destroy', answer: null })
  const llm = new ScriptedModel([
    [{ call: 'list_pets' }],
    [{ say: 'There are many pets in the shop today, among them a dog called Rex, two cats, and a parrot.' }],
    [{ call: 'delete_order', input: { orderId: 17 } }],
    [{ say: 'It is gone.' }],
    [{ call: 'delete_order', input: { orderId: 18 } }],
    [{ say: 'That one too.' }],
  ])
  const stt = new ScriptedStt(['list the pets', 'cancel order seventeen', 'yeah', 'cancel order eighteen'])
  const record = mkdtempSync(join(tmpdir(), 'voice-calls-'))
  const server = await servePhone(
    { llm, stt, vad: 'silero/v5', tools: [pets, order], credentials: { modelsDirectory: models! } },
    { record },
  )
  try {
    const caller = await PhoneCaller.call(server)
    await caller.pause(4_500)
    await caller.say('list-pets-slt')
    await caller.pause(2_000)
    expect(pets.calls).toHaveLength(1)
    await caller.say('cancel-order-slt')
    expect(caller.clears).toBe(1)
    await caller.pause(9_000)
    await caller.say('yeah-slt')
    await caller.pause(2_500)
    expect(order.calls.map(({ input }) => input)).toEqual([{ orderId: 17 }])
    await caller.say('cancel-order-slt')
    await caller.pause(2_500)
    await caller.press('1')
    await caller.pause(2_000)
    expect(order.calls).toHaveLength(2)
    expect(server.said.at(-1)).toBe('That one too.')
    await caller.hangUp()
    await server.close()
    const [file = ''] = readdirSync(record)
    const recording = await readRecording(join(record, file))
    const inputs = recording.lines.filter((line) => line.kind === 'in')
    expect(inputs.filter((line) => line.from === 'line')).toMatchObject([{ say: GREETING }])
    expect(inputs.filter((line) => line.from === 'microphone').length).toBeGreaterThan(500)
    expect(
      inputs.filter((line) => line.from === 'client').map((line) => 'event' in line && line.event),
    ).toMatchObject([
      { type: 'output_audio_buffer.clear' },
      { type: 'conversation.item.create', item: { type: 'mcp_approval_response', approve: true } },
    ])
  } finally {
    await server.close()
    rmSync(record, { recursive: true, force: true })
  }
})
