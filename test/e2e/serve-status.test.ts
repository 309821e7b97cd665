import { afterEach, describe, it } from 'vitest'
import { DEMO_API_KEY } from '../../src/environment.js'
import { BIN } from '../support/cli.js'
import { missing } from '../support/needs.js'
import { RawClient } from '../support/raw-client.js'
import { Terminal } from '../support/terminal.js'

let terminal: Terminal | undefined
afterEach(() => terminal?.close())

describe.skipIf(missing('tmux', 'apt-get install tmux'))('serve on a terminal', () => {
  it('shows what it does below the lines of its log', async () => {
    const flags = ['--mock', '--host', '127.0.0.1', '--port', '0', '--log-level', 'info']
    const command = [process.execPath, BIN, 'serve', 'examples/petshop/postman.json', ...flags]
    terminal = new Terminal(command, { rows: 40 })
    const screen = await terminal.until(/sessions 0 +turns 0 +tool calls 0 +errors 0/)
    const url = /address +(ws:\S+)/.exec(screen)![1]!
    const client = await RawClient.connect(url, { key: DEMO_API_KEY })
    await client.turn('list pets')
    await terminal.until(
      /info connection opened[\s\S]*─{20}\nsessions 1 +turns 1 +tool calls 1 +errors 0\n.*model \d+ m?s.*turn \d+.*\n.*Ctrl-C stops/,
    )
    client.send('no JSON')
    await terminal.until(/errors 1\n/)
    await client.close()
    await terminal.until(/info connection closed[\s\S]*sessions 0 /)
  })
})
