import { expect, it } from 'vitest'
import { describeCommands } from '../../../src/cli/completion.js'
import { createProgram } from '../../../src/cli/program.js'

it.each([
  ['validate', { kind: 'file' }],
  ['tools', { kind: 'file' }],
  ['call', { kind: 'file' }],
  ['init', { kind: 'folder' }],
  ['models', { kind: 'words', words: ['list', 'pull', 'path'] }],
  ['chat', undefined],
])('offers the right values for the arguments of %s', async (name, takes) => {
  const commands = describeCommands(await createProgram('0.0.0'))
  expect(commands.find((command) => command.name === name)?.takes).toEqual(takes)
})
