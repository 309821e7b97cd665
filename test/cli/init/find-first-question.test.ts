import { expect, it } from 'vitest'
import { findFirstQuestion } from '../../../src/cli/commands/init.js'

it('finds a question that the starter answers', async () => {
  expect(await findFirstQuestion()).toMatch(/pets/)
})
