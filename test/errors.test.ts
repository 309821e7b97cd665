import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Every code that a `VoiceError` is made with, read from the sources. */
function thrownCodes(): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/new VoiceError\(\s*'([a-z-]+)'/g)].map(([, code]) => code),
  )
  return [...new Set(codes.filter((code) => code !== undefined))].sort()
}

it('docs/errors.md explains every code that is thrown', () => {
  const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  const codes = thrownCodes()
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})
