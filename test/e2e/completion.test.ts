import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../support/cli.js'
import { runHere } from '../support/in-process.js'
import { missing } from '../support/needs.js'
import { Terminal } from '../support/terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-completion-'))
const script = (shell: string) => join(folder, `voice.${shell}`)

beforeAll(async () => {
  writeFileSync(join(folder, 'petshop.json'), '{}')
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(script(shell), (await runHere('completion', shell)).stdout)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is offered for the last word of a line; every shell has to offer these. */
const LINES: [line: string, want: string[]][] = [
  ['voice val', ['validate']],
  ['voice validate --form', ['--format']],
  ['voice validate --format s', ['sarif']],
  ['voice chat --approve ', ['yes', 'no']],
  ['voice models ', ['list', 'path', 'pull']],
  ['voice completion f', ['fish']],
  ['voice validate pets', ['petshop.json']],
  ['voice tools pets', ['petshop.json']],
]

it('knows no other shell', async () => {
  await expect(runHere('completion', 'tcsh')).rejects.toThrow(/bash, zsh, fish/)
})

describe.skipIf(missing('bash', 'apt-get install bash'))('bash', () => {
  /** Files are bash's own doing, by the option `default`; what the function offers stands in COMPREPLY. */
  async function complete(words: string[]): Promise<string[]> {
    const program = `source '${script('bash')}'; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _voice 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await runProgram('bash', ['--norc', '-c', program, 'bash', ...words], { cwd: folder })
    return stdout.split('\n').filter(Boolean)
  }

  it.each([...LINES.slice(0, -2), ['voice validate --format = j', ['json', 'junit']] as const])(
    '%s',
    async (line, want) => {
      expect((await complete(line.split(' '))).sort()).toEqual([...want].sort())
    },
  )

  it('leaves files to bash', async () => {
    expect(await complete(['voice', 'validate', 'pets'])).toEqual([])
  })
})

describe.skipIf(missing('fish', 'apt-get install fish'))('fish', () => {
  it.each(LINES)('%s', async (line, want) => {
    const program = `source '${script('fish')}'; complete -C '${line}'`
    const env = { HOME: folder, XDG_CONFIG_HOME: folder }
    const { stdout } = await runProgram('fish', ['--no-config', '-c', program], { cwd: folder, env })
    const offered = stdout
      .split('\n')
      .filter(Boolean)
      .map((found) => found.split('\t')[0]!)
    expect(offered.sort()).toEqual([...want].sort())
  })
})

const lacksZsh = missing('zsh', 'apt-get install zsh') || missing('tmux', 'apt-get install tmux')
describe.skipIf(lacksZsh)('zsh', () => {
  it('completes commands, flags, values and files', async () => {
    const start = `cd '${folder}'; autoload -U compinit; compinit -u -d '${folder}/dump'; source '${script('zsh')}'; PS1='%% '; echo ready`
    writeFileSync(join(folder, '.zshrc'), start)
    const terminal = new Terminal(['zsh', '-i'], { env: { ZDOTDIR: folder } })
    try {
      await terminal.until(/ready\n%/)
      terminal.press('voice val', 'Tab')
      await terminal.until(/% voice validate/)
      terminal.press('--form', 'Tab')
      await terminal.until(/--format/)
      terminal.press('s', 'Tab')
      await terminal.until(/--format[= ]sarif/)
      terminal.press(' pets', 'Tab')
      expect(await terminal.until(/petshop\.json/)).toMatch(
        /% voice validate --format[= ]sarif +petshop\.json$/,
      )
    } finally {
      terminal.close()
    }
  })
})
