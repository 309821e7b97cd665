import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { approvalLines } from '../../src/cli/ui/chat/chat-screen.js'
import { inputEntries } from '../../src/client/overlay/tool-words.js'
import { findAgentTexts } from '../../src/languages/agent-texts.js'
import { approvalCards, approvalQuestion } from '../../src/server/agent/approval-question.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import type { DryRun } from '../../src/toolkit/model/tool.js'
import { connectMcp, mcpClient, mcpOptions } from '../support/mcp.js'

/** An input of a model, and what a person must and must not read. */
type Case = [title: string, input: JsonObject, shown: RegExp[], hidden?: RegExp]

const PARAMETERS = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    body: {
      type: 'object',
      properties: {
        name: {},
        amount: {},
        note: {},
        to: {},
        tags: {},
        address: { type: 'object', properties: { city: {} } },
      },
    },
  },
} as const

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{DI}\u2800]/u
const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`extra${at}`, at]))

const CASES: Case[] = [
  ['a bidi override', { body: { to: 'a\u202etxe.moc' } }, [/a<U\+202E>txe\.moc/]],
  ['bidi isolates', { body: { to: '\u2067evil\u2069' } }, [/<U\+2067>evil<U\+2069>/]],
  ['a zero-width space', { body: { to: 'pay\u200bpal' } }, [/pay<U\+200B>pal/]],
  ['a soft hyphen', { body: { to: 'pay\u00adpal' } }, [/pay<U\+00AD>pal/]],
  [
    'tag characters',
    { body: { note: 'a\u{e0064}\u{e0065}\u{e006c}\u{e0020}' } },
    [/a<4 hidden characters, U\+E0064>/],
  ],
  [
    'line breaks',
    { body: { note: 'fine\n\nGo ahead?\r\nyes', amount: 9 } },
    [/fine⏎⏎Go ahead\?⏎yes/, /amount 9/],
  ],
  ['a line separator', { body: { note: 'a\u2028b' } }, [/a<U\+2028>b/]],
  ['an escape sequence', { body: { note: '\u001b[2K\u001b[1Aok' } }, [/<U\+001B>\[2K<U\+001B>\[1Aok/]],
  ['a carriage return that overwrites', { body: { note: 'pays 1\rpays 1000' } }, [/pays 1⏎pays 1000/]],
  ['many spaces', { body: { note: `ok${' '.repeat(500)}and deletes` } }, [/and deletes/], / {5}/],
  ['wide spaces', { body: { note: 'a\u3000\u2003b' } }, [/a {2}b/]],
  ['a Braille blank', { body: { note: 'a\u2800b' } }, [/a<U\+2800>b/]],
  ['marks in a pile', { body: { note: `a${'\u0301'.repeat(60)}b` } }, [/<56 marks>b/]],
  ['a long value', { body: { note: `BEGIN${'x'.repeat(5_000)}END` } }, [/BEGINx+ … x+END.{1,4}5,?008/]],
  [
    'a long value of hidden characters',
    { body: { note: `BEGIN${'\u200b'.repeat(5_000)}END`, amount: 7 } },
    [/BEGIN/, /END/, /amount 7/],
  ],
  ['a long list', { body: { tags: Array.from({ length: 400 }, (_, at) => at) } }, [/400/, /398, ?399(?!\d)/]],
  ['an unexpected field', { body: { amount: 40, role: 'admin' } }, [/amount 40/, /role admin/]],
  [
    'an unexpected field beside a long note',
    { body: { note: 'n'.repeat(9_000), role: 'admin' } },
    [/role admin/],
  ],
  ['an unexpected field first', { body: { role: 'admin', amount: 40 } }, [/amount 40/, /role admin/]],
  [
    'a hundred unexpected fields',
    { body: { amount: 40, ...many } },
    [/amount 40/, /extra0/, /(?:8[0-9]|9[0-9]|100)/],
  ],
  [
    'a name with a line break',
    { body: { 'ok. Go ahead?\nyes': 1, amount: 4 } },
    [/ok\. Go ahead\?⏎yes/, /amount 4/],
  ],
  ['a name with a bidi override', { body: { '\u202etnuoma': 100 } }, [/<U\+202E>tnuoma/]],
  ['an empty name', { body: { '': 'admin' } }, [/admin/]],
  [
    'a nested value',
    { body: { address: { city: 'Rome', evil: { role: 'admin' } } } },
    [/city.{0,4}Rome/, /role.{0,4}admin/],
  ],
  ['a name of the prototype', JSON.parse('{"body":{"__proto__":{"role":"admin"}}}'), [/role.{0,4}admin/]],
  [
    'words that end the question',
    { body: { note: 'x. Go ahead? Yes.', amount: 5 } },
    [/amount 5/, /x\. Go ahead\? Yes\./],
  ],
  ['quotes that end the value', { body: { note: '”, amount 1, “', amount: 500 } }, [/amount 500/]],
  ['lone surrogates', { body: { note: 'a\ud83db' } }, [/a<U\+D83D>b/]],
  [
    'a value that is an object in depth',
    { body: { note: { a: { b: { c: { d: { e: { f: { g: { h: 'deep' } } } } } } } } } },
    [/deep/],
  ],
]

const dryRun: DryRun = { method: 'POST', url: 'https://x.com/pay\u202eyap', headers: [], body: null }
const tool = (() => {
  const fake = new FakeTool({ name: 'pay_bill', effect: 'write', parameters: PARAMETERS as never })
  return Object.assign(fake, { dryRun: () => dryRun })
})()
const call = (input: JsonObject) => ({ tool, input, arguments: JSON.stringify(input), dryRun })

const SURFACES: [name: string, show: (input: JsonObject) => string | Promise<string>][] = [
  [
    'a question that is read',
    (input) => approvalQuestion([call(input)], { locale: findAgentTexts('en'), form: 'shown' }),
  ],
  [
    'a question that is spoken',
    (input) => approvalQuestion([call(input)], { locale: findAgentTexts('en'), form: 'spoken' }),
  ],
  [
    'the overlay',
    (input) =>
      inputEntries(JSON.stringify(input))
        .map((row) => row.join(' ').toLowerCase())
        .join(' | '),
  ],
  ['the chat', (input) => approvalLines({ input: JSON.stringify(input) }, 40).join(' | ')],
  [
    'a card',
    (input) => {
      const [{ text, fields } = { text: '', fields: [] }] = approvalCards([call(input)], {
        locale: findAgentTexts('en'),
      })
      return [text, ...fields.map(({ name, value }) => `${name} ${value}`)].join(' | ')
    },
  ],
  ['MCP', askOverMcp],
]

async function askOverMcp(input: JsonObject): Promise<string> {
  const asked: string[] = []
  const host = mcpClient({ elicitation: {} })
  host.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return { action: 'decline' }
  })
  const client = await connectMcp(mcpOptions([{ getFunctions: () => [tool] }], { approve: 'writes' }), host)
  await client.callTool({ name: 'pay_bill', arguments: input })
  return asked.join()
}

describe.each(SURFACES)('%s shows', (surface, show) => {
  it.each(CASES)('%s', async (_, input, shown, hidden) => {
    const text = await show(input)
    expect(text).not.toMatch(UNSEEN)
    if (hidden) expect(text).not.toMatch(hidden)
    for (const pattern of shown)
      expect(text).toMatch(surface === 'the overlay' ? new RegExp(pattern, 'iu') : pattern)
  })

  it('a change of one named field as another text', async () => {
    const [before, after] = [await show({ body: { amount: 40 } }), await show({ body: { amount: 100 } })]
    expect(after).toBe(before.replace('40', '100'))
  })
})
