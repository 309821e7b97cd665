import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedPath } from '../support/shared.js'
import { goldenFiles, hashesOf, viewOf } from './views.js'

const HOW =
  'to see what changed: node scripts/goldens.mjs REVISION; to accept it: npx vitest run test/goldens -u'

describe.skipIf(!hasShared)('tools, requests, generated code and diagnostics of real collections', () => {
  it('are as before', { timeout: 300_000 }, async () => {
    const lines = goldenFiles(join(import.meta.dirname, '../..'), sharedPath()).flatMap((file) =>
      hashesOf(file.name, viewOf(file)),
    )
    await expect(`${lines.join('\n')}\n`, HOW).toMatchFileSnapshot('./hashes.txt')
  })
})
