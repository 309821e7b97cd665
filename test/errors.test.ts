import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The members of the union `VoiceErrorCode`. */
const codes = [...read('src/errors.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code]) => code!)

it('docs/errors.md explains every code of the union', () => {
  const page = read('docs/errors.md')
  expect(codes.length).toBeGreaterThan(30)
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
})

it('has no code that is explained and not in the union', () => {
  const [thrown = ''] = read('docs/errors.md').split('The `errorCode` of the browser client')
  const rows = thrown.matchAll(/^\| (`[^|]*)\|/gm)
  const explained = [...rows].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code!),
  )
  expect(explained.filter((code) => !codes.includes(code))).toEqual([])
})

it('throws every code of the union', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((name) => name.endsWith('.ts') && name !== 'errors.ts')
    .map((name) => read(`src/${name}`))
  // The codes of requests that were not sent stand with their texts.
  const text = [...sources, read('templates/send-failures.json').replaceAll('"', "'")].join('\n')
  expect(codes.filter((code) => !text.includes(`'${code}'`))).toEqual([])
})
