import { defineConfig } from 'vitest/config'
import ordinary from './vitest.config.js'

/** The tests that need real weights: `npm run test:models`. */
export default defineConfig({
  ...ordinary,
  test: {
    ...ordinary.test,
    projects: undefined,
    include: ['test/models/**/*.models.ts'],
    testTimeout: 600_000,
    maxWorkers: 1,
    reporters: ['verbose'],
  },
})
