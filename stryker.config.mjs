/**
 * Mutation testing of the code that guards users, after `npm run build`: `npm run test:mutation`, or one folder with
 * `npm run test:mutation -- --mutate 'src/toolkit/semantics/*.ts'`. The whole takes hours on two cores.
 */
export default {
  mutate: [
    'src/toolkit/run/**/*.ts',
    'src/toolkit/semantics/**/*.ts',
    'src/toolkit/secrets/*.ts',
    'src/server/agent/approval*.ts',
    'src/server/http/*.ts',
    'src/server/realtime/outbox.ts',
    'src/server/recording/redactor.ts',
    'src/toolkit/validate/judge.ts',
  ],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  // A mutant in a module's top level would need a fresh process for each test.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'build/mutation-incremental.json',
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: 'build/mutation.json' },
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
  tempDirName: 'build/stryker',
  // The tests of routes ask for the browser files in `dist`, so build before.
  ignorePatterns: ['build', 'docs'],
}
