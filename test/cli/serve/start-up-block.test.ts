import { describe, expect, it } from 'vitest'
import { createPaint } from '../../../src/cli/colour.js'
import { questionFor, type StartUp, startUpBlock } from '../../../src/cli/serve/start-up-block.js'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'

const START: StartUp = {
  version: '1.2.3',
  url: 'ws://127.0.0.1:8000/ws',
  collections: [{ path: 'a.json', tools: 1, skipped: [], errors: 0, warnings: 0, faults: [] }],
  destinations: [{ origin: '{{base_url}}', url: 'https://api.test', requests: 1, isFallback: false }],
  providers: { stt: null, llm: 'builtin/router', tts: null },
  approve: 'writes',
  apps: [],
  hasDefault: true,
  mcp: 'http://127.0.0.1:8000/mcp',
  store: 'memory',
  warnings: [],
  question: 'list users',
}

const block = (change: Partial<StartUp> = {}) => startUpBlock({ ...START, ...change }, createPaint(false))
const collection = (change: Partial<StartUp['collections'][number]>) => [
  { ...START.collections[0]!, ...change },
]

describe('the start-up block', () => {
  const cases: [title: string, change: Partial<StartUp>, want: string][] = [
    ['counts one tool', {}, '1 tool from a.json'],
    [
      'names what was left out',
      { collections: collection({ skipped: ['A', 'B'] }) },
      'left out, no usable address: 2 requests\n              A\n              B\n',
    ],
    [
      'cuts a long list',
      { collections: collection({ skipped: [...'ABCDEFGHIJKLM'] }) },
      'I\n              J\n              and 3 more',
    ],
    ['counts errors only', { collections: collection({ errors: 2 }) }, '2 errors: voice validate a.json'],
    [
      'counts both',
      { collections: collection({ errors: 1, warnings: 1 }) },
      '1 error and 1 warning: voice validate a.json',
    ],
    [
      'says that there is no collection',
      { collections: [], destinations: [] },
      'none: there is no collection',
    ],
    ['says where requests go', {}, 'https://api.test for {{base_url}} (1 tool)'],
    [
      'does not repeat a literal host',
      { destinations: [{ ...START.destinations[0]!, origin: 'https://api.test' }] },
      'https://api.test (1 tool)',
    ],
    ['marks the mock', { mock: 'https://api.test' }, '(1 tool, the saved examples)'],
    [
      'marks a fallback',
      { destinations: [{ ...START.destinations[0]!, isFallback: true }] },
      '(1 tool, since nothing gives {{base_url}} a value)',
    ],
    ['says that the router is no language model', {}, 'not a language model'],
    [
      'names another model',
      { providers: { stt: null, llm: 'ollama/x', tts: null } },
      '  model     ollama/x\n',
    ],
    ['says that there is no speech', {}, 'none: clients open in text'],
    [
      'names ears and voice',
      { providers: { stt: 's/1', llm: 'l/1', tts: 't/1' } },
      'hears with s/1, speaks with t/1',
    ],
    ['says what asks first', { approve: 'destructive' }, 'calls that destroy something ask first'],
    ['shows warnings', { warnings: ['Mind this.'] }, '  ! Mind this.'],
    ['ends with something to try', {}, '  Try: npx voice chat --message "list users"'],
  ]
  it.each(cases)('%s', (_, change, want) => {
    expect(block(change)).toContain(want)
  })
})

describe('the question to try', () => {
  const tool = (title: string, change: { method?: string; required?: string[]; reads?: boolean } = {}) =>
    ({
      title,
      method: change.method ?? 'GET',
      parameters: { type: 'object', required: change.required ?? [] },
      annotations: { readOnlyHint: change.reads ?? true },
    }) as ToolDefinition

  it.each<[tools: ToolDefinition[], want: string]>([
    [
      [tool('Create user', { reads: false }), tool('Get user', { required: ['id'] }), tool('List users')],
      'list users',
    ],
    [[tool('Search users', { method: 'POST' }), tool('List users')], 'list users'],
    [[tool('Get user', { required: ['id'] })], 'get user'],
    [[tool('Create user', { reads: false })], 'hello'],
    [[], 'hello'],
  ])('%#', (tools, want) => {
    expect(questionFor(tools)).toBe(want)
  })
})
