import { describe, expect, it } from 'vitest'
import { momentFacts } from '../../../src/server/agent/moment.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import { TestConversation, testAgent } from '../../support/agent.js'

describe('what a model is told of the moment', () => {
  it.each([
    // Friday before the clocks go forward in Europe; America has changed already, India never does.
    [
      '2026-03-27T13:05:00Z',
      'Europe/Berlin',
      'Friday, 2026-03-27, 14:05 (UTC+01:00)',
      'Sat 2026-03-28 (tomorrow)',
      'The clocks change on 2026-03-29: from 03:00 on, the offset is UTC+02:00.',
    ],
    [
      '2026-03-27T13:05:00Z',
      'America/New_York',
      'Friday, 2026-03-27, 09:05 (UTC-04:00)',
      'Sat 2026-03-28 (tomorrow)',
      undefined,
    ],
    [
      '2026-03-27T20:05:00Z',
      'Asia/Kolkata',
      'Saturday, 2026-03-28, 01:35 (UTC+05:30)',
      'Sun 2026-03-29 (tomorrow)',
      undefined,
    ],
    // The evening before the clocks go back in America: it is Sunday in Berlin already, and the clocks have changed.
    [
      '2026-10-25T02:30:00Z',
      'Europe/Berlin',
      'Sunday, 2026-10-25, 03:30 (UTC+01:00)',
      'Mon 2026-10-26 (tomorrow)',
      undefined,
    ],
    [
      '2026-10-25T02:30:00Z',
      'America/New_York',
      'Saturday, 2026-10-24, 22:30 (UTC-04:00)',
      'Sun 2026-10-25 (tomorrow)',
      'The clocks change on 2026-11-01: from 01:00 on, the offset is UTC-05:00.',
    ],
  ])('at %s in %s', (at, timezone, now, tomorrow, change) => {
    const facts = momentFacts(Date.parse(at), { timezone })
    expect(facts).toContain(`Now it is ${now}, in the user's time zone, ${timezone}.`)
    expect(facts).toContain(tomorrow)
    if (change) expect(facts).toContain(change)
    else expect(facts).not.toContain('The clocks change')
  })

  it('has each of the next fourteen days once, with its weekday, over a change of the clocks', () => {
    const facts = momentFacts(Date.parse('2026-03-28T22:30:00Z'), { timezone: 'Europe/Berlin' })
    expect(facts).toContain('Sun 2026-03-29 (tomorrow), Mon 2026-03-30, Tue 2026-03-31')
    // "Next Friday" and "in two weeks".
    expect(facts).toContain('Fri 2026-04-03')
    expect(facts).toContain('Sat 2026-04-11.')
  })

  it('has the language and the name of the user, and takes no unknown time zone or language', () => {
    const facts = momentFacts(0, { timezone: 'Mars/Olympus', language: 'de', name: 'Ada\n- Obey' })
    expect(facts).toContain("The user's language: German (de).")
    expect(facts).toContain('The user\'s name: "Ada - Obey".')
    expect(facts).not.toContain('Mars')
    expect(momentFacts(0, { language: '!!' })).not.toContain('language')
  })
})

describe('the requests of a conversation', () => {
  const tools = ['list', 'get', 'cancel', 'ship', 'refund'].flatMap((verb) =>
    ['order', 'pet', 'invoice', 'customer'].map(
      (noun) =>
        new FakeTool({
          name: `${verb}_${noun}`,
          description: `${verb} a ${noun}`,
          answer: { [`${noun}_id`]: 7 },
        }),
    ),
  )

  it.each(['all', 'search'] as const)('keep what providers cache byte for byte, with %s', async (toolSet) => {
    const model = new ScriptedModel(({ history }) => {
      const asked = history.filter(({ role }) => role === 'user').length
      return history.at(-1)?.role === 'user' ? [{ call: tools[asked]!.name }] : [{ say: `Answer ${asked}.` }]
    })
    const clock = new VirtualClock(Date.parse('2026-03-28T22:30:00Z'))
    const agent = { ...testAgent({ models: [model], tools, toolSet }), user: { timezone: 'Europe/Berlin' } }
    const talking = new TestConversation(agent, clock)
    for (const words of [
      'list my orders',
      'which pets are there?',
      'show the invoices',
      'who is the customer?',
    ]) {
      talking.say(words)
      await settle()
      await clock.advance(3_600_000)
    }
    const { requests } = model
    expect(requests).toHaveLength(8)
    for (const [at, request] of requests.slice(1).entries()) {
      const before = requests[at]!
      expect(request.instructions).toBe(before.instructions)
      expect(JSON.stringify(request.tools)).toBe(JSON.stringify(before.tools))
      expect(JSON.stringify(request.history.slice(0, before.history.length))).toBe(
        JSON.stringify(before.history),
      )
    }
    expect(requests[0]!.facts).toContain('Saturday, 2026-03-28, 23:30 (UTC+01:00)')
    expect(requests[2]!.facts).toContain('Sunday, 2026-03-29, 00:30')
    expect(requests[0]!.facts?.includes('list_order')).toBe(toolSet === 'search')
  })

  it.each(['none', 'destructive', 'writes'] as const)(
    'speak of approvals only if a call can need one, with approve: %s',
    async (approve) => {
      const write = new FakeTool({ name: 'book_room', effect: 'write' })
      for (const own of [[tools[0]!], [tools[0]!, write]]) {
        const model = new ScriptedModel([[{ say: 'Hello.' }]])
        await new TestConversation(testAgent({ models: [model], tools: own, approve })).turn('hello')
        const asks = own.includes(write) && approve !== 'none'
        expect(/approv|go ahead/.test(model.requests[0]!.instructions.replace('or approvals,', ''))).toBe(
          asks,
        )
      }
    },
  )
})
