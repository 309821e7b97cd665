import { afterEach, describe, expect, it } from 'vitest'
import * as werift from 'werift'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { eventually } from '../../support/eventually.js'
import { PhoneCaller, servePhone } from '../../support/phone-caller.js'
import { ScriptedStt } from '../../support/speech.js'

const UNKNOWN = 'I cannot tell whether that worked'

/** What runs when the server stops, and what the caller must hear of it. `is interrupted`: the user goes on talking. */
const CASES: [what: string, calls: string[], told: string[], isInterrupted?: boolean][] = [
  ['a write that ends in time', ['pay_bill'], ['It is paid.']],
  ['a write that fails in time', ['fail_bill'], ['It is broken.']],
  ['a write that ends in time after an interruption', ['pay_bill'], ['Fine.', 'It is paid.'], true],
  ['a write that fails in time after an interruption', ['fail_bill'], ['Fine.', 'It is broken.'], true],
  ['two writes, of which one fails', ['pay_bill', 'fail_bill'], ['It is paid.', 'It is broken.']],
  ['a write that goes on', ['book_table'], [UNKNOWN]],
  ['a write that goes on after an interruption', ['book_table'], ['Fine.', UNKNOWN], true],
  ['two writes, of which one goes on', ['pay_bill', 'book_table'], [UNKNOWN]],
  [
    'a write that goes on beside an open approval',
    ['book_table', 'delete_order'],
    ['This deletes the order.', UNKNOWN],
  ],
]

/** Tools that end when `finish` is called, or never; and a model that calls some of them and says what came of it. */
function parts(names: string[]) {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const paid: ToolResult = { isError: false, content: 'paid', requestMs: 1 }
  const broken: ToolResult = { isError: true, status: 500, content: 'broken', requestMs: 1 }
  const tools = [
    new FakeTool({ name: 'pay_bill', effect: 'write', answer: () => finished.then(() => paid) }),
    new FakeTool({ name: 'fail_bill', effect: 'write', answer: () => finished.then(() => broken) }),
    new FakeTool({ name: 'book_table', effect: 'write', answer: () => new Promise<ToolResult>(() => {}) }),
    new FakeTool({ name: 'delete_order', effect: 'destroy' }),
  ]
  const llm = new ScriptedModel(({ history }): ScriptedStep => {
    const last = history.at(-1)
    if (last?.role === 'user')
      return last.text === 'stop' ? [{ say: 'Fine.' }] : names.map((call) => ({ call }))
    const results = history.flatMap((one) =>
      one.role === 'tool' ? (/paid|broken/.exec(one.output) ?? []) : [],
    )
    return [{ say: results.map((result) => `It is ${result}.`).join(' ') || 'It takes long.' }]
  })
  const limits = { backgroundAfterMs: names.includes('delete_order') ? 100 : 60_000 }
  return { agent: { llm, tools, limits, approve: 'destructive' as const }, tools, finish }
}

/** Every tool that was called ran once; one that needs an approval never. */
function expectOneRun(tools: FakeTool[], names: string[]): void {
  for (const tool of tools) {
    const runs = names.includes(tool.name) && tool.name !== 'delete_order' ? 1 : 0
    expect(tool.calls, tool.name).toHaveLength(runs)
  }
}

let server: TestServer | undefined
let caller: werift.RTCPeerConnection | undefined

afterEach(async () => {
  await caller?.close()
  await server?.close()
  caller = undefined
  server = undefined
})

describe('a telephone call whose server stops', () => {
  it.each(CASES)('tells the caller of %s', async (_, names, told, isInterrupted = false) => {
    const { agent, tools, finish } = parts(names)
    const phone = await servePhone({ ...agent, stt: new ScriptedStt(['pay', 'stop']) })
    server = phone
    const person = await PhoneCaller.call(phone)
    await person.pause(4_000)
    await person.turn()
    await person.pause(2_000)
    if (isInterrupted) await person.turn()
    await person.pause(1_000)
    expectOneRun(tools, names)
    const closing = phone.app.close({ drainMs: 5_000 })
    finish()
    for (let left = 60; left > 0 && !person.closed; left -= 1) await person.pause(500)
    await closing
    const said = phone.said.join(' ')
    for (const text of told) expect(said).toContain(text)
    expect(said.includes(UNKNOWN)).toBe(told.includes(UNKNOWN))
    expectOneRun(tools, names)
  })
})

describe('a WebRTC call whose server stops', { timeout: 120_000 }, () => {
  it.each(CASES)('tells the client of %s', async (_, names, told, isInterrupted = false) => {
    const { agent, tools, finish } = parts(names)
    const { app, port } = await startServer(agent)
    const texts: string[] = []
    const channel = await dial(port, (event) => {
      if (event.type === 'response.output_text.done') texts.push(String(event.text))
    })
    const say = (text: string) => {
      const content = [{ type: 'input_text', text }]
      channel.send(
        JSON.stringify({
          type: 'conversation.item.create',
          item: { type: 'message', role: 'user', content },
        }),
      )
      channel.send(JSON.stringify({ type: 'response.create' }))
    }
    say('pay')
    const running = tools.filter(({ name }) => names.includes(name) && name !== 'delete_order')
    await eventually(() => running.every(({ calls }) => calls.length > 0), 'the calls')
    if (isInterrupted) channel.send(JSON.stringify({ type: 'response.cancel' }))
    if (isInterrupted) say('stop')
    const early = told.filter((text) => text === 'Fine.' || text === 'This deletes the order.')
    const has = (text: string) => texts.some((one) => one.includes(text))
    await eventually(() => early.every(has), 'the answers so far')
    const closing = app.close({ drainMs: told.includes(UNKNOWN) ? 500 : 30_000 })
    finish()
    await closing
    await eventually(() => told.every(has), 'the outcome')
    expect(has(UNKNOWN)).toBe(told.includes(UNKNOWN))
    expectOneRun(tools, names)
  })
})

/** Calls, and waits for the data channel. */
async function dial(port: number, onEvent: (event: { type: string; text?: unknown }) => void) {
  const peer = new werift.RTCPeerConnection({ iceServers: [] })
  caller = peer
  peer.addTransceiver('audio', { direction: 'sendrecv' })
  const channel = peer.createDataChannel('oai-events')
  const isOpen = new Promise<void>((resolve) => channel.onMessage.once(() => resolve()))
  channel.onMessage.subscribe((data) => onEvent(JSON.parse(String(data))))
  await peer.setLocalDescription(await peer.createOffer())
  const response = await fetch(`http://127.0.0.1:${port}/v1/realtime/calls`, {
    method: 'POST',
    body: peer.localDescription?.sdp ?? '',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/sdp' },
  })
  await peer.setRemoteDescription({ type: 'answer', sdp: await response.text() })
  await isOpen
  return channel
}
