import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

/**
 * The tests that judge mutants: the quick ones beside each source. Each mutant is judged by all tests that run its code, so that slow ones
 * (properties of many runs, APIs that hang) would make a run take days.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: [
      'test/toolkit/{run,semantics,secrets}/**/*.test.ts',
      'test/toolkit/validate/judge.test.ts',
      'test/server/http/**/*.test.ts',
      'test/server/agent/approval*.test.ts',
      'test/server/realtime/outbox.test.ts',
      'test/server/recording/redactor.test.ts',
    ],
    exclude: [
      '**/*.property.test.ts',
      'test/toolkit/run/faults.test.ts',
      'test/toolkit/semantics/tokens.test.ts',
    ],
    maxWorkers: 1,
    reporters: ['dot'],
  },
})
