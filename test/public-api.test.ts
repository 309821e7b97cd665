import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { publicApi } from './support/public-api.js'

/** The source of every entry that package.json names. */
function entries(): Record<string, string> {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | { default: string }>
  }
  return Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([name, target]) =>
      typeof target === 'string'
        ? []
        : [[`voice${name.slice(1)}`, target.default.replace('./dist', 'src').replace(/\.js$/, '.ts')]],
    ),
  )
}

const api = publicApi(entries())

it('exports what users rely on; a change is written by `npx vitest run test/public-api.test.ts -u`, with a line in CHANGELOG.md', async () => {
  await expect(api.text).toMatchFileSnapshot('public-api.txt')
})

it('exports every type that an exported signature names', () => {
  expect(api.unnamed).toEqual([])
})
