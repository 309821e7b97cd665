import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

/** The tests that judge mutants: those that need no browser, no child process and no other program. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'test/toolkit/{run,meaning,validate}/**/*.test.ts',
      'test/server/{agent,http,realtime,recording}/**/*.test.ts',
      'test/hostile/**/*.test.ts',
    ],
    maxWorkers: 1,
    reporters: ['dot'],
  },
})
