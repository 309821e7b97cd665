import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.js'
import { cliPage } from '../support/cli-page.js'

let program: Command
beforeAll(async () => {
  program = await createProgram('0.0.0')
})

describe('docs/cli.md', () => {
  it('says what the program says of itself; `npx vitest run test/cli/cli-page.test.ts -u` writes it anew', async () => {
    await expect(cliPage(program)).toMatchFileSnapshot('../../docs/cli.md')
  })

  it('has an example for every command', () => {
    const page = cliPage(program)
    const sections = page.split(/^## (?=voice )/m).slice(1)
    expect(sections.length).toBeGreaterThan(16)
    const lacking = sections.filter((text) => !/```\n[^`]*voice /.test(text))
    expect(lacking.map((text) => text.split('\n')[0])).toEqual([])
  })
})

describe('a word that is misspelt', () => {
  it.each([
    [['valdate'], /Did you mean validate\?/],
    [['validate', '--fromat', 'json'], /Did you mean --format\?/],
    [['completion', 'bsh'], /Allowed choices are bash, zsh, fish/],
  ])('%j', async (args, message) => {
    let said = ''
    const misled = await createProgram('0.0.0', args[0])
    const hear = (text: string) => {
      said += text
    }
    const quiet = { writeErr: hear, outputError: hear }
    for (const command of [misled, ...misled.commands]) command.exitOverride().configureOutput(quiet)
    await expect(misled.parseAsync(['node', 'voice', ...args])).rejects.toThrow()
    expect(said).toMatch(message)
  })
})
