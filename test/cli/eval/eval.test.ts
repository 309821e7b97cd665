import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type EvalCase,
  evalJunit,
  evalTable,
  evaluateFile,
  judge,
  type Observed,
  readCases,
} from '../../../src/cli/eval/run.js'
import { createPaint } from '../../../src/cli/output.js'
import { hasShared } from '../../support/shared.js'
import { choice, DONE, startStandIn } from '../../support/stand-in-provider.js'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'voice-eval-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

function fileOf(text: string): string {
  const path = join(folder, `${++files}.yaml`)
  writeFileSync(path, text)
  return path
}

const options = { format: 'table', color: false, llm: 'builtin/router' }

describe('voice eval on the example shop', () => {
  it.each([
    'examples/petshop/cases.yaml',
    'test/fixtures/eval/petshop-open.yaml',
    'test/fixtures/eval/petshop-held.yaml',
  ])('%s: at least 90 percent, no write without approval', async (path) => {
    const { summary } = await evaluateFile(join(root, path), options)
    console.info(`voice eval ${path}: ${summary.passed} of ${summary.cases}`)
    expect(summary.unapprovedWrites).toBe(0)
    expect(summary.passed / summary.cases).toBeGreaterThanOrEqual(0.9)
  })

  it.skipIf(!hasShared).each(['payroc.yaml', 'adyen.yaml'])(
    '%s, a real collection: the same',
    async (file) => {
      const { summary } = await evaluateFile(join(root, 'test/fixtures/eval', file), options)
      console.info(`voice eval ${file}: ${summary.passed} of ${summary.cases}`)
      expect(summary.unapprovedWrites).toBe(0)
      expect(summary.passed / summary.cases).toBeGreaterThanOrEqual(0.9)
    },
  )

  it('takes several models with spaces after the commas', async () => {
    const provider = await startStandIn([
      { pieces: [choice({ content: 'Hello.' }), choice({}, 'stop'), DONE] },
    ])
    const agent = { credentials: { llm: { baseUrl: provider.baseUrl } } }
    const several = { ...options, llm: 'ollama/one, ollama/two', agent }
    const path = fileOf(
      `collection: ${join(root, 'examples/petshop/postman.json')}\ncases:\n  - { say: hello }\n`,
    )
    const { llm } = await evaluateFile(path, several)
    await provider.close()
    expect(llm).toBe('ollama/one, else ollama/two')
  })

  it('tells a failed case by what was called instead', async () => {
    const path = fileOf(
      `collection: ${join(root, 'examples/petshop/postman.json')}\ncases:\n  - { say: list the pets, tool: get_pet, answer: /unicorn/ }\n`,
    )
    const report = await evaluateFile(path, options)
    expect(report.summary).toMatchObject({ cases: 1, passed: 0, failed: 1 })
    expect(report.cases[0]!.problems).toEqual([
      'get_pet was not called, but list_pets {}',
      expect.stringMatching(/^the answer does not hold \/unicorn\/: "I found /),
    ])
    expect(evalTable(report, createPaint(false))).toContain(
      '✗ list the pets\n    get_pet was not called, but list_pets {}',
    )
    const junit = evalJunit(report)
    expect(junit).toContain('tests="1" failures="1"')
    expect(junit).toContain('<failure message="get_pet was not called, but list_pets {}">')
  })
})

describe('reading cases', () => {
  it('takes one sentence or several, texts and regular expressions, and finds the collection beside the file', async () => {
    const file = await readCases(
      fileOf(
        'collection: api.json\ncases:\n  - { say: hi, answer: /Hel+o/i }\n  - { say: [a, b], tool: null, absent: x, answer: plain }\n',
      ),
    )
    expect(file.collection).toBe(join(folder, 'api.json'))
    const [first, second] = file.cases
    expect(first).toMatchObject({ say: ['hi'], absent: [] })
    expect(first!.answer!.matches('well, hello')).toBe(true)
    expect(second).toMatchObject({ say: ['a', 'b'], tool: null, absent: ['x'] })
    expect(second!.answer!.matches('a PLAIN text')).toBe(true)
  })

  it.each([
    ['cases: []', /"collection" has to name/],
    ['collection: a.json', /"cases" has to be a list/],
    ['collection: a.json\ncases: [{ tool: x }]', /case 1: "say" has to be/],
    ['collection: a.json\ncases: [{ say: x, tol: y }]', /case 1: "tol" is none of say, tool/],
    ['collection: a.json\ncases: [{ say: x, approve: maybe }]', /case 1: "approve" has to be true or false/],
    ['collection: a.json\ncases: [{ say: x, answer: /(/ }]', /case 1: "answer": /],
    ['collection: [', /is no file of cases/],
    ['just text', /it has to be a mapping/],
  ])('%j is refused in a sentence', async (text, problem) => {
    await expect(readCases(fileOf(text))).rejects.toThrow(problem)
  })
})

const call = (name: string, input: object, approved?: boolean): Observed['calls'][number] => ({
  name,
  input: input as Observed['calls'][number]['input'],
  ran: approved !== false,
  ...(approved !== undefined && { approved }),
})

describe('judging a case', () => {
  const table: [string, Partial<EvalCase>, Partial<Observed>, string[]][] = [
    [
      'the tool with part of its input',
      { tool: 'a', input: { x: 1 } },
      { calls: [call('a', { x: 1, y: 2 })] },
      [],
    ],
    [
      'another input',
      { tool: 'a', input: { x: 1 } },
      { calls: [call('a', { x: 2 })] },
      ['a was called with {"x":2}, not with {"x":1}'],
    ],
    [
      'no call at all',
      { tool: 'a' },
      { answer: 'Which order?' },
      ['a was not called, nor was any tool. The agent said: "Which order?"'],
    ],
    [
      'a call where none was wanted',
      { tool: null },
      { calls: [call('a', {})] },
      ['no tool was wanted, but there was a {}'],
    ],
    ['a question that was expected', { tool: 'a', approve: false }, { calls: [call('a', {}, false)] }, []],
    [
      'no question where one was expected',
      { tool: 'a', approve: true },
      { calls: [call('a', {})] },
      ['no approval was asked for'],
    ],
    ['a tool that must be absent', { absent: ['b'] }, { calls: [call('b', {})] }, ['b must not be called']],
    ['an agent that failed', {}, { failure: 'unreachable' }, ['the agent failed (unreachable)']],
  ]
  it.each(table)('%s', (_, expected, observed, problems) => {
    expect(judge({ say: ['x'], absent: [], ...expected }, { calls: [], answer: '', ...observed })).toEqual(
      problems,
    )
  })
})
