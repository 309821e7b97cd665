import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noChromium, openBrowser } from '../support/browser.js'
import { CallSite, judge, until } from '../support/call-site.js'
import { npmVersion, recordWhenPassed } from './record-peer.js'
import { deleteOrder, listPets } from './stock.js'

const LONG = Array.from({ length: 12 }, (_, at) => `Pet number ${at + 1} is called Rex.`).join(' ')

describe.skipIf(noChromium)(
  '@openai/agents-realtime over its WebRTC transport, in Chromium',
  { timeout: 180_000 },
  () => {
    let browser: Browser
    let site: CallSite

    recordWhenPassed(() => ({
      ...{ page: 'stock-clients', client: '`@openai/agents-realtime`, WebRTC in Chromium' },
      version: npmVersion('@openai/agents-realtime'),
      tested: 'approvals by event, audio both ways, interruption, hang up',
    }))

    beforeAll(async () => {
      browser = await openBrowser()
    })
    afterEach(() => site.close())
    afterAll(() => browser.close())

    it('types, runs tools of both sides, approves, and hangs up', async () => {
      const order = deleteOrder()
      site = await CallSite.start(
        [
          [{ say: 'Hello there.' }],
          [{ call: 'list_pets' }],
          [{ say: 'There is Rex.' }],
          [{ call: 'tell_time', input: { zone: 'UTC' }, callId: 'call_time' }],
          [{ say: 'It is noon.' }],
          [{ call: 'delete_order', input: { orderId: 17 } }],
          [{ say: 'It is gone.' }],
          [{ call: 'delete_order', input: { orderId: 18 } }],
          [{ say: 'I left it.' }],
        ],
        { tools: [listPets(), order] },
      )
      const call = await site.open(browser, '/agents')
      await call.start({ url: site.address, key: await site.mint() })
      for (const [text, answer] of [
        ['hello', 'Hello there.'],
        ['which pets are there?', 'There is Rex.'],
        ['what time is it?', 'It is noon.'],
        ['delete order 17', 'It is gone.'],
        ['delete order 18', 'I left it.'],
      ] as const) {
        await call.say(text)
        await until(async () => (await call.told()).texts).toContain(answer)
      }
      expect(await call.told()).toMatchObject({ calls: [{ zone: 'UTC' }], asked: 2, errors: [] })
      expect(order.calls.map(({ input }) => input)).toEqual([{ orderId: 17 }])
      expect((await call.stats()).totalAudioEnergy).toBeGreaterThan(0.001)
      await judge(call)
      await call.end()
      await until(async () => site.server.app.sessions).toBe(0)
    })

    it('speaks, interrupts by voice and by itself, and sees the server hang up', async () => {
      site = await CallSite.start([[{ say: LONG }], [{ say: LONG }], [{ say: 'Fine.' }]], {
        heard: ['list all pets', 'list them again'],
      })
      const call = await site.open(browser, '/agents')
      const { location } = await call.start({ url: site.address, key: await site.mint() })
      const count = async (type: string) => (await call.types()).filter((one) => one === type).length
      for (const turn of [1, 2]) {
        await call.speak(true)
        await until(() => count('input_audio_buffer.speech_started')).toBe(turn)
        await call.speak(false)
        await until(() => count('output_audio_buffer.started')).toBe(turn)
        const { packetsReceived } = await call.stats()
        await until(async () => (await call.stats()).packetsReceived).toBeGreaterThan(packetsReceived + 50)
      }
      expect(await count('output_audio_buffer.cleared')).toBe(1)
      await call.interrupt()
      await until(() => count('output_audio_buffer.cleared')).toBe(2)
      await call.say('go on')
      await until(async () => (await call.told()).texts).toContain('Fine.')
      expect((await call.told()).errors).toEqual([])
      const said = (await call.events()).flatMap((event) =>
        event.type === 'response.output_audio_transcript.done' ? [event.transcript.length] : [],
      )
      expect(Math.max(...said)).toBeLessThan(LONG.length / 2)
      await judge(call)
      expect((await site.post(`${location}/hangup`)).status).toBe(200)
      await until(() => call.isOver()).toBe(true)
    })
  },
)
