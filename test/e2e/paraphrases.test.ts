import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { type AgentAnswer, ask } from '../../src/cli/chat/ask.js'
import { Connection, type SocketConstructor } from '../../src/client/connection.js'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import { type RunningAgent, startAgent } from '../support/cli.js'

interface Case {
  say: string[]
  tool: string
  input?: JsonValue
}

const FILES = ['petshop-open.yaml', 'petshop-held.yaml']
const cases = FILES.flatMap((file) => {
  const text = readFileSync(join(import.meta.dirname, '../fixtures/eval', file), 'utf8')
  return (parse(text) as { cases: Case[] }).cases
})
const operations = [...new Set(cases.map(({ tool }) => tool))].map((tool): [string, Case[]] => [
  tool,
  cases.filter((one) => one.tool === tool),
])

/** Of ten ways to say it, so many must lead to the right tool with the right input. */
const AT_LEAST = 9

let agent: RunningAgent
beforeAll(async () => {
  agent = await startAgent('examples/petshop/postman.json')
})
afterAll(async () => {
  await agent?.stop()
})

/** Says the sentences in one conversation of its own, with yes to every question for approval. */
async function converse(sentences: string[]): Promise<AgentAnswer['toolCalls']> {
  const Socket = WebSocket as unknown as SocketConstructor
  const connection = new Connection({ url: agent.url, apiKey: 'demo-api-key', Socket })
  await connection.connect()
  const calls: AgentAnswer['toolCalls'] = []
  for (const message of sentences) {
    const answer = await ask({ connection, message, approve: true, explain: false })
    calls.push(...answer.toolCalls)
  }
  connection.close()
  return calls
}

function contains(got: JsonValue | undefined, want: JsonValue): boolean {
  if (typeof want !== 'object' || want === null || Array.isArray(want)) return got === want
  if (typeof got !== 'object' || got === null || Array.isArray(got)) return false
  return Object.entries(want).every(([name, value]) => contains(got[name], value))
}

describe('ten ways to say it', () => {
  it.each(operations)('%s', async (tool, ways) => {
    expect(ways).toHaveLength(10)
    const missed: string[] = []
    for (const { say, input = {} } of ways) {
      const calls = await converse(say)
      const right = calls.some((call) => call.name === tool && contains(call.input, input))
      if (!right) missed.push(`${say.join(' / ')} → ${JSON.stringify(calls)}`)
    }
    console.info(`${tool}: ${ways.length - missed.length} of ${ways.length}`)
    expect(ways.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(AT_LEAST)
  })
})

describe('what decides about answers', () => {
  const ROOMS = [
    'src/server',
    'src/toolkit/search',
    'src/toolkit/compile',
    'src/toolkit/run',
    'src/toolkit/semantics',
  ]
  /** The nouns of the example questions: names of the shop's things, and proper names. */
  const said = cases.flatMap(({ say }) => say.join(' ').match(/\bpets?\b|(?<=\S )[A-Z][a-z]{2,}/g) ?? [])
  const WORDS = new RegExp(`\\b(${[...new Set(said)].join('|')})\\b`)

  it('has none of their words', () => {
    const files = ROOMS.flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    const sources = files.filter((name) => /\.tsx?$/.test(name))
    const found = sources.filter((name) => WORDS.test(withoutComments(readFileSync(name, 'utf8'))))
    expect(sources.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  })
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '')
}
