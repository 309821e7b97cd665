import { describe, expect, it } from 'vitest'
import { createPaint } from '../../../src/cli/output.js'
import type { ServerFacts } from '../../../src/cli/serve/server-facts.js'
import { startupBanner, tryLine } from '../../../src/cli/serve/startup-banner.js'

const START: ServerFacts = {
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

const block = (change: Partial<ServerFacts> = {}, shown: { columns?: number } = {}) =>
  [
    startupBanner({ ...START, ...change }, { paint: createPaint(false), ...shown }),
    tryLine({ ...START, ...change }, createPaint(false)),
  ].join('\n')
const collection = (change: Partial<ServerFacts['collections'][number]>) => [
  { ...START.collections[0]!, ...change },
]

describe('the start-up block', () => {
  const cases: [title: string, change: Partial<ServerFacts>, want: string][] = [
    ['counts one tool', {}, '1 tool from a.json'],
    [
      'quotes a question that a shell would run',
      { question: 'list `id` pets' },
      "npx voice chat --message 'list `id` pets'",
    ],
    ['names the log-in', { login: ['log_in'] }, 'log-in    log_in, without a question when it is needed'],
    ['names the file of --show-model', { showModel: 'seen.md' }, 'is added to seen.md'],
    [
      'quotes a path with a space',
      { collections: collection({ path: 'my shop.json', errors: 1 }) },
      '1 error: npx voice validate "my shop.json"',
    ],
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
    ['counts errors only', { collections: collection({ errors: 2 }) }, '2 errors: npx voice validate a.json'],
    [
      'counts both',
      { collections: collection({ errors: 1, warnings: 1 }) },
      '1 error and 1 warning: npx voice validate a.json',
    ],
    [
      'says that there is no collection',
      { collections: [], destinations: [] },
      'none: there is no collection',
    ],
    [
      'says first that there is no collection',
      { collections: [], destinations: [] },
      'NO TOOLS: there is no collection, so the agent can only talk. Name your collection: voice serve FILE (voice init writes one to begin with).\nvoice 1.2.3',
    ],
    ['says where requests go', {}, 'https://api.test for {{base_url}} (1 tool)'],
    [
      'does not repeat a literal host',
      { destinations: [{ ...START.destinations[0]!, origin: 'https://api.test' }] },
      'https://api.test (1 tool)',
    ],
    ['marks the mock', { mock: 'https://api.test' }, '(1 tool, the mock)'],
    [
      'marks a fallback',
      { destinations: [{ ...START.destinations[0]!, isFallback: true }] },
      '(1 tool, without credentials, since nothing gives {{base_url}} a value; --base-url URL does)',
    ],
    ['says that the router is no language model', {}, 'not a language model'],
    [
      'names another model',
      { providers: { stt: null, llm: 'ollama/x', tts: null } },
      '  model     ollama/x\n',
    ],
    ['says that there is no speech', {}, 'none: clients open in text'],
    [
      'names what could be the model and the speech',
      {
        found: {
          model: ['K is set: --provider openai'],
          speech: ['on this machine: flite; --tts exec/flite'],
        },
      },
      'not a language model\n            K is set: --provider openai\n  speech    none: clients open in text\n            on this machine: flite; --tts exec/flite\n',
    ],
    [
      'names ears and voice',
      { providers: { stt: 's/1', llm: 'l/1', tts: 't/1' } },
      'recognizer s/1, voice t/1',
    ],
    ['says what asks first', { approve: 'destructive' }, 'calls that destroy something ask first'],
    [
      'says what asks first for one collection',
      { collections: collection({ approve: 'none' }) },
      '1 tool from a.json; nothing asks first',
    ],
    [
      'names errors of requests that still became tools, and not those of requests that did not',
      {
        collections: collection({
          errors: 2,
          skipped: ['Lost'],
          faults: [
            { line: 3, name: 'Get user', message: '"method" is missing.' },
            { line: 9, name: 'Lost', message: 'no address.' },
          ],
        }),
      },
      '2 errors: npx voice validate a.json\n              line 3: Get user: "method" is missing.\n  requests',
    ],
    [
      'cuts a long list of errors',
      {
        collections: collection({
          errors: 9,
          faults: [...'ABCDEFGHI'].map((name) => ({ line: 1, name, message: 'x' })),
        }),
      },
      'line 1: E: x\n              and 4 errors more',
    ],
    [
      'names the apps, and the model where it is another one',
      {
        apps: [
          { id: 'shop', collections: collection({ tools: 2 }), llm: ['a/x', 'b/y'] },
          { id: 'talk', collections: [], llm: 'builtin/router' },
        ],
      },
      '  apps      shop: 2 tools from a.json; a/x, else b/y\n            talk: no tools\n            any other app id gets the tools above',
    ],
    [
      'says that other apps are refused',
      {
        hasDefault: false,
        collections: [],
        apps: [{ id: 'shop', collections: collection({}), llm: 'builtin/router' }],
      },
      'any other app id is refused',
    ],
    ['names the configuration', { config: 'voice.config.json' }, '  config    voice.config.json\n'],
    ['names the store', { store: 'redis://a.test' }, '  sessions  live in redis://a.test\n'],
    ['names where MCP is', {}, '  mcp       http://127.0.0.1:8000/mcp'],
    [
      'lists models in their order',
      { providers: { stt: null, llm: ['a/x', 'b/y'], tts: null } },
      '  model     a/x\n            else b/y\n',
    ],
    ['shows warnings', { warnings: ['Mind this.'] }, '  ! Mind this.'],
    [
      'tries it where it listens',
      { url: 'ws://127.0.0.1:9/ws' },
      'npx voice chat --url ws://127.0.0.1:9/ws --message',
    ],
    [
      'tries an app where there are apps only',
      { hasDefault: false, apps: [{ id: 'a b', collections: [], llm: 'x' }] },
      'npx voice chat --url "ws://127.0.0.1:8000/ws?app_id=a%20b" --message',
    ],
    ['ends with something to try', {}, '  Try: npx voice chat --message "list users"'],
  ]
  it.each(cases)('%s', (_, change, want) => {
    expect(block(change)).toContain(want)
  })
})

it('is one calm block', () => {
  const change: Partial<ServerFacts> = {
    collections: [
      { path: 'shop.json', tools: 12, skipped: ['Draft'], errors: 1, warnings: 2, faults: [] },
      { path: 'pay.json', tools: 3, skipped: [], errors: 0, warnings: 0, faults: [], approve: 'destructive' },
    ],
    apps: [{ id: 'support', collections: collection({ tools: 4 }), llm: 'builtin/router' }],
    config: 'voice.config.json',
    store: 'redis://cache.test:6379',
    playground: 'http://127.0.0.1:8000/',
    warnings: ['Everybody knows the key.'],
  }
  expect(block(change)).toMatchInlineSnapshot(`
    "voice 1.2.3

      tools     12 tools from shop.json
                left out, no usable address: 1 request
                  Draft
                1 error and 2 warnings: npx voice validate shop.json
                3 tools from pay.json; calls that destroy something ask first
      requests  https://api.test for {{base_url}} (1 tool)
      model     builtin/router: embedded and offline, not a language model
                --llm or LLM_API_KEY brings one
      speech    none: clients open in text
                the playground uses the recognizer and the voice of the browser
      approval  calls that write ask first
      apps      support: 4 tools from a.json
                any other app id gets the tools above
      config    voice.config.json
      sessions  live in redis://cache.test:6379
      address   ws://127.0.0.1:8000/ws
      mcp       http://127.0.0.1:8000/mcp
      page      http://127.0.0.1:8000/

      ! Everybody knows the key.

      Try: npx voice chat --message "list users""
  `)
})

it('breaks between words on a narrow screen, and never a word', () => {
  const change: Partial<ServerFacts> = {
    playground: 'http://a-host-with-quite-a-long-name.test:8000/',
    warnings: ['Everybody knows the key; set one of your own before this is shared.'],
  }
  expect(block(change, { columns: 40 }).replace(/^.*approval/s, '  approval')).toMatchInlineSnapshot(`
    "  approval  calls that write ask first
      address   ws://127.0.0.1:8000/ws
      mcp       http://127.0.0.1:8000/mcp
      page      http://a-host-with-quite-a-long-name.test:8000/

      ! Everybody knows the key; set one of
        your own before this is shared.

      Try: npx voice chat --message "list users""
  `)
})
