import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPaint, terminalText, wrapped } from '../../src/cli/output.js'

const CLI = join(import.meta.dirname, '../../src/cli')

/** Files that write to a terminal themselves, and what they write: their own control sequences and constants, no text from elsewhere. */
const WRITERS: Record<string, string> = {
  'output.ts': 'the output edge',
  'main.ts': 'the version',
  'commands/models.ts': 'a bar with a label that is made printable',
  'generate/run.ts': 'a number of characters',
  'ui/chat/chat-screen.tsx': 'the mode of pasting',
  'ui/text.tsx': 'what ink draws',
  'ui/status/show-status.tsx': 'lines above the status, made printable',
  'validate/program.ts': 'nothing: it waits until all is written',
}

describe('the output edge', () => {
  const files = readdirSync(CLI, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const sources = files.map((file) => ({ file, text: readFileSync(join(CLI, file), 'utf8') }))

  it('is the only place that writes to the terminal', () => {
    const writing = /\b(?:std(?:out|err)|terminal|stream)\.write\(|\bwrite(?:Sync)?\([12],|\bconsole\.\w+\(/
    const found = sources.filter(({ text }) => writing.test(text)).map(({ file }) => file)
    expect(found.sort()).toEqual(Object.keys(WRITERS).sort())
  })

  it('has one component for text on the screen', () => {
    const found = sources.filter(({ text }) => /import \{[^}]*\bText\b[^}]*\} from 'ink'/.test(text))
    expect(found.map(({ file }) => file)).toEqual(['ui/text.tsx'])
  })
})

describe('colours', () => {
  it('reach the terminal, those of a text do not', () => {
    const text = createPaint(true).red('a \u001b[32mb')
    expect(terminalText(`${text}\u001b[31mc`)).toBe('\u001b[31ma ␛[32mb\u001b[39m␛[31mc')
  })

  it('cannot be made of what another run painted', () => {
    const painted = createPaint(true).bold('x')
    const forged = painted.replace(/[0-9a-f]{16}/g, '0123456789abcdef')
    expect(forged).not.toBe(painted)
    expect(terminalText(forged)).not.toContain('\u001b')
  })

  it('take no room', () => {
    expect(wrapped(`${createPaint(true).cyan('four')} more`, 9)).toHaveLength(1)
    expect(wrapped(`${createPaint(true).cyan('four')} more`, 8)).toHaveLength(2)
  })

  it('are not there when they are off', () => {
    expect(createPaint(false).bold('x')).toBe('x')
  })
})
