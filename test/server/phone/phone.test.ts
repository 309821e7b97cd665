import { afterEach, describe, expect, it } from 'vitest'
import type { ApprovalPolicy, ReplyLimits } from '../../../src/server/agent/agent.js'
import type { ApiKeyValidator, PhoneCaller as Caller } from '../../../src/server/http/authenticator.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { PhoneCaller, type PhoneServer, ring, servePhone, streamOf } from '../../support/phone-caller.js'
import { MS_PER_CHAR, ScriptedStt } from '../../support/speech.js'

const GREETING = 'Hello, this is an automated assistant. How can I help you?'
/** Long enough for the greeting. */
const GREETED_MS = 4_000

let server: PhoneServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

type ServeOptions = {
  heard?: string[]
  tools?: FakeTool[]
  limits?: Partial<ReplyLimits>
  approve?: ApprovalPolicy
} & Parameters<typeof servePhone>[1]

/** A server whose model follows a script, and whose recognizer hears these turns. */
async function serve(
  script: ConstructorParameters<typeof ScriptedModel>[0],
  { heard = [], tools = [], limits = {}, approve = 'writes', ...options }: ServeOptions = {},
) {
  const llm = new ScriptedModel(script)
  server = await servePhone({ llm, tools, limits, approve, stt: new ScriptedStt(heard) }, options)
  return { server, llm }
}

/** The texts of the last request to a model, without instructions. */
const told = ({ requests }: ScriptedModel) =>
  requests.at(-1)?.history.map((message) => ('text' in message ? message.text : ''))

const deleteOrder = () => new FakeTool({ name: 'delete_order', effect: 'destroy', answer: { deleted: true } })

describe('a call', () => {
  it('is greeted at once, and answered', async () => {
    const { server, llm } = await serve([[{ say: 'Two pets.' }]], { heard: ['list the pets'] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(40)
    expect(caller.heardMs).toBeGreaterThan(0)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(1_500)
    expect(server.said.slice(-2)).toEqual(['How can I help you?', 'Two pets.'])
    expect(told(llm)).toEqual([GREETING, 'list the pets'])
    expect(llm.requests[0]?.instructions).toContain('You are on the telephone')
    expect(llm.requests[0]?.tools.map(({ name }) => name)).toContain('hang_up')
  })

  it('greets in the language of the agent, or as the operator says', async () => {
    const phone = { greeting: 'Petshop, good day!' }
    const { server } = await serve([], { phone })
    await (await PhoneCaller.call(server)).pause(100)
    expect(server.said).toEqual(['Petshop, good day!'])
  })

  it('is interrupted: the carrier drops its audio, and the history has what was heard', async () => {
    const answer = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    const { server, llm } = await serve([[{ say: answer }], [{ say: 'Fine.' }]], {
      heard: ['go on', 'stop that'],
    })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    const before = caller.heardMs
    await caller.pause(1_500)
    await caller.speak(600)
    const heardMs = caller.heardMs - before
    expect(caller.clears).toBe(1)
    await caller.pause(1_500)
    const [, , kept = ''] = told(llm) ?? []
    expect(answer.startsWith(kept)).toBe(true)
    // Within a word.
    const said = Math.round(heardMs / MS_PER_CHAR)
    expect(Math.abs(kept.length - said)).toBeLessThanOrEqual(8)
    expect(server.said.at(-1)).toBe('Fine.')
  })

  it.each([
    ['1', { calls: 1, last: 'It is gone.' }],
    ['2', { calls: 0, last: 'I left it.' }],
  ])('takes the key %s as an answer, also while the question is read', async (digit, { calls, last }) => {
    const order = deleteOrder()
    const script: ScriptedStep[] = [[{ call: 'delete_order', input: { orderId: 17 } }], [{ say: last }]]
    const { server } = await serve(script, { heard: ['delete order 17'], tools: [order] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(1_000)
    expect(server.said.join(' ')).toContain('Say yes or press one to go ahead.')
    expect(order.calls).toHaveLength(0)
    await caller.press('7')
    await caller.press(digit)
    await caller.pause(1_000)
    expect(order.calls).toHaveLength(calls)
    expect(server.said.at(-1)).toBe(last)
  })

  it('takes a spoken yes', async () => {
    const order = deleteOrder()
    const script: ScriptedStep[] = [[{ call: 'delete_order', input: {} }], [{ say: 'It is gone.' }]]
    const { server } = await serve(script, { heard: ['delete it', 'yes please'], tools: [order] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(8_000)
    await caller.turn()
    await caller.pause(1_000)
    expect(order.calls).toHaveLength(1)
  })

  it('answers a question about a call, asks again, and takes a yes in other words', async () => {
    const order = deleteOrder()
    const script: ScriptedStep[] = [
      [{ call: 'delete_order', input: {} }],
      [{ say: 'It costs nothing.' }],
      [{ say: 'It is gone.' }],
    ]
    const heard = ['delete it', 'what does it cost', "yes that's fine delete it"]
    const { server } = await serve(script, { heard, tools: [order] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(8_000)
    await caller.turn()
    await caller.pause(8_000)
    expect(order.calls).toHaveLength(0)
    expect(server.said.join(' ')).toMatch(/It costs nothing\. This deletes the order/)
    await caller.turn()
    await caller.pause(1_000)
    expect(order.calls).toHaveLength(1)
  })

  it('takes a choice among two calls', async () => {
    const order = deleteOrder()
    const calls: ScriptedStep = [1, 2].map((id) => ({ call: 'delete_order', input: { id } }))
    const { server } = await serve([calls, [{ say: 'It is gone.' }]], {
      heard: ['delete both', 'only the first one please'],
      tools: [order],
    })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(8_000)
    await caller.turn()
    await caller.pause(1_000)
    expect(order.calls.map(({ input }) => input)).toEqual([{ id: 1 }])
  })

  it('takes a typed number as a message', async () => {
    const { server, llm } = await serve([[{ say: 'Order found.' }]])
    const caller = await PhoneCaller.call(server)
    await caller.pause(100)
    for (const digit of ['9', '*', '4', '7', '1', '1', '#']) await caller.press(digit)
    await caller.pause(1_000)
    expect(told(llm)?.at(-1)).toBe('4711')
    expect(server.said.at(-1)).toBe('Order found.')
    for (const digit of ['1', '2']) await caller.press(digit)
    await caller.pause(3_000)
    expect(told(llm)?.at(-1)).toBe('12')
  })

  it('is not silent while a tool works', async () => {
    let finish = () => {}
    const answer = () =>
      new Promise<{ isError: false; content: null; requestMs: number }>((resolve) => {
        finish = () => resolve({ isError: false, content: null, requestMs: 1 })
      })
    const slow = new FakeTool({ name: 'list_pets', answer })
    const { server } = await serve([[{ call: 'list_pets' }], [{ say: 'None.' }]], {
      heard: ['list pets'],
      tools: [slow],
      limits: { backgroundAfterMs: 60_000 },
    })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(1_500)
    expect(server.said.at(-1)).toBe('One moment, please.')
    await caller.pause(1_500)
    const before = caller.heardMs
    await caller.pause(9_000)
    // Tones of 240 ms, each three seconds.
    expect(caller.heardMs - before).toBe(2 * 240)
    finish()
    await caller.pause(1_000)
    expect(server.said.at(-1)).toBe('None.')
  })
})

describe('the end of a call', () => {
  it('comes after silence, a question, and a goodbye', async () => {
    const { server } = await serve([])
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS + 10_000)
    expect(server.said.at(-1)).toBe('Are you still there?')
    await caller.pause(12_000)
    expect(server.said.at(-1)).toBe('Goodbye.')
    await caller.pause(1_000)
    expect(caller.closed).toEqual({ code: 1000, reason: 'ended' })
    expect(server.app.sessions).toBe(0)
  })

  it('is put off by a word', async () => {
    const { server } = await serve([[{ say: 'Yes?' }]], { heard: ['I am here'] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS + 10_000)
    await caller.turn()
    await caller.pause(9_000)
    expect(server.said.at(-1)).toBe('Yes?')
    const before = caller.heardMs
    await caller.pause(4_000)
    // The same question again.
    expect(caller.heardMs - before).toBe('Are you still there?'.length * MS_PER_CHAR)
    expect(caller.closed).toBeUndefined()
  })

  it('repeats an approval request after silence', async () => {
    const script: ScriptedStep[] = [[{ call: 'delete_order', input: {} }]]
    const { server } = await serve(script, { heard: ['delete it'], tools: [deleteOrder()] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(20_000)
    expect(server.said.join(' ')).toContain('I am waiting for a yes or a no.')
  })

  it.each<[what: string, script: ScriptedStep[], heard: string, last: string]>([
    ['the goodbye of the caller', [[{ say: 'Bye!' }]], 'thanks, bye', 'Bye!'],
    ['the model, with a goodbye', [[{ say: 'So long!' }, { call: 'hang_up' }]], 'I am done now', 'So long!'],
    ['the model, without one', [[{ call: 'hang_up' }]], 'please hang up', 'Goodbye.'],
  ])('comes after %s', async (_, script, heard, last) => {
    const { server } = await serve(script, { heard: [heard] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(2_500)
    expect(server.said.at(-1)).toBe(last)
    expect(caller.closed).toEqual({ code: 1000, reason: 'ended' })
  })

  it('comes at the time limit, with a sentence', async () => {
    const { server } = await serve([[{ say: 'word '.repeat(2_000) }]], {
      heard: ['read to me'],
      phone: { maxCallMs: 10_000 },
    })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(5_500)
    expect(server.said).toContain('This call has reached its time limit.')
    await caller.pause(6_000)
    expect(caller.closed?.reason).toBe('ended')
  })

  it('lets a write go on when the caller hangs up', async () => {
    let finish = () => {}
    const answer = () =>
      new Promise<{ isError: false; content: null; requestMs: number }>((resolve) => {
        finish = () => resolve({ isError: false, content: null, requestMs: 1 })
      })
    const pay = new FakeTool({ name: 'pay_bill', effect: 'write', answer })
    const { server } = await serve([[{ call: 'pay_bill' }]], { heard: ['pay my bill', 'yes'], tools: [pay] })
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.press('1')
    await caller.pause(500)
    expect(pay.calls).toHaveLength(1)
    await caller.hangUp()
    expect(pay.calls[0]?.options.signal?.aborted).toBe(false)
    finish()
  })
})

describe('the caller', () => {
  it('is an identity that the key validator sees', async () => {
    const seen: [string, string | undefined, Caller | undefined][] = []
    const apiKeyValidator: ApiKeyValidator = (key, appId, caller) => {
      seen.push([key, appId, caller])
      return caller?.from !== '+15550000000'
    }
    const { server } = await serve([], { apiKeyValidator })
    const caller = await PhoneCaller.call(server)
    const call = { from: '+14158675309', to: '+18005551212', carrier: 'twilio' }
    expect(seen).toEqual([
      ['', undefined, call],
      ['', undefined, call],
    ])
    expect(caller.closed).toBeUndefined()
    expect((await ring(server, { From: '+15550000000' })).text).toContain('<Response><Reject/></Response>')
  })

  it('may withhold the number', async () => {
    const apiKeyValidator: ApiKeyValidator = (_key, _appId, caller) => caller?.from === undefined
    const { server } = await serve([], { apiKeyValidator })
    expect((await ring(server, { From: 'anonymous' })).text).toContain('<Connect>')
    expect((await ring(server)).text).toContain('<Reject/>')
  })

  it('is counted by number in quotas', async () => {
    const { server } = await serve([], { quota: { connectionsPerUser: 1 } })
    const first = await PhoneCaller.call(server)
    const second = await PhoneCaller.call(server, { CallSid: 'CA2' })
    await second.settle()
    expect(second.closed?.reason).toBe('refused')
    expect((await PhoneCaller.call(server, { CallSid: 'CA3', From: '+14150000000' })).closed).toBeUndefined()
    expect(first.closed).toBeUndefined()
  })
})

describe('a request about a call', () => {
  it.each<[what: string, fields: Record<string, string>, status: number]>([
    ['signed', {}, 200],
    ['signed with another token', { token: 'other' }, 403],
    ['for another carrier', { path: '/phone/vonage' }, 405],
    ['without a call', { CallSid: '' }, 400],
    ['for an app', { path: '/phone/twilio?app_id=shop' }, 200],
  ])('%s', async (_, fields, status) => {
    const { server } = await serve([])
    expect((await ring(server, fields)).status).toBe(status)
  })

  it('must be a POST, of bounded size', async () => {
    const { server } = await serve([])
    const url = `http://127.0.0.1:${server.port}/phone/twilio`
    expect((await fetch(url)).status).toBe(405)
    const body = 'x'.repeat(70_000)
    expect((await fetch(url, { method: 'POST', body })).status).toBe(413)
  })

  it('is signed for the public address, where the media stream is too', async () => {
    const { server } = await serve([], { phone: { publicUrl: 'https://voice.example.com/base/' } })
    expect((await ring(server)).status).toBe(403)
    const { getExpectedTwilioSignature } = await import('twilio/lib/webhooks/webhooks.js')
    const url = 'https://voice.example.com/base/phone/twilio'
    const signature = getExpectedTwilioSignature('auth-token', url, { CallSid: 'CA1' })
    const response = await fetch(`http://127.0.0.1:${server.port}/phone/twilio`, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': signature },
      body: new URLSearchParams({ CallSid: 'CA1' }),
    })
    expect(streamOf(await response.text()).url).toBe('wss://voice.example.com/base/phone/twilio/media')
  })
})

describe('a call whose server stops while a write runs', () => {
  it.each<[what: string, outcomes: boolean[], asks: boolean, told: string]>([
    ['succeeds', [true], false, 'note done.'],
    ['fails', [false], false, 'note failed.'],
    ['has another beside it', [true, false], false, 'note done, note failed.'],
    ['has an approval request beside it', [true], true, 'This deletes the order.'],
  ])('hears what came of it before it is closed, if it %s', async (_, outcomes, asks, told) => {
    const ends: (() => void)[] = []
    const note = new FakeTool({
      name: 'note',
      effect: 'write',
      answer: ({ at }) =>
        new Promise((resolve) => {
          const result = { isError: !outcomes[Number(at)], status: 200, content: 'noted', requestMs: 1 }
          ends.push(() => resolve(result))
        }),
    })
    const order = deleteOrder()
    const { server } = await serve(
      ({ history }) => {
        const results = history.flatMap((one) =>
          one.role === 'tool' ? [`note ${one.isError ? 'failed' : 'done'}`] : [],
        )
        if (results.length > 0) return [{ say: `${results.join(', ')}.` }]
        const calls = outcomes.map((_outcome, at) => ({ call: 'note', input: { at } }))
        return asks ? [...calls, { call: 'delete_order' }] : calls
      },
      { heard: ['note that'], tools: [note, order], approve: 'destructive' },
    )
    const caller = await PhoneCaller.call(server)
    await caller.pause(GREETED_MS)
    await caller.turn()
    await caller.pause(1_500)
    expect(note.calls).toHaveLength(outcomes.length)
    const stopped = server.app.close({ drainMs: 60_000 })
    await caller.pause(1_000)
    expect(caller.closed).toBeUndefined()
    const heardMs = caller.heardMs
    for (const end of ends) end()
    await caller.pause(8_000)
    await stopped
    expect(server.said.join(' ')).toContain(told)
    expect(caller.heardMs - heardMs).toBeGreaterThanOrEqual(MS_PER_CHAR * told.length)
    expect(caller.closed?.code).toBe(1012)
    expect(note.calls).toHaveLength(outcomes.length)
    expect(order.calls).toHaveLength(0)
  })
})
