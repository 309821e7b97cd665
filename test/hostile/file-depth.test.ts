import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_FILE_NESTING } from '../../src/protocol/nesting.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { DEEP_SIZES, deepJson, deepJsonOf, openJson } from '../support/deep.js'
import { type Ran, runHere } from '../support/in-process.js'

const INFO = `"info":{"name":"x","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voice-depth-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** Far more levels than a stack has frames, or a call has arguments; a text inside of a file needs no more. */
const TEXT_LEVELS = 200_000

/** A command may refuse a file, but it does not fail of itself. */
function expectToHold({ code, stdout, stderr }: Ran): void {
  expect(`${stdout}${stderr}`).not.toMatch(/inside voice itself|Maximum call stack|RangeError/)
  expect([0, 1, 2]).toContain(code)
}

const folders = (levels: number) => `${'[{"name":"f","item":'.repeat(levels)}[]${'}]'.repeat(levels)}`
const request = (more: string) => `{${INFO},"item":[{"name":"r","request":${more}}]}`

/** Collections that are deep in one place, by the levels of that place. */
const PLACES: Record<string, (levels: number) => string> = {
  'the document': (levels) => deepJson('lists', levels),
  folders: (levels) => `{${INFO},"item":${folders(Math.floor(levels / 2))}}`,
  'a parameter of an auth': (levels) =>
    request(
      `{"method":"GET","url":"http://localhost:1/x","auth":{"type":"bearer","bearer":[{"key":"token","value":${deepJson('lists', levels)}}]}}`,
    ),
  'variables of GraphQL': (levels) =>
    request(
      `{"method":"POST","url":"http://localhost:1/x","body":{"mode":"graphql","graphql":{"query":"query {a}","variables":${deepJson('objects', levels)}}}}`,
    ),
  'a variable of the collection': (levels) =>
    `{${INFO},"item":[],"variable":[{"key":"v","value":${deepJson('objects', levels)}}]}`,
  'an unknown member': (levels) => `{${INFO},"item":[],"more":${deepJson('lists', levels)}}`,
}

/** Texts inside of a collection that are deep themselves. */
const TEXTS: Record<string, (levels: number) => string> = {
  'a body and its example': (levels) => {
    const text = JSON.stringify(deepJson('objects', levels))
    return `{${INFO},"item":[{"name":"r","request":{"method":"POST","url":"http://localhost:1/x","body":{"mode":"raw","raw":${text}}},"response":[{"name":"e","code":200,"body":${text},"header":[{"key":"Content-Type","value":"application/json"}]}]}]}`
  },
  'a form in several parts, in each other': (levels) => {
    const part = '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(Math.min(levels, 20_000))
    return request(
      `{"method":"POST","url":"http://localhost:1/x","header":[{"key":"Content-Type","value":"multipart/mixed; boundary=b"}],"body":{"mode":"raw","raw":${JSON.stringify(part)}}}`,
    )
  },
  'a body of XML': (levels) => {
    const text = JSON.stringify(`${'<a>'.repeat(levels)}1${'</a>'.repeat(levels)}`)
    return request(
      `{"method":"POST","url":"http://localhost:1/x","header":[{"key":"Content-Type","value":"text/xml"}],"body":{"mode":"raw","raw":${text}}}`,
    )
  },
}

const COMMANDS: [name: string, args: (path: string) => string[]][] = [
  ['validate', (path) => ['validate', path]],
  ['validate --profile official', (path) => ['validate', '--profile', 'official', path]],
  ['validate --profile generated', (path) => ['validate', '--profile', 'generated', path]],
  ['validate --fix', (path) => ['validate', '--fix', path]],
  ['tools', (path) => ['tools', path]],
  ['compile', (path) => ['compile', '--target', 'json', path]],
  ['compile to code', (path) => ['compile', '--target', 'typescript', path]],
  ['replay', (path) => ['replay', '--dry-run', path]],
  ['call', (path) => ['call', 'r', '--dry-run', '-c', path]],
  ['import', (path) => ['import', path]],
]

/** One command for each place where the commands read a collection. */
const READERS = new Set(['validate', 'validate --fix', 'tools', 'import'])

describe('a collection that is deep in', () => {
  const levels = [...DEEP_SIZES.map((bytes) => Math.floor(bytes / 6)), MAX_FILE_NESTING - 10]
  it.each(Object.entries({ ...PLACES, ...TEXTS }))(
    '%s ends no command',
    async (_name, make) => {
      for (const level of levels) {
        const count = _name in TEXTS ? Math.min(level, TEXT_LEVELS) : level
        const path = await file('postman.json', make(count))
        const before = await readFile(path, 'utf8')
        // A file of megabytes is refused where it is read, which `validate` and the other commands do each in one place.
        const commands = level > 50_000 ? COMMANDS.filter(([name]) => READERS.has(name)) : COMMANDS
        for (const [, args] of commands) expectToHold(await runHere(...args(path)))
        if (count > MAX_FILE_NESTING && !(_name in TEXTS)) expect(await readFile(path, 'utf8')).toBe(before)
      }
    },
    120_000,
  )

  it.each(Object.entries(PLACES))('%s is told by its place', async (_name, make) => {
    const path = await file('postman.json', make(50_000))
    const { code, stdout } = await runHere('validate', '--format', 'json', path)
    expect(code).toBe(1)
    const [found] = JSON.parse(stdout).files[0].diagnostics
    expect(found).toMatchObject({ code: 'nesting-too-deep', line: 1 })
    expect(found.column).toBeGreaterThan(MAX_FILE_NESTING)
    const { stderr } = await runHere('tools', path)
    expect(stderr).toMatch(/is nested too deep \(line 1, column \d+\)/)
  })
})

describe('other files that are deep', () => {
  const OK = request('{"method":"GET","url":"http://localhost:1/x"}')
  const texts = DEEP_SIZES.flatMap((bytes) => [
    deepJsonOf('lists', bytes),
    deepJsonOf('objects', bytes),
    openJson('lists', bytes),
    openJson('objects', bytes),
  ])

  it.each<[name: string, fileName: string, args: (ok: string, deep: string) => string[], wrap?: string]>([
    ['an environment', 'e.json', (ok, deep) => ['tools', ok, '--env', deep]],
    [
      'the values of an environment',
      'e.json',
      (ok, deep) => ['tools', ok, '--env', deep],
      '{"name":"e","values":[{"key":"a","value":@}]}',
    ],
    ['globals', 'g.json', (ok, deep) => ['tools', ok, '--globals', deep]],
    ['a configuration', 'c.json', (ok, deep) => ['validate', ok, '--config', deep]],
    ['apps of a configuration', 'c.json', (ok, deep) => ['tools', ok, '--config', deep], '{"apps":{"a":@}}'],
    ['a baseline', 'b.json', (ok, deep) => ['validate', ok, '--baseline', deep]],
    ['the older collection of a comparison', 'o.json', (ok, deep) => ['tools', ok, '--diff', deep]],
    [
      'an OpenAPI document',
      'o.json',
      (_ok, deep) => ['import', deep],
      '{"openapi":"3.0.0","paths":{"/a":@}}',
    ],
    ['an OpenAPI document in YAML', 'o.yaml', (_ok, deep) => ['import', deep], 'openapi: 3.0.0\npaths: @'],
    ['a HAR file', 'h.har', (_ok, deep) => ['import', deep], '{"log":{"entries":[{"request":@}]}}'],
    ['docs for a prompt', 'd.json', (_ok, deep) => ['prompt', '--docs', deep]],
    ['cases of an evaluation', 'e.yaml', (_ok, deep) => ['eval', deep], 'collection: x\ncases: @'],
    ['a recorded exchange', 'r.json', (_ok, deep) => ['import', deep], '{"log":{"entries":@}}'],
  ])(
    '%s is refused with a sentence',
    async (_name, fileName, args, wrap = '@') => {
      const ok = await file('ok.json', OK)
      for (const text of texts) {
        const ran = await runHere(
          ...args(
            ok,
            await file(
              fileName,
              wrap.replace('@', () => text),
            ),
          ),
        )
        expectToHold(ran)
      }
    },
    120_000,
  )

  it.each([
    ['sequences of a line', '- '.repeat(100_000)],
    ['lists', '['.repeat(2_000_000)],
    ['maps', '{a: '.repeat(500_000)],
    ['indented maps', Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')],
    ['keys of keys', '? '.repeat(100_000)],
    [
      'aliases',
      `a0: &a0 [1]\n${Array.from({ length: 90 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join('')}`,
    ],
  ])('YAML with %s in each other is refused', async (_name, text) => {
    const { code, stderr } = await runHere(
      'import',
      await file('deep.yaml', `openapi: 3.0.0\npaths:\n  ${text}`),
    )
    expect(code).toBeGreaterThan(0)
    expect(stderr).not.toMatch(/inside voice itself|Maximum call stack/)
  })

  it('an input of a call is refused with a sentence', async () => {
    const path = await file('ok.json', OK)
    for (const text of texts.filter(({ length }) => length < 200_000)) {
      const { code, stderr } = await runHere('call', 'r', '-c', path, '--input', text)
      expect(code).toBe(2)
      expect(stderr).toMatch(/--input takes a JSON object/)
    }
  })

  it('a lock file is refused with a sentence', async () => {
    const collectionPath = await file('ok.json', OK)
    const lockPath = await file('voice.lock', deepJsonOf('lists', 100_000))
    const loaded = RESTAPIToolkit.fromApiCollection({ collectionPath, lockPath })
    await expect(loaded).rejects.toMatchObject({ code: 'lock-unreadable' })
  })

  it('a collection in memory is refused with an error', async () => {
    const document = JSON.parse(`{${INFO},"item":${folders(5_000)}}`) as unknown
    expect(() => parseCollection(document)).toThrow(
      expect.objectContaining({ code: 'nesting-too-deep' }) as Error,
    )
    await expect(RESTAPIToolkit.fromApiCollection({ collection: document })).rejects.toMatchObject({
      code: 'nesting-too-deep',
    })
  })
})

describe('arguments that are deep', () => {
  const OK = request(
    '{"method":"POST","url":"http://localhost:1/x","body":{"mode":"raw","raw":"{\\"a\\":1}"}}',
  )

  it.each<[name: string, args: string[]]>([
    ['a name with 20,000 dots', ['--arg', `body.${'a.'.repeat(20_000)}b=1`]],
    ['a name of dots', ['--arg', `${'.'.repeat(50_000)}=1`]],
    ['two deep names', ['--arg', `a.${'b.'.repeat(101)}c=1`, '--arg', `a.${'b.'.repeat(101)}d=1`]],
    ['an input', ['--input', deepJson('objects', 30_000)]],
    ['a value', ['--arg', `body.a=${deepJson('lists', 30_000)}`]],
  ])('%s ends no command', async (_name, args) => {
    const path = await file('postman.json', OK)
    const ran = await runHere('call', 'r', '--dry-run', path, ...args)
    expectToHold(ran)
    expect(ran.code).not.toBe(0)
  })

  it('says how deep a name may be', async () => {
    const path = await file('postman.json', OK)
    const { code, stderr } = await runHere(
      'call',
      'r',
      '--dry-run',
      path,
      '--arg',
      `body.${'a.'.repeat(101)}b=1`,
    )
    expect(code).toBe(2)
    expect(stderr).toMatch(/--arg takes at most 100 names with dots between them/)
  })
})
