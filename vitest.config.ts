import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }

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
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'build/test-report.json' }]] : ['default'],
  },
})
