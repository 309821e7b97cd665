import { configDefaults, defineConfig } from 'vitest/config'
import base from './vitest.config.js'

/** Files of the folders below that take most of a second or longer. */
const SLOW = [
  'test/languages/heard-collections.test.ts',
  'test/languages/heard-languages.test.ts',
  'test/languages/heard-requests.test.ts',
  'test/prompt/generate-collection.test.ts',
  'test/toolkit/collection/parse-collection.test.ts',
  'test/toolkit/compile/corpus.test.ts',
  'test/toolkit/compile/openapi-truth.test.ts',
  'test/toolkit/exact-digits.test.ts',
  'test/toolkit/generate/extract-secrets.test.ts',
  'test/toolkit/generate/json-targets.test.ts',
  'test/toolkit/generate/strict-schema.test.ts',
  'test/toolkit/generate/typescript-corpus.test.ts',
  'test/toolkit/generate/typescript.test.ts',
  'test/toolkit/import/import-any.test.ts',
  'test/toolkit/import/openapi/schemas.test.ts',
  'test/toolkit/replay-corpus.test.ts',
  'test/toolkit/request-effects.test.ts',
  'test/toolkit/rest-api-toolkit.test.ts',
  'test/toolkit/run/faults.test.ts',
  'test/toolkit/run/input/check-input.test.ts',
  'test/toolkit/run/secrets.test.ts',
  'test/toolkit/run/shape/answer-thread.test.ts',
  'test/toolkit/search/plain-lists.test.ts',
  'test/toolkit/search/recall.test.ts',
  'test/toolkit/search/tool-selection.test.ts',
  'test/toolkit/secrets/credential-name.test.ts',
  'test/toolkit/secrets/lift-secrets.test.ts',
  'test/toolkit/secrets/secret-matcher.test.ts',
  'test/toolkit/semantics/named-values.test.ts',
  'test/toolkit/semantics/tokens.test.ts',
  'test/toolkit/validate/agrees-with-compiler.test.ts',
  'test/toolkit/validate/bad-input.test.ts',
  'test/toolkit/validate/fix.test.ts',
  'test/toolkit/validate/reporters.test.ts',
  'test/toolkit/validate/rules/body-and-header-rules.test.ts',
  'test/toolkit/validate/rules/input-rules.test.ts',
  'test/toolkit/validate/schema-verdict.test.ts',
]

/** The quick tests of pure code, for the inner loop: `npm run test:fast`. They need no build. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: ['test/{languages,prompt,protocol,text,toolkit}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.property.test.ts', ...SLOW],
    isolate: false,
    reporters: ['dot'],
  },
})
