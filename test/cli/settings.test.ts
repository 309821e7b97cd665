import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { VoiceCommand } from '../../src/cli/command.js'
import { configSchema } from '../../src/cli/settings/config-schema.js'
import { durationMs } from '../../src/cli/settings/kinds.js'
import {
  AGENT_SETTINGS,
  LIMIT_SETTINGS,
  RUN_SETTINGS,
  SERVER_SETTINGS,
  WEBRTC_SETTINGS,
} from '../../src/cli/settings/settings.js'
import { defaultServer, defaultSessionLimits } from '../../src/server/defaults.js'
import { configPage } from '../support/config-page.js'

const page = readFileSync(join(import.meta.dirname, '../../docs/config.md'), 'utf8')
const described = configSchema({ described: true })

/** The flags of `serve` on a command line. */
function parse(...args: string[]) {
  return new VoiceCommand()
    .exitOverride()
    .settings({ settings: RUN_SETTINGS, own: true })
    .settings({ settings: { ...AGENT_SETTINGS, ...SERVER_SETTINGS, ...WEBRTC_SETTINGS, ...LIMIT_SETTINGS } })
    .parse(args, { from: 'user' })
    .opts()
}

describe('the settings; `npx vitest run test/cli/settings.test.ts -u` writes these files', () => {
  it('are schemas/voice-config.json', async () => {
    const title = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'voice.config.json' }
    const text = `${JSON.stringify({ ...title, ...described }, null, 2)}\n`
    await expect(text).toMatchFileSnapshot('../../schemas/voice-config.json')
  })

  it('are the tables of docs/config.md', async () => {
    await expect(configPage(page)).toMatchFileSnapshot('../../docs/config.md')
  })

  it('make a JSON Schema', () => {
    const validate = new Ajv({ strict: false }).compile(described)
    expect(validate({ llm: ['a/x'], limits: { maxSteps: 3 }, apps: { a: { approve: 'none' } } })).toBe(true)
    for (const wrong of [{ llm: 1 }, { limits: { maxSteps: 0 } }, { collections: [{}] }, { unknown: 1 }])
      expect(validate(wrong)).toBe(false)
  })

  it('have the defaults of the server', () => {
    expect(durationMs(SERVER_SETTINGS.retain.default)).toBe(defaultServer.graceMs)
    expect(Object.keys(LIMIT_SETTINGS)).toEqual(expect.arrayContaining(Object.keys(defaultSessionLimits)))
  })
})

describe('a flag', () => {
  it('has its default only where no configuration has the setting', () => {
    const defaults = Object.entries(RUN_SETTINGS).flatMap(([name, setting]) =>
      'default' in setting ? [[name, setting.default]] : [],
    )
    expect(parse()).toEqual(Object.fromEntries(defaults))
    expect(parse()).toMatchObject({ host: '0.0.0.0', port: 8000 })
  })

  it.each<[args: string[], want: object]>([
    [['--port', '80'], { port: 80 }],
    [['--no-playground'], { playground: false }],
    [['--llm', 'a/x, b/y'], { llm: ['a/x', 'b/y'] }],
    [['--retain', '90s'], { retain: '90s' }],
    [['--lock-session'], { lockSession: true }],
    [
      ['--allowed-origins', 'https://a.test', '--allowed-origins', '*'],
      { allowedOrigins: ['https://a.test', '*'] },
    ],
    [
      ['--allowed-origins', 'http://localhost:5173', '--allowed-origins', 'capacitor://localhost'],
      { allowedOrigins: ['http://localhost:5173', 'capacitor://localhost'] },
    ],
    [
      ['--public-address', '203.0.113.7', '--public-address', '2001:db8::1', '--udp-ports', '50000-50100'],
      { publicAddresses: ['203.0.113.7', '2001:db8::1'], udpPorts: '50000-50100' },
    ],
    [['--max-sessions', '4'], { maxSessions: 4 }],
    [['--approve', 'none'], { approve: 'none' }],
  ])('%j is %j', (args, want) => expect(parse(...args)).toMatchObject(want))

  it.each<[args: string[], problem: RegExp]>([
    [['--port', '70000'], /--port takes a whole number from 0 to 65535; "70000" is none/],
    [['--llm', 'a/x,,b/y'], /--llm takes names with commas/],
    [['--llm', ''], /--llm takes names with commas/],
    [['--retain', 'xx'], /--retain takes a duration with its unit, such as 90s, 10m or 2h; "xx" is none\.$/],
    [['--retain', '5d'], /--retain takes a duration/],
    [['--retain', '5'], /"5" is none\.$/],
    [['--retain=-1'], /--retain takes a duration/],
    [['--approve', 'some'], /--approve takes one of none, writes, destructive/],
    [['--max-sessions', '0'], /--max-sessions takes a whole number from 1 on/],
    [['--public-address', 'example.com'], /--public-address takes an IP address/],
    [['--public-address', '203.0.113'], /"203\.0\.113" is none/],
    [['--public-address', '300.0.0.1'], /--public-address takes an IP address/],
    [['--public-address', '2001:db8::1::2'], /--public-address takes an IP address/],
    ...['50100-50000', '50000', '1-70000', '1000-2000-3000'].map((ports): [string[], RegExp] => [
      ['--udp-ports', ports],
      /--udp-ports takes the first and the last port/,
    ]),
    [
      ['--public-url', 'voice.example.com'],
      /--public-url takes the address .* "voice\.example\.com" is none/,
    ],
    ...['app.test', 'https://app.test/', 'https://app.test/page', 'https://app.test:443', 'null'].map(
      (origin): [string[], RegExp] => [
        ['--allowed-origins', origin],
        /--allowed-origins takes an origin of a page such as/,
      ],
    ),
  ])('%j is refused', (args, problem) => expect(() => parse(...args)).toThrow(problem))
})

it.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['1500ms', 1500],
  ['1500', undefined],
  ['0', 0],
  ['', undefined],
])('%j is %s ms', (text, want) => expect(durationMs(text)).toBe(want))
