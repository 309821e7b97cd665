import { describe, expect, it } from 'vitest'
import { isOwnPath } from '../../../src/server/http/routes.js'

describe('isOwnPath', () => {
  const paths: [path: string, always: boolean, playground: boolean, mcp: boolean][] = [
    ['/healthz', true, true, true],
    ['/readyz', true, true, true],
    ['/metrics', true, true, true],
    ['/voice-sdk.js', true, true, true],
    ['/voice-worklet.js', true, true, true],
    ['/ws', true, true, true],
    ['/v1/realtime', true, true, true],
    ['/openai/realtime', true, true, true],
    ['/v1/realtime/client_secrets', true, true, true],
    ['/openai/v1/realtime/client_secrets', true, true, true],
    ['/v1/sessions/abc', true, true, true],
    ['/mcp', false, false, true],
    ['/', false, true, false],
    ['/playground.js', false, true, false],
    ['/playground.css', false, true, false],
    ['/v1/tools', false, true, false],
    ['/v1/tools/list_pets/dry-run', false, true, false],
    ['/v1/sessions', false, false, false],
    ['/x/v1/sessions/abc', false, false, false],
    ['/v1/realtime/client_secrets/x', false, false, false],
    ['/healthz/x', false, false, false],
    ['/pets', false, false, false],
    ['', false, false, false],
  ]
  it.each(paths)('%s: %s, with a playground %s, with MCP %s', (path, always, playground, mcp) => {
    expect(isOwnPath(path, { playground: false, mcp: false })).toBe(always)
    expect(isOwnPath(path, { playground: true, mcp: false })).toBe(playground)
    expect(isOwnPath(path, { playground: false, mcp: true })).toBe(mcp)
  })
})
