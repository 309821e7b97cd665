import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findViolations } from '../scripts/layers.mjs'

const roots: string[] = []

/** A repository with these files below src. */
function house(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'voice-layers-'))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true })
    writeFileSync(join(root, 'src', path), text)
  }
  return root
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

describe('the house', () => {
  it('keeps its own rules', () => {
    expect(findViolations(join(import.meta.dirname, '..'))).toEqual([])
  })

  it.each(['toolkit/run/call-tool', 'toolkit/run/replay-request', 'toolkit/replay'])(
    'lets %s open the gate',
    (file) => {
      const import_ = `import { openGate } from './${file === 'toolkit/replay' ? 'run/' : ''}gate.js'\n`
      expect(findViolations(house({ [`${file}.ts`]: import_, 'toolkit/run/gate.ts': '' }))).toEqual([])
    },
  )

  const cases: [name: string, files: Record<string, string>, want: RegExp][] = [
    [
      'an import upwards',
      { 'toolkit/run/a.ts': "import '../../server/app.js'\n", 'server/app.ts': '' },
      /toolkit\/run\/a → .*upwards/,
    ],
    [
      'a closed room in the same row',
      { 'toolkit/run/a.ts': "import { b } from '../search/b.js'\n", 'toolkit/search/b.ts': '' },
      /must not know toolkit\/search/,
    ],
    [
      'a circle',
      { 'toolkit/run/a.ts': "import './b.js'\n", 'toolkit/run/b.ts': "export * from './a.js'\n" },
      /circle: /,
    ],
    ['a long file', { 'errors.ts': '\n'.repeat(501) }, /501 lines/],
    ['a folder nobody planned', { 'utils/a.ts': '' }, /no room/],
    [
      'a package out of place',
      { 'server/agent/a.ts': "import { WebSocket } from 'ws'\n" },
      /must not import ws/,
    ],
    [
      'a road around the gate',
      {
        'toolkit/run/a.ts': "import { poolTransport } from './send/pool-transport.js'\n",
        'toolkit/run/send/pool-transport.ts': '',
      },
      /toolkit\/run\/a → .*goes around the gate/,
    ],
    [
      'a dynamic road around the gate',
      {
        'server/mcp/a.ts': "const send = await import('../../toolkit/run/send/exchange.js')\n",
        'toolkit/run/send/exchange.ts': '',
      },
      /server\/mcp\/a → .*goes around the gate/,
    ],
    [
      'a gate that another file opens',
      {
        'server/mcp/a.ts': "import { openGate } from '../../toolkit/run/gate.js'\n",
        'toolkit/run/gate.ts': '',
      },
      /server\/mcp\/a → .*goes around the gate/,
    ],
    ...[
      'toolkit/run/dry-run',
      'toolkit/run/with-prerequisites',
      'toolkit/rest-api-toolkit',
      'cli/commands/call',
      'server/agent/step',
    ].map((file): [string, Record<string, string>, RegExp] => [
      `the gate that ${file} opens`,
      {
        [`${file}.ts`]: `import { openGate } from '${'../'.repeat(file.split('/').length - 1)}toolkit/run/gate.js'\n`,
        'toolkit/run/gate.ts': '',
      },
      new RegExp(`${file} → .*goes around the gate`),
    ]),
    [
      'a fetch that is not listed',
      { 'cli/a.ts': 'export const ask = () => fetch("http://a.test")\n' },
      /cli\/a: opens connections/,
    ],
    [
      'a socket that is not listed',
      { 'server/realtime/a.ts': "import { type RawData, WebSocket } from 'ws'\n" },
      /server\/realtime\/a: opens connections/,
    ],
    [
      'a request that is not listed',
      { 'server/mock/a.ts': "import { createServer, request } from 'node:http'\n" },
      /server\/mock\/a: opens connections/,
    ],
    [
      'a file that is listed in vain',
      { 'server/mcp/oauth.ts': "import { createServer } from 'node:http'\n" },
      /server\/mcp\/oauth: is in SENDERS/,
    ],
    ['the client of the gate', { 'cli/a.ts': "import { Pool } from 'undici'\n" }, /cli\/a: goes around/],
    [
      'another client of HTTP',
      { 'toolkit/run/a.ts': "import { request } from 'node:https'\n" },
      /toolkit\/run\/a: goes around/,
    ],
    [
      'a request with the global client',
      { 'toolkit/a.ts': "const answer = await fetch('http://h/')\n" },
      /toolkit\/a: goes around/,
    ],
    ['node in the client', { 'client/a.ts': "import 'node:fs'\n" }, /must not import node:fs/],
    [
      'an entry imported from inside',
      { 'toolkit/index.ts': '', 'server/app.ts': "import '../toolkit/index.js'\n" },
      /entry file/,
    ],
  ]
  it.each(cases)('finds %s', (_name, files, want) => {
    expect(findViolations(house(files)).join('\n')).toMatch(want)
  })
})
