import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has found on a page. */
export interface AxeFindings {
  /** Rule and markup of what is serious or critical. */
  serious: [rule: string, markup: string[]][]
  /** Whether the contrast of anything could be judged: a check that saw nothing proves nothing. */
  judgedContrast: boolean
}

/** Asks axe about a page as it stands; only some rules where they are named. Works under any Content-Security-Policy. */
export async function axeOn(page: Page, runOnly?: string[]): Promise<AxeFindings> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  const { violations, passes } = await page.evaluate((rules) => {
    const { axe } = globalThis as unknown as {
      axe: { run(where: Document, options: object): Promise<AxeResults> }
    }
    return axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  }, runOnly)
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const judged = passes.find(({ id }) => id === 'color-contrast')?.nodes ?? []
  return {
    serious: serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    judgedContrast: judged.length > 0,
  }
}
