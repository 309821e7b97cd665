import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { parse as parseJunit } from 'junit2json'
import { describe, expect, it } from 'vitest'
import { createPaint } from '../../../src/cli/output.js'
import {
  fileReport,
  type Reporter,
  summarize,
  unreadableFile,
  type ValidationReport,
} from '../../../src/toolkit/validate/report.js'
import { reporters as loaders, type ReportFormat } from '../../../src/toolkit/validate/reporters/table.js'
import { validateText } from '../../../src/toolkit/validate/validate.js'
import { collectionOf, soundItem, soundRequest } from '../../support/small-collection.js'

const names = Object.keys(loaders) as ReportFormat[]
const loaded = await Promise.all(names.map(async (name) => [name, await loaders[name]()] as const))
const reporters = Object.fromEntries(loaded) as Record<ReportFormat, Reporter>

const SECRET = 'q8Zk2LmP0xVt7RwY'
const options = { paint: createPaint(false), quiet: false }

const items = [
  soundItem({ request: undefined, reqest: {} }),
  soundItem({ name: 'A "quoted" <name> & 100 %\nmore', request: soundRequest({ auth: { type: 'beare' } }) }),
  soundItem({
    name: 'With secret',
    request: soundRequest({ header: [{ key: 'Authorization', value: `Bearer ${SECRET}` }] }),
  }),
  ...Array.from({ length: 6 }, (_, index) =>
    soundItem({
      name: `Pet ${index}\u0001`,
      response: [],
      request: soundRequest({ descripton: 'x', description: undefined }),
    }),
  ),
]
const bad = JSON.stringify(collectionOf(items), null, 2)
const report: ValidationReport = summarize('agent', [
  fileReport('collections/pets, 100%: new.json', validateText(bad), bad),
  fileReport('good.json', []),
  fileReport('missing.json', [unreadableFile('missing.json does not exist; check the path.')]),
])
const all = report.files.flatMap((file) => file.diagnostics)
const errors = all.filter((found) => found.severity === 'error')

describe('every reporter', () => {
  it.each(names)('%s shows no secret and no control character', (name) => {
    const text = reporters[name](report, options)
    expect(text).not.toContain(SECRET)
    expect(text).not.toMatch(/[^\P{Cc}\n]/u)
  })
})

describe('json', () => {
  it('is the shape of the contract, with the profile', () => {
    const { profile, files, summary } = JSON.parse(reporters.json(report, options))
    expect({ profile, summary }).toEqual({ profile: 'agent', summary: report.summary })
    expect(files.map((file: { path: string; valid: boolean }) => file.valid)).toEqual([false, true, false])
    expect(Object.keys(files[0]).sort()).toEqual(['diagnostics', 'path', 'valid'])
    expect(files[2].diagnostics).toMatchObject([{ code: 'file-unreadable', line: 1, column: 1 }])
  })
})

describe('sarif', () => {
  it('is what the published SARIF 2.1.0 schema wants', () => {
    const require = createRequire(import.meta.url)
    const folder = dirname(require.resolve('@microsoft/jest-sarif/package.json'))
    const published = JSON.parse(readFileSync(join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'))
    // Written for draft-04, whose only word that later drafts lack is the name of the schema itself.
    const { id, ...schema } = published
    expect(id).toContain('sarif')
    const ajv = new Ajv({ strict: false, unicodeRegExp: false })
    addFormats.default(ajv)
    const validate = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' })
    const log = JSON.parse(reporters.sarif(report, options))
    validate(log)
    expect(validate.errors).toBeNull()
    const { results, tool } = log.runs[0]
    expect(results).toHaveLength(all.length)
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'collections/pets%2C%20100%25%3A%20new.json',
    )
    const prints = results.map((result: { partialFingerprints: object }) =>
      JSON.stringify(result.partialFingerprints),
    )
    expect(new Set(prints).size).toBe(results.length)
  })
})

describe('the place of a file', () => {
  it.each<[path: string, uri: string, gitlab: string, github: string]>([
    ['./shop.json', 'shop.json', 'shop.json', 'shop.json'],
    ['.\\api\\shop.json', 'api/shop.json', 'api/shop.json', 'api\\shop.json'],
    ['/api/my shop.json', 'file:///api/my%20shop.json', '/api/my shop.json', '/api/my shop.json'],
    ['C:\\api\\shop.json', 'file:///C:/api/shop.json', 'C:/api/shop.json', 'C%3A\\api\\shop.json'],
  ])('%s', (path, uri, gitlab, github) => {
    const one = summarize('agent', [fileReport(path, [unreadableFile('It is gone.')])])
    const [run] = JSON.parse(reporters.sarif(one, options)).runs
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri)
    expect(JSON.parse(reporters.gitlab(one, options))[0].location.path).toBe(gitlab)
    expect(reporters.github(one, options)).toContain(`file=${github},`)
  })
})

describe('junit', () => {
  it('is read by a parser: a suite for each file, a failure for each error', async () => {
    const read = await parseJunit(reporters.junit(report, options))
    const suites = read && 'testsuite' in read ? (read.testsuite ?? []) : []
    expect(read).toMatchObject({ failures: errors.length })
    expect(suites.map((suite) => suite.name)).toEqual(report.files.map((file) => file.path))
    expect(suites.map((suite) => suite.failures)).toEqual([errors.length - 1, 0, 1])
    const cases = suites.flatMap((suite) => suite.testcase ?? [])
    expect(cases.filter((one) => one.failure)).toHaveLength(errors.length)
    expect(cases.filter((one) => !one.failure)).toHaveLength(1)
  })
})

describe('gitlab', () => {
  it('has what Code Quality needs of each issue, with fingerprints of its own', () => {
    const issues = JSON.parse(reporters.gitlab(report, options)) as Record<string, unknown>[]
    expect(issues).toHaveLength(all.length)
    for (const issue of issues) {
      expect(issue).toMatchObject({
        type: 'issue',
        check_name: expect.stringMatching(/^[a-z0-9-]+$/),
        description: expect.not.stringMatching(/\n/),
        severity: expect.stringMatching(/^(info|minor|major)$/),
        location: { path: expect.any(String), lines: { begin: expect.any(Number) } },
      })
    }
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length)
  })
})

describe('github', () => {
  it('is one workflow command a line, escaped', () => {
    const lines = reporters.github(report, options).split('\n')
    expect(lines).toHaveLength(all.length)
    for (const line of lines)
      expect(line).toMatch(
        /^::(error|warning|notice) file=[^:,]+,line=\d+,endLine=\d+.*,title=[a-z0-9-]+::\S/,
      )
    expect(lines[0]).toContain('file=collections/pets%2C 100%25%3A new.json,')
  })

  it('names a file as GitHub names a changed file', () => {
    const file = fileReport('./a.json', all.slice(0, 1))
    expect(reporters.github(summarize('agent', [file]), options)).toContain(' file=a.json,')
  })
})

describe('llm', () => {
  it('asks for a repair of the errors with pointers and excerpts', () => {
    const [first = '', second, third] = reporters.llm(report, options).split(/\n\n(?=The |good|missing)/)
    expect(first).toContain('request-missing')
    expect(first).toContain('/item/0/item/0 (line 42)')
    expect(first).toContain('did you mean "request"?')
    expect(first).toContain('no code fences')
    expect(first).not.toContain('description-missing')
    expect(second).toBe('good.json is accepted. Nothing has to be changed.')
    expect(third).toContain('missing.json')
  })

  it.each([
    ['pets/List pets.bru', 'whole corrected .bru file'],
    ['pets/list.request.yaml', 'whole corrected YAML document'],
    ['pets.json', 'whole corrected JSON document'],
  ])('asks for %s in its own format', (path, asked) => {
    expect(reporters.llm(summarize('agent', [fileReport(path, errors, bad)]), options)).toContain(asked)
  })
})

describe('pretty', () => {
  it('shows errors first, with a frame, and groups repeats', () => {
    const text = reporters.pretty(report, options)
    expect(text.indexOf('request-missing')).toBeLessThan(text.indexOf('unknown-key'))
    expect(text).toMatch(/42 │ +"reqest": \{\}\n +│ +\^{8}\n +Did you mean "request"\?/)
    expect(text).toMatch(/and 3 more: lines \d+, \d+, \d+/)
    expect(text).toContain('(profile agent)')
    expect(text).toContain('✔ good.json')
  })
  it('is silent about all but errors when asked to be', () => {
    const text = reporters.pretty(report, { ...options, quiet: true })
    expect(text).toContain('request-missing')
    expect(text).not.toMatch(/unknown-key|good\.json|profile/)
  })
})
