import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { LongestFirst } from './test/order.js'

/**
 * Tests that leave no global state behind. Their files share the loaded modules: to load them again for each file takes
 * longer than most of these tests.
 */
const SHARED = 'test/{cli,client,hostile,languages,prompt,protocol,server,text,toolkit}/**/*.test.{ts,tsx}'

export default defineConfig({
  plugins: [
    {
      name: 'templates-as-text',
      enforce: 'pre',
      load(id) {
        if (!/\/templates\/.*\.(md|txt)$/.test(id)) return undefined
        return `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
      },
    },
  ],
  define: { __VERSION__: JSON.stringify(manifest.version) },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'shared', include: [SHARED], isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, SHARED],
        },
      },
    ],
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'build/test-report.json' }]] : ['default'],
  },
})
