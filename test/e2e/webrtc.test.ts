import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/testing/scripted-model.js'
import { deleteOrder, listPets } from '../peers/stock.js'
import { KEY } from '../support/app.js'
import { noChromium, openBrowser } from '../support/browser.js'
import { CallSite, type CallSiteOptions, judge, until } from '../support/call-site.js'
import { LossyNetwork, type Weather } from '../support/lossy-network.js'
import type { WebCall } from '../support/web-call.js'

const LONG = Array.from({ length: 12 }, (_, at) => `Pet number ${at + 1} is called Rex.`).join(' ')

describe.skipIf(noChromium)('a WebRTC call from Chromium', { timeout: 180_000 }, () => {
  let browser: Browser
  let site: CallSite

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(() => site.close())
  afterAll(() => browser.close())

  async function open(script: ScriptedStep[], options: CallSiteOptions = {}): Promise<WebCall> {
    site = await CallSite.start(script, options)
    return site.open(browser)
  }

  it('answers, hears, runs a tool, speaks, and hangs up', async () => {
    const call = await open([[{ call: 'list_pets' }], [{ say: 'There is one pet, Rex.' }]], {
      tools: [listPets()],
      heard: ['list all pets'],
    })
    const answer = await call.start({ url: site.address, key: KEY })
    expect(answer).toMatchObject({ status: 201, type: 'application/sdp' })
    expect(answer.location).toMatch(/^\/v1\/realtime\/calls\/rtc_[0-9a-f]{24}$/)
    await until(() => call.types()).toContain('session.created')
    await call.speak(true)
    await until(() => call.types()).toContain('input_audio_buffer.speech_started')
    await call.speak(false)
    await until(() => call.types()).toContain('output_audio_buffer.stopped')
    const types = await call.types()
    expect(types).toContain('response.mcp_call.completed')
    expect(types).not.toContain('response.output_audio.delta')
    const { packetsReceived, totalAudioEnergy } = await call.stats()
    expect(packetsReceived).toBeGreaterThan(50)
    expect(totalAudioEnergy).toBeGreaterThan(0.001)
    await judge(call)
    const beside = await site.server.connect({ query: `?call_id=${answer.location.split('/').at(-1)}` })
    expect((await beside.next('session.created')).type).toBe('session.created')
    beside.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be kind.' } })
    await until(() => call.types()).toContain('session.updated')
    expect((await call.types()).filter((type) => type === 'session.created')).toHaveLength(1)
    const hangUp = (key: string) => site.post(`${answer.location}/hangup`, { key })
    expect((await hangUp('wrong')).status).toBe(401)
    expect((await hangUp(KEY)).status).toBe(200)
    await until(() => call.isOver()).toBe(true)
    expect((await hangUp(KEY)).status).toBe(404)
    expect(site.server.app.sessions).toBe(0)
  })

  it('types, and asks before a tool that deletes', async () => {
    const order = deleteOrder()
    const call = await open([[{ call: 'delete_order' }], [{ say: 'It is gone.' }]], { tools: [order] })
    await call.start({
      url: site.address,
      key: KEY,
      session: { type: 'realtime', instructions: 'Be brief.', output_modalities: ['text'] },
    })
    await until(() => call.types()).toContain('session.created')
    const [created] = await call.events()
    expect(created).toMatchObject({ session: { output_modalities: ['text'], instructions: 'Be brief.' } })
    await call.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'delete my order' }] },
    })
    await call.send({ type: 'response.create' })
    const approvals = async () =>
      (await call.events()).flatMap((event) =>
        event.type === 'conversation.item.done' && event.item.type === 'mcp_approval_request'
          ? [event.item.id]
          : [],
      )
    await until(approvals).toHaveLength(1)
    const [approval_request_id] = await approvals()
    await call.send({
      type: 'conversation.item.create',
      item: { type: 'mcp_approval_response', approval_request_id, approve: true },
    })
    await until(async () => JSON.stringify(await call.events())).toContain('It is gone.')
    expect(order.calls).toHaveLength(1)
    await judge(call)
  })

  it('leaves a tool of the page to the page, and speaks with what it answers', async () => {
    const call = await open([
      [{ call: 'show_page', input: { page: 'cart' } }],
      [{ say: 'Here is your cart.' }],
    ])
    const parameters = { type: 'object', properties: { page: { type: 'string' } }, required: ['page'] }
    const show = { type: 'function', name: 'show_page', description: 'Shows a page.', parameters }
    await call.start({
      url: site.address,
      key: KEY,
      session: { type: 'realtime', output_modalities: ['text'], tools: [show] },
    })
    await until(() => call.types()).toContain('session.created')
    await call.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'show me my cart' }] },
    })
    await call.send({ type: 'response.create' })
    const asked = async () =>
      (await call.events()).flatMap((event) =>
        event.type === 'response.function_call_arguments.done' ? [event] : [],
      )
    await until(asked).toHaveLength(1)
    const [done] = await asked()
    expect(JSON.parse(done?.arguments ?? '')).toEqual({ page: 'cart' })
    await until(() => call.types()).toContain('response.done')
    await call.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: done?.call_id, output: '{"shown":true}' },
    })
    await call.send({ type: 'response.create' })
    await until(async () => JSON.stringify(await call.events())).toContain('Here is your cart.')
    await judge(call)
  })

  it('ends when the caller sends more events than are allowed', async () => {
    const call = await open([], { connectionLimits: { messagesPerSecond: 2 } })
    await call.start({ url: site.address, key: KEY })
    await until(() => call.types()).toContain('session.created')
    await call.send({ type: 'output_audio_buffer.clear' }, 20)
    await until(() => call.isOver()).toBe(true)
  })

  it('falls silent when the caller interrupts, and truncates what was not heard', async () => {
    const call = await open([[{ say: LONG }], [{ say: 'Fine.' }]], { heard: ['list all pets', 'stop'] })
    await call.start({ url: site.address, key: KEY })
    await call.speak(true)
    await until(() => call.types()).toContain('input_audio_buffer.speech_started')
    await call.speak(false)
    await until(() => call.types()).toContain('output_audio_buffer.started')
    await until(async () => (await call.stats()).packetsReceived).toBeGreaterThan(60)
    await call.speak(true)
    await until(() => call.types()).toContain('output_audio_buffer.cleared')
    await call.speak(false)
    const heard = (await call.events()).flatMap((event) =>
      event.type === 'response.output_audio_transcript.done' ? [event.transcript] : [],
    )
    expect(LONG.startsWith(heard[0] ?? '')).toBe(true)
    expect(heard[0]?.length).toBeLessThan(LONG.length / 4)
    await until(async () => JSON.stringify(await call.events())).toContain('Fine.')
    await judge(call)
  })

  it('is a conversation with 5 % loss and 200 ms of jitter', async () => {
    const call = await open([[{ say: LONG }], [{ say: 'Fine.' }]], { heard: ['list all pets', 'stop'] })
    const network = await throughWeather(call, { loss: 0.05, jitterMs: 200 })
    await call.start({ url: site.address, key: KEY })
    await call.speak(true)
    await until(() => call.types()).toContain('input_audio_buffer.speech_started')
    await until(async () => network()?.lost).toBeGreaterThan(20)
    await call.speak(false)
    await until(() => call.types()).toContain('output_audio_buffer.started')
    await until(async () => (await call.stats()).packetsLost).toBeGreaterThan(3)
    await call.speak(true)
    await until(() => call.types()).toContain('output_audio_buffer.cleared')
    await call.speak(false)
    await until(async () => JSON.stringify(await call.events())).toContain('Fine.')
    const turns = (await call.types()).filter((type) => type === 'input_audio_buffer.speech_stopped')
    expect(turns).toHaveLength(2)
    expect((await call.stats()).totalAudioEnergy).toBeGreaterThan(0.001)
    await judge(call)
    network()?.close()
  })

  it('is connected although the last message of the handshake was lost', async () => {
    const call = await open([[{ say: 'Fine.' }]], { heard: ['list all pets'] })
    let lost = 0
    const loses = (packet: Buffer) => isFinished(packet) && lost++ === 0
    const network = await throughWeather(call, { loss: 0, jitterMs: 0, loses })
    await call.start({ url: site.address, key: KEY })
    await call.speak(true)
    await until(() => call.types()).toContain('input_audio_buffer.speech_started')
    await call.speak(false)
    await until(() => call.types()).toContain('output_audio_buffer.started')
    expect(network()?.lost).toBe(1)
    network()?.close()
  })
})

/** Puts a bad network between a page and the server, from its next call on. */
async function throughWeather(call: WebCall, weather: Weather): Promise<() => LossyNetwork | undefined> {
  let network: LossyNetwork | undefined
  await call.page.route('**/v1/realtime/calls', async (route) => {
    const response = await route.fetch()
    const sdp = await response.text()
    const port = / 127\.0\.0\.1 (\d+) typ host/.exec(sdp)?.[1] ?? ''
    network = await LossyNetwork.before(Number(port), weather)
    const lines = sdp.split('\r\n').filter((line) => !line.startsWith('a=candidate') || line.includes(port))
    const body = lines.join('\r\n').replaceAll(` ${port} `, ` ${network.port} `)
    await route.fulfill({ response, body })
  })
  return () => network
}

/** Whether a packet has an encrypted record of a handshake: type 22 in epoch 1 (RFC 6347, 4.1). */
function isFinished(packet: Buffer): boolean {
  for (let at = 0; at + 13 <= packet.length; at += 13 + packet.readUInt16BE(at + 11))
    if (packet[at] === 22 && packet.readUInt16BE(at + 3) === 1) return true
  return false
}
