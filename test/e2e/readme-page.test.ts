import { expect, it } from 'vitest'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer } from '../support/app.js'
import { noChromium, openBrowser, openPage, startSite } from '../support/browser.js'
import { blocksOf } from '../support/documented.js'

/** The page of the README stands anywhere, so its agent has another origin than the page. */
it.skipIf(noChromium)('the page of the README talks to an agent on another origin', async () => {
  const server = await startServer({ llm: new ScriptedModel([[{ say: 'Three pets.' }]]) })
  const written = blocksOf('README.md').find(({ id }) => id === 'page')?.text ?? ''
  expect(written).toMatch(/localhost:8000.*\n[\s\S]*localhost:8000[\s\S]*demo-api-key/)
  const html = written.replaceAll('localhost:8000', `127.0.0.1:${server.port}`).replace('demo-api-key', KEY)
  const site = await startSite({ pages: { '/': { html: `<!doctype html>${html}` } } })
  const browser = await openBrowser()
  const { page } = await openPage(browser)
  // The sources serve no built script; the site has the same one.
  await page.route(/voice-sdk\.js/, (route) => route.continue({ url: `${site.origin}/voice-sdk.js` }))
  await page.goto(site.origin)
  await page.click('#talk')
  await page.locator('.voice-agent-overlay textarea').fill('list the pets')
  await page.locator('.voice-agent-overlay textarea').press('Enter')
  const answer = page.locator('.voice-agent-overlay .assistant')
  await expect.poll(() => answer.textContent(), { timeout: 15_000 }).toContain('Three pets.')
  await browser.close()
  await site.close()
  await server.close()
})
