import { spawnSync } from 'node:child_process'

/**
 * Whether a program that a test needs is missing. Says how to install it; with `VOICE_TEST_REQUIRE=all` a missing one is an
 * error instead, so that no install is hidden behind a skipped test. For `describe.skipIf(missing('redis-server', ...))`.
 */
export function missing(program: string, install: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (found) return false
  const sentence = `${program} is not installed: ${install}`
  if (process.env.VOICE_TEST_REQUIRE === 'all') throw new Error(sentence)
  console.warn(`skipped: ${sentence}`)
  return true
}
