import { afterEach, describe, expect, it } from 'vitest'
import { BIN, voice } from '../support/cli.js'
import { startHostileAgent } from '../support/hostile-agent.js'
import { leaksIn, showsAttack } from '../support/hostile-text.js'
import { runHere } from '../support/in-process.js'
import { missing } from '../support/needs.js'
import { Terminal } from '../support/terminal.js'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close()
})

const agent = async (options?: Parameters<typeof startHostileAgent>[0]) => {
  const started = await startHostileAgent(options)
  toClose.push(() => started.close())
  return started.url
}

describe('a chat with a hostile agent', () => {
  const flags: [flags: string[]][] = [[[]], [['--explain']], [['--format', 'json']], [['--approve', 'yes']]]
  it.each(flags)('--message %s', async (more) => {
    const url = await agent()
    const { stdout, stderr } = await runHere('chat', '--url', url, '--message', 'hello', ...more)
    expect(showsAttack(stdout + stderr)).toBe(true)
    expect(leaksIn(stdout + stderr)).toEqual([])
  })

  it('in lines', async () => {
    const url = await agent()
    const { stdout, stderr } = await voice(['chat', '--url', url, '--explain'], { stdin: 'hello\n' })
    expect(showsAttack(stdout)).toBe(true)
    expect(leaksIn(stdout + stderr)).toEqual([])
  })

  it('that closes with a reason', async () => {
    const url = await agent({ leaves: true })
    const { stdout, stderr } = await voice(['chat', '--url', url], { stdin: 'hello\nagain\n' })
    expect(leaksIn(stdout + stderr)).toEqual([])
  })
})

describe.skipIf(missing('tmux', 'apt-get install tmux'))('a chat with a hostile agent on a terminal', () => {
  it('passes no control sequence on to the terminal', async () => {
    const url = await agent()
    const terminal = new Terminal([process.execPath, BIN, 'chat', '--url', url], { columns: 3000, rows: 200 })
    toClose.push(() => terminal.close())
    const raw = terminal.record()
    await terminal.until(/say something/)
    terminal.say('hello')
    await terminal.until(/Send it\?/)
    terminal.press('C-o')
    await terminal.until(/input[\s\S]*result/)
    expect(showsAttack(raw())).toBe(true)
    expect(leaksIn(raw())).toEqual([])
    expect(raw()).toContain('␛]52;c;')
  })

  it('passes none on when it is pasted', async () => {
    const url = await agent()
    const terminal = new Terminal([process.execPath, BIN, 'chat', '--url', url], { columns: 3000, rows: 60 })
    toClose.push(() => terminal.close())
    const raw = terminal.record()
    await terminal.until(/say something/)
    terminal.paste('k4k\u001b[1Ak15k\u0007k23k\u202eend')
    await terminal.until(/end/)
    expect(leaksIn(raw())).toEqual([])
  })
})
