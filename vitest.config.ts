import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import manifest from './package.json' with { type: 'json' }

/**
 * Tests that leave no global state behind. Their files share the loaded modules: to load them again for each file takes
 * longer than most of these tests.
 */
const SHARED = 'test/{cli,client,hostile,languages,prompt,protocol,server,text,toolkit}/**/*.test.{ts,tsx}'

/** The files that take longest, the longest first. A long one that starts last would leave the other worker idle. */
const LONGEST = [
  'test/e2e/packed.test.ts',
  'test/e2e/bad-input.test.ts',
  'test/goldens/goldens.test.ts',
  'test/e2e/bundlers.test.ts',
  'test/e2e/overlay-voice.test.ts',
  'test/e2e/webrtc.test.ts',
  'test/e2e/playground.test.ts',
  'test/e2e/leaks.test.ts',
  'test/hostile/growth.test.ts',
  'test/hostile/env-names.test.ts',
  'test/hostile/file-depth.test.ts',
  'test/server/realtime/spoken-tasks.test.ts',
]

/** How long a file takes among the others, by its place in the list. */
function rankOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((file) => moduleId.endsWith(file))
  return at < 0 ? LONGEST.length : at
}

/** Starts the longest files first. Those with modules of their own stay before those that share them, as Vitest wants it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isolated = ({ project }: TestSpecification) => Number(project.config.isolate)
    return (await super.sort(files)).sort(
      (one, other) => isolated(other) - isolated(one) || rankOf(one) - rankOf(other),
    )
  }
}

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
