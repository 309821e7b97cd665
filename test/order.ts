import { BaseSequencer, type TestSpecification } from 'vitest/node'

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
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isolated = ({ project }: TestSpecification) => Number(project.config.isolate)
    return (await super.sort(files)).sort(
      (one, other) => isolated(other) - isolated(one) || rankOf(one) - rankOf(other),
    )
  }
}
