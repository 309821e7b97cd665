import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isOwnPath } from '../../../src/server/http/routes.js'
import {
  addressOf,
  headerKey,
  isRealtimePath,
  isSessionId,
  readUpgradeRequest,
  resumeTokenOf,
} from '../../../src/server/http/upgrade-request.js'

const request = (url: string | undefined, headers: Record<string, string> = {}) =>
  ({ url, headers }) as unknown as IncomingMessage
const base64url = (text: string) => Buffer.from(text).toString('base64url')

describe('an upgrade says', () => {
  it('nothing more than that it comes', () => {
    expect(readUpgradeRequest(request('/ws'))).toEqual({
      ...{ path: '/ws', dialect: 'realtime', chosen: undefined, apiKey: undefined, sessionId: undefined },
      ...{
        resumeToken: undefined,
        lastEventId: undefined,
        toolEvents: true,
        reasoning: false,
        isBeta: false,
        explain: false,
      },
      transcribesOnly: false,
    })
  })

  it.each<[query: string, want: object]>([
    ['session_id=abcdefgh', { sessionId: 'abcdefgh' }],
    ['session_id=', { sessionId: undefined }],
    ['last_event_id=event_7', { lastEventId: 'event_7' }],
    ['tool_events=none', { toolEvents: false }],
    ['tool_events=all', { toolEvents: true }],
    ['explain=true', { explain: true }],
    ['explain=false', { explain: false }],
    ['reasoning=true', { reasoning: true }],
    ['intent=transcription', { transcribesOnly: true }],
    ['intent=conversation', { transcribesOnly: false }],
    ['api_key=k&key=k&authorization=k', { apiKey: undefined }],
  ])('by ?%s', (query, want) => expect(readUpgradeRequest(request(`/ws?${query}`))).toMatchObject(want))

  it.each<[protocols: string, want: object]>([
    ['realtime', { dialect: 'realtime', chosen: 'realtime', apiKey: undefined }],
    [' realtime ,, voice.v1', { dialect: 'voice.v1', chosen: 'voice.v1' }],
    ['other', { dialect: 'realtime', chosen: undefined }],
    ['realtime, openai-insecure-api-key.k-1', { apiKey: 'k-1' }],
    [`voice.v1, voice-api-key.${base64url('k ü')}`, { apiKey: 'k ü' }],
    [`voice.v1,voice-resume.${base64url('t-1')}`, { resumeToken: 't-1' }],
  ])('by the subprotocols %j', (protocols, want) => {
    expect(readUpgradeRequest(request('/ws', { 'sec-websocket-protocol': protocols }))).toMatchObject(want)
  })

  it('its key in the header, before the one in the subprotocols', () => {
    const headers = {
      authorization: 'Bearer in-header',
      'sec-websocket-protocol': 'openai-insecure-api-key.in-list',
    }
    expect(readUpgradeRequest(request('/ws', headers)).apiKey).toBe('in-header')
  })
})

describe('the address of a request', () => {
  it.each<[url: string | undefined, path: string, query: string]>([
    ['/ws?a=1', '/ws', '?a=1'],
    ['/ws?app_id=x?model=gpt?b=2', '/ws', '?app_id=x&model=gpt&b=2'],
    ['/ws?', '/ws', ''],
    ['/ws', '/ws', ''],
    [undefined, '/', ''],
    ['http://other/ws', '/ws', ''],
    ['//', '/', ''],
    ['http://[', '/', ''],
  ])('%s', (url, path, query) => {
    const { pathname, search } = addressOf(request(url))
    expect([pathname, search]).toEqual([path, query])
  })
})

describe('the key of a header', () => {
  it.each<[string | undefined, string | undefined]>([
    ['Bearer k', 'k'],
    ['bearer   k with spaces  ', 'k with spaces'],
    ['BEARER k', 'k'],
    ['Bearer ', undefined],
    ['Bearer    ', undefined],
    ['Bearer', undefined],
    ['Bearerk', undefined],
    ['Basic k', undefined],
    ['x Bearer k', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j', (authorization, want) => {
    expect(headerKey(request('/', authorization === undefined ? {} : { authorization }))).toBe(want)
  })

  it('and the resume token, once', () => {
    expect(resumeTokenOf(request('/', { 'voice-resume': 't' }))).toBe('t')
    expect(resumeTokenOf(request('/'))).toBeUndefined()
    expect(
      resumeTokenOf({ headers: { 'voice-resume': ['t', 'u'] } } as unknown as IncomingMessage),
    ).toBeUndefined()
  })
})

describe('a session id', () => {
  it.each(['abcdefgh', 'A-Z_0-9-', 'x'.repeat(128)])('%.20s is one', (id) =>
    expect(isSessionId(id)).toBe(true),
  )
  it.each(['abcdefg', 'x'.repeat(129), 'with space', 'abcdefg/', 'äöüäöüäö', 'abcdefgh\n', ''])(
    '%.20j is none',
    (id) => expect(isSessionId(id)).toBe(false),
  )
})

describe('paths', () => {
  it.each(['/ws', '/realtime', '/v1/realtime', '/a/b/realtime'])('%s speaks WebSocket', (path) => {
    expect(isRealtimePath(path)).toBe(true)
  })
  it.each(['/', '/wss', '/x/ws', '/realtime/', '/v1/realtimes', '/v1/realtime/calls'])(
    '%s does not',
    (path) => {
      expect(isRealtimePath(path)).toBe(false)
    },
  )

  const both = { playground: true, mcp: true }
  const neither = { playground: false, mcp: false }
  it.each<[path: string, withBoth: boolean, withNeither: boolean]>([
    ...['/healthz', '/readyz', '/metrics', '/voice-sdk.js', '/voice-worklet.js', '/ws', '/v1/realtime'].map(
      (path): [string, boolean, boolean] => [path, true, true],
    ),
    ['/v1/realtime/client_secrets', true, true],
    ['/v1/sessions/abcdefgh', true, true],
    ['/mcp', true, false],
    ...['/', '/playground.js', '/playground.css', '/v1/tools', '/v1/tools/list_pets/dry-run'].map(
      (path): [string, boolean, boolean] => [path, true, false],
    ),
    ...['/v1/sessions', '/client_secrets', '/mcp/', '/index.html', '/v1/tools/x', '/pets'].map(
      (path): [string, boolean, boolean] => [path, false, false],
    ),
  ])('%s is its own: %s, without playground and MCP: %s', (path, withBoth, withNeither) => {
    expect([isOwnPath(path, both), isOwnPath(path, neither)]).toEqual([withBoth, withNeither])
  })
})
