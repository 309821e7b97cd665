import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../shared')

/** Reference material for tests that stands beside a checkout; a user's clone has none. */
export const hasShared = existsSync(join(root, 'README.md'))

if (!hasShared) console.warn('skipped: the reference material beside the checkout (../shared) is absent')

/** The path of a file of the reference material. */
export function sharedPath(...parts: string[]): string {
  return join(root, ...parts)
}
