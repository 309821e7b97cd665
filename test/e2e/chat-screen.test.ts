import { afterEach, describe, expect, it } from 'vitest'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../src/testing/scripted-model.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { KEY, startServer } from '../support/app.js'
import { BIN } from '../support/cli.js'
import { startProxy } from '../support/cuttable-proxy.js'
import { missing } from '../support/needs.js'
import { Terminal, type TerminalOptions } from '../support/terminal.js'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

const cancelOrder = () =>
  new FakeTool({
    name: 'cancel_order',
    description: 'Cancels an order.',
    effect: 'destroy',
    answer: { cancelled: true },
    parameters: { type: 'object', properties: { orderId: { type: 'integer' } } },
  })

/** A chat on a terminal with an agent that follows a script; the clock holds its pauses. */
async function open(script: ScriptedStep[], options: TerminalOptions & { tools?: FakeTool[] } = {}) {
  const clock = new VirtualClock()
  const llm = new ScriptedModel(script, { clock })
  const server = await startServer({ llm, tools: options.tools ?? [] })
  toClose.push(() => server.close())
  const proxy = await startProxy(server.port)
  toClose.push(() => proxy.close())
  const url = `ws://127.0.0.1:${proxy.port}/ws`
  const terminal = new Terminal([process.execPath, BIN, 'chat', '--url', url, '--api-key', KEY], options)
  toClose.push(() => terminal.close())
  await terminal.until(/test\/scripted/)
  return { terminal, clock, proxy, llm }
}

describe.skipIf(missing('tmux', 'apt-get install tmux'))('the chat on a terminal', () => {
  it('shows an answer while it comes', async () => {
    const { terminal, clock } = await open([
      [
        { say: 'Two things.\nThe first is' },
        { waitMs: 1000 },
        { say: ' short.\n\nThe second is 日本語 🎉.' },
      ],
    ])
    terminal.say('tell me')
    expect(await terminal.until(/The first is\n[\s\S]*Ctrl-C stops/)).toMatchInlineSnapshot(`
      "
      › tell me

      ● Two things.
        The first is

      ›  say something
      thinking… · Ctrl-C stops"
    `)
    await clock.advance(1000)
    expect(await terminal.until(/🎉[\s\S]*Ctrl-C leaves/)).toMatchInlineSnapshot(`
      "
      › tell me

      ● Two things.
        The first is short.

        The second is 日本語 🎉.

      ›  say something
      test/scripted · /help · Ctrl-O opens the last call · Ctrl-C leaves"
    `)
  })

  it('asks before a call that destroys, and shows it folded and open', async () => {
    const tool = cancelOrder()
    const { terminal } = await open(
      [[{ call: 'cancel_order', input: { orderId: 17 } }], [{ say: 'It is cancelled.' }]],
      { tools: [tool] },
    )
    terminal.say('cancel order 17')
    expect(await terminal.until(/Send it\?[\s\S]*Ctrl-C leaves/)).toMatchInlineSnapshot(`
      "
      › cancel order 17

      ● This cancels the order: order id 17. Go ahead?
      ╭──────────────────────────────────────────────────────────────────────────────╮
      │ This cancels the order.                                                      │
      │ order id 17                                                                  │
      │ Send it? y yes · n no                                                        │
      ╰──────────────────────────────────────────────────────────────────────────────╯
      ›  say something
      test/scripted · /help · Ctrl-O opens the last call · Ctrl-C leaves"
    `)
    expect(tool.calls).toEqual([])
    terminal.press('y')
    await terminal.until(/It is cancelled/)
    expect(tool.calls).toMatchObject([{ input: { orderId: 17 } }])
    terminal.press('C-o')
    expect(await terminal.until(/result\n[\s\S]*Ctrl-C leaves/)).toMatchInlineSnapshot(`
      "
      ● This cancels the order: order id 17. Go ahead?
      ✓ cancel_order approved
      → cancel_order {"orderId":17} · 200

      ● It is cancelled.

      → cancel_order · 200
        input
        {
          "orderId": 17
        }
        result
        {
          "isError": false,
          "status": 200,
          "content": {
            "cancelled": true
          }
        }

      ›  say something
      test/scripted · /help · Ctrl-O opens the last call · Ctrl-C leaves"
    `)
  })

  it('declines with n, and takes both letters as text when nothing is asked', async () => {
    const tool = cancelOrder()
    const { terminal } = await open(
      [[{ call: 'cancel_order', input: { orderId: 17 } }], [{ say: 'Then not.' }]],
      {
        tools: [tool],
      },
    )
    terminal.say('cancel order 17')
    await terminal.until(/Send it\?/)
    terminal.press('n')
    await terminal.until(/Then not/)
    expect(tool.calls).toEqual([])
    terminal.press('n', 'y')
    expect(await terminal.until(/› ny/)).toContain('cancel_order declined')
  })

  it('goes on after the line was cut in an answer, with every word once', async () => {
    const { terminal, clock, proxy, llm } = await open([
      [{ say: 'Before the cut,' }, { waitMs: 1000 }, { say: ' and after it.' }],
    ])
    terminal.say('tell me')
    await terminal.until(/Before the cut,/)
    proxy.cut()
    await terminal.until(/Connection lost/)
    terminal.say('this stays')
    expect(await terminal.until(/› this stays/)).toContain('What you type stays.')
    await clock.advance(1000)
    proxy.mend()
    const screen = await terminal.until(/and after it\.[\s\S]*Ctrl-C clears/)
    expect(screen.replace(/^Connected again\.\n/m, '')).toMatchInlineSnapshot(`
      "
      › tell me

      ● Before the cut, and after it.

      › this stays
      test/scripted · /help · Ctrl-O opens the last call · Ctrl-C clears"
    `)
    expect(screen).toContain('Connected again.')
    expect(llm.requests).toHaveLength(1)
  })

  it.each([60, 40])('fits %i columns', async (columns) => {
    const text =
      'An answer of many words that has to wrap in a narrow terminal, with wide 日本語日本語日本語 signs.'
    const tool = cancelOrder()
    const { terminal } = await open([[{ say: text }], [{ call: 'cancel_order', input: { orderId: 17 } }]], {
      columns,
      rows: 30,
      tools: [tool],
    })
    terminal.say('tell me')
    await terminal.until(/signs\./)
    terminal.say('cancel order 17')
    const screen = await terminal.until(/Send it\?[\s\S]*Ctrl-C leaves/)
    expect(screen).toMatchSnapshot()
  })

  it('draws everything once while the window gets narrower', async () => {
    const { terminal } = await open([[{ call: 'cancel_order', input: { orderId: 17 } }]], {
      tools: [cancelOrder()],
    })
    terminal.say('cancel order 17')
    await terminal.until(/Send it\?[\s\S]*Ctrl-C leaves/)
    terminal.press('a draft that is longer than the window will be')
    await terminal.until(/will be[\s\S]*Ctrl-C clears/)
    for (const columns of [60, 50, 40, 70]) {
      terminal.resize(columns)
      const box = new RegExp(`^╭─{${columns - 2}}╮$`, 'm')
      const screen = await terminal.until(box)
      const times = (text: string) => screen.split(text).length - 1
      expect(['╭', '╰', 'Send it?', 'a draft', 'Ctrl-C'].map(times), screen).toEqual([1, 1, 1, 1, 1])
    }
  })

  it('takes a paste of many lines as one message, and brings it back', async () => {
    const { terminal, llm } = await open([[{ say: 'Read.' }]])
    terminal.paste('first line\nsecond line\nthird')
    await terminal.until(/second line\n.*third/)
    terminal.press('Enter')
    await terminal.until(/Read\./)
    expect(JSON.stringify(llm.requests[0])).toContain('first line\\nsecond line\\nthird')
    terminal.press('Up')
    expect(await terminal.until(/Read\.[\s\S]*second line\n.*third/)).toContain('› first line')
  })

  it('stops the answer with Ctrl-C, leaves with the second, and leaves the terminal as it was', async () => {
    const { terminal } = await open([[{ say: 'This goes on' }, { waitMs: 60_000 }, { say: 'for ever' }]])
    terminal.say('tell me')
    await terminal.until(/This goes on[\s\S]*Ctrl-C stops/)
    terminal.press('C-c')
    await terminal.until(/Ctrl-C leaves/)
    terminal.press('C-c')
    expect(await terminal.until(/icanon/)).toMatch(/ended with 0\nicanon/)
    expect(terminal.hasCursor).toBe(true)
  })

  it('clears what is written with Ctrl-C before it leaves', async () => {
    const { terminal } = await open([])
    terminal.press('half a question')
    await terminal.until(/› half a question[\s\S]*Ctrl-C clears/)
    terminal.press('C-c')
    await terminal.until(/say something[\s\S]*Ctrl-C leaves/)
    terminal.press('C-c')
    await terminal.until(/ended with 0/)
  })

  it('answers its own commands', async () => {
    const { terminal } = await open([])
    terminal.say('/tool')
    await terminal.until(/Did you mean \/tools\?/)
    terminal.say('/help')
    await terminal.until(/Ctrl-J starts a new line/)
    terminal.say('/dry-run')
    await terminal.until(/No tool was called yet/)
    terminal.say('/quit')
    expect(await terminal.until(/icanon/)).toMatch(/ended with 0\nicanon/)
  })
})
