import { expect, it } from 'vitest'
import { rulesPage } from '../../support/rules-page.js'

it('docs/rules.md is what the rules say today', async () => {
  await expect(rulesPage()).toMatchFileSnapshot('../../../docs/rules.md')
})
