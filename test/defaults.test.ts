import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientDefaults } from '../src/client/config.js'
import {
  defaultCallLimits,
  defaultConnectionLimits,
  defaultMcpEndpoint,
  defaultQuota,
  defaultReplyLimits,
  defaultServer,
  defaultSessionLimits,
  replayLimits,
} from '../src/server/defaults.js'
import { DEFAULT_TIMEOUT_MS, MAX_NAME_CHARS, REPLAY_TIMEOUT_MS } from '../src/toolkit/defaults.js'

/** Defaults that depend on the machine or on another setting; the docs say so in words. */
const IN_WORDS = ['maxKeptSessions', 'maxBytesPerKey', 'maxBytes']

const UNITS: Record<string, number> = { '': 1, kB: 1024, MB: 1024 * 1024 }

/** A row of a table: the members in its first cell, and the numbers in the others, in bytes where they have a unit. */
function rowsOf(page: string): { members: string[]; numbers: number[] }[] {
  const text = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8')
  return [...text.matchAll(/^\| (`[^|]*)\|(.*)$/gm)].map(([, names = '', rest = '']) => ({
    members: [...names.matchAll(/`(?:[a-zA-Z]+\.)?(\w+)`/g)].map(([, name]) => name!),
    numbers: [...rest.matchAll(/(\d[\d,]*)(?: (kB|MB)\b)?/g)].map(
      ([, digits, unit = '']) => Number(digits!.replaceAll(',', '')) * UNITS[unit]!,
    ),
  }))
}

describe('the numbers of the docs', () => {
  it.each<[page: string, defaults: Record<string, number>, least: number]>([
    ['limits.md', { ...defaultConnectionLimits, ...defaultSessionLimits }, 10],
    ['providers.md', defaultReplyLimits, 8],
    ['client.md', clientDefaults, 3],
  ])('of %s are the defaults', (page, defaults, least) => {
    const named = rowsOf(page).flatMap(({ members, numbers }) =>
      members
        .filter((member) => Object.hasOwn(defaults, member) && !IN_WORDS.includes(member))
        .map((member) => ({ member, value: defaults[member]!, numbers })),
    )
    expect(named.length).toBeGreaterThanOrEqual(least)
    expect(named.filter(({ value, numbers }) => !numbers.includes(value))).toEqual([])
  })
})

it('voice-v1.md names what is kept for a client that resumes', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/voice-v1.md'), 'utf8').replace(/\s+/g, ' ')
  const { events, bytes, clientEventIds } = replayLimits
  expect(page).toContain(
    `keeps at most ${events.toLocaleString('en')} events, and at most ${bytes / 1024 / 1024} MB`,
  )
  expect(page).toContain(`remembers the last ${clientEventIds} ids`)
})

/** The members of the types in a file whose comment names a number: `@default 8`. */
function documented(file: string): [member: string, value: number][] {
  const text = readFileSync(join(import.meta.dirname, '../src', file), 'utf8')
  const found = text.matchAll(/@default[\s*]+(\d+)\s*\*\/\n {2}(\w+)\??: number/g)
  return [...found].map(([, value, member]) => [member!, Number(value)])
}

it.each<[file: string, defaults: Record<string, number>, count: number]>([
  ['server/agent/agent.ts', defaultReplyLimits, 12],
  ['server/model/session-limits.ts', defaultSessionLimits, 9],
  ['server/realtime/realtime-connection.ts', defaultConnectionLimits, 6],
  ['server/http/quota.ts', defaultQuota, 3],
  ['server/mcp/mcp-endpoint.ts', defaultMcpEndpoint, 2],
  ['server/phone/phone-options.ts', defaultCallLimits, 2],
  ['server/app-options.ts', { ...defaultServer, maxSessions: defaultQuota.connections, trustProxy: 0 }, 3],
  ['client/config.ts', clientDefaults, 3],
  ['toolkit/rest-api-toolkit.ts', { timeoutMs: DEFAULT_TIMEOUT_MS }, 1],
  ['toolkit/run/bind-tools.ts', { timeoutMs: DEFAULT_TIMEOUT_MS }, 1],
  ['toolkit/replay.ts', { timeoutMs: REPLAY_TIMEOUT_MS }, 1],
  ['toolkit/define-tools.ts', { maxNameLength: MAX_NAME_CHARS }, 1],
  ['toolkit/compile/compile-collection.ts', { maxNameLength: MAX_NAME_CHARS }, 1],
  ['toolkit/compile/name.ts', { maxLength: MAX_NAME_CHARS }, 1],
])('the comments of %s name the defaults', (file, defaults, count) => {
  const named = documented(file)
  expect(named).toHaveLength(count)
  expect(named).toEqual(named.map(([member]) => [member, defaults[member]]))
})
