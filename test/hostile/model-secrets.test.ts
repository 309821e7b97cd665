import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAgentTexts } from '../../src/languages/agent-texts.js'
import { offerSubprotocols } from '../../src/protocol/subprotocols.js'
import { approvalQuestion } from '../../src/server/agent/approval-question.js'
import { replayRecording } from '../../src/server/recording/replay-recording.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { KEY, startServer } from '../support/app.js'
import { type CaptureServer, startCapture } from '../support/capture-server.js'
import { voice } from '../support/cli.js'
import { connectMcp, mcpClient, mcpOptions } from '../support/mcp.js'

let api: CaptureServer
let folder: string
beforeEach(async () => {
  api = await startCapture()
  folder = mkdtempSync(join(tmpdir(), 'voice-hostile-'))
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const json = (name: string, path: string, body: unknown) => ({
  name,
  request: {
    method: 'POST',
    url: `{{base_url}}/${path}`,
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
  },
})

const COLLECTION = {
  info: { name: 'Bank', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'base_url', value: '' }],
  item: [
    json('Transfer money', 'transfers', { to: 'ann', amount: 5, pin: 1111 }),
    json('Pay by card', 'cards/pay', { amount: 5, card: { holder: 'Ann', cvv: '111' } }),
    json('Confirm sign in', 'auth/confirm', { email: 'a@x.com', otp: '111111' }),
    json('Change password', 'users/password', { oldPassword: 'x', newPassword: 'y' }),
    json('Verify phone', 'phones/verify', { verification_code: '111111' }),
    json('Set members', 'members', { members: [{ name: 'ann', passcode: '1111' }] }),
    json('Set fields', 'fields', { fields: [{ name: 'note', value: 'x' }] }),
    {
      name: 'Send note',
      request: {
        method: 'POST',
        url: '{{base_url}}/notes',
        body: { mode: 'raw', raw: '{{note}}', options: { raw: { language: 'text' } } },
      },
    },
    {
      name: 'Unlock door',
      request: {
        method: 'POST',
        url: {
          raw: '{{base_url}}/doors/:door/unlock?pin=',
          host: ['{{base_url}}'],
          path: ['doors', ':door', 'unlock'],
          query: [{ key: 'pin', value: '' }],
          variable: [{ key: 'door', value: '' }],
        },
      },
    },
    {
      name: 'Redeem code',
      request: {
        method: 'POST',
        url: {
          raw: '{{base_url}}/redeem/:otp',
          host: ['{{base_url}}'],
          path: ['redeem', ':otp'],
          variable: [{ key: 'otp', value: '' }],
        },
      },
    },
    {
      name: 'Log in by form',
      request: {
        method: 'POST',
        url: '{{base_url}}/login',
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'user', value: 'ann' },
            { key: 'password', value: '' },
          ],
        },
      },
    },
  ],
}

/** A call with one sensitive value, what stays readable beside it, and the value itself. */
const CALLS: [tool: string, input: JsonObject, secret: string, open: string][] = [
  ['transfer_money', { body: { to: 'bob', amount: 70, pin: 94257 } }, '94257', 'bob'],
  ['transfer_money', { body: { to: 'bob', amount: 70, pin: '94257' } }, '94257', 'bob'],
  ['pay_by_card', { body: { amount: 70, card: { holder: 'Bob', cvv: '94257' } } }, '94257', 'Bob'],
  ['confirm_sign_in', { body: { email: 'b@x.com', otp: '394257' } }, '394257', 'b@x.com'],
  ['change_password', { body: { oldPassword: 'old-8841', newPassword: 'new-8841' } }, '8841', 'password'],
  ['verify_phone', { body: { verification_code: '394257' } }, '394257', 'phone'],
  ['set_members', { body: { members: [{ name: 'bob', passcode: '94257' }] } }, '94257', 'bob'],
  ['set_fields', { body: { fields: [{ name: 'pin', value: '94257' }] } }, '94257', 'pin'],
  ['send_note', { body: '{"to":"bob","pin":"94257"}' }, '94257', 'bob'],
  ['send_note', { body: 'user=bob&password=s3same-94257' }, '94257', 'bob'],
  ['send_note', { body: '<a><to>bob</to><pin>94257</pin></a>' }, '94257', 'bob'],
  ['unlock_door', { door: 'north', pin: '94257' }, '94257', 'north'],
  ['redeem_code', { otp: '394257' }, '394257', 'redeem'],
  ['log_in_by_form', { body: { user: 'bob', password: 's3same-94257' } }, '94257', 'bob'],
]

const toolkit = () =>
  RESTAPIToolkit.fromApiCollection({
    collection: COLLECTION as never,
    baseUrl: `http://127.0.0.1:${api.port}`,
  })

const sent = () => api.captured.map(({ head, body }) => decodeURIComponent(`${head}\n${body}`)).join('\n')

describe.each(CALLS)('the secret of %s %j', (tool, input, secret, open) => {
  it('reaches the API and no event, question, model or recording', async () => {
    const model = new ScriptedModel(({ history }) =>
      history.at(-1)?.role === 'user' ? [{ call: tool, input }] : [{ say: 'Done.' }],
    )
    const server = await startServer(
      { llm: model, tools: (await toolkit()).getFunctions() },
      { record: folder, playground: true },
    )
    const client = await server.connect({
      query: '?session_id=session-1',
      protocols: offerSubprotocols({ apiKey: KEY }),
    })
    await client.next('session.created')
    await client.turn('Handle my request')
    const request = client.events.flatMap((event) =>
      event.type === 'conversation.item.done' && event.item.type === 'mcp_approval_request'
        ? [event.item]
        : [],
    )[0]!
    client.send({
      type: 'conversation.item.create',
      item: { type: 'mcp_approval_response', approval_request_id: request.id, approve: true },
    })
    await client.next('response.done')
    expect(sent()).toContain(secret)
    expect(client.events.map(({ type }) => type)).toContain('voice.approval')
    const seen = JSON.stringify(client.events)
    expect(seen.toLowerCase()).toContain(open.toLowerCase())
    expect(seen).not.toContain(secret)
    await server.close()
    const file = join(folder, readdirSync(folder)[0]!)
    expect(readFileSync(file, 'utf8')).not.toContain(secret)
    expect((await replayRecording(file)).difference).toBeUndefined()
  })

  it('is in no question of MCP and in no dry run', async () => {
    const kit = await toolkit()
    const asked: string[] = []
    const host = mcpClient({ elicitation: {} })
    host.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return { action: 'decline' }
    })
    const client = await connectMcp(mcpOptions([kit], { approve: 'writes' }), host)
    await client.callTool({ name: tool, arguments: input })
    expect(asked.join().toLowerCase()).toContain(open.toLowerCase())
    expect(asked.join()).not.toContain(secret)
    const code = await (await connectMcp(mcpOptions([kit], { approve: 'writes' }))).callTool({
      name: tool,
      arguments: input,
    })
    expect(JSON.stringify(code)).not.toContain(secret)
    const dry = kit.getFunctions().find(({ name }) => name === tool)!.dryRun!(input)
    expect(decodeURIComponent(JSON.stringify(dry))).not.toContain(secret)
    expect(JSON.stringify(dry)).toContain('•••')
  })
})

it('a command line shows no PIN in a dry run unless it is asked for', async () => {
  const file = join(folder, 'postman.json')
  writeFileSync(file, JSON.stringify(COLLECTION))
  const ask = (...flags: string[]) =>
    voice(
      [
        'call',
        'transfer_money',
        '-c',
        file,
        '--input',
        '{"body":{"to":"bob","amount":7,"pin":94257}}',
        '--dry-run',
        ...flags,
      ],
      { cwd: folder },
    )
  const { stdout, stderr } = await ask()
  expect(stdout).toContain('bob')
  expect(stdout + stderr).not.toContain('94257')
  expect((await ask('--show-secrets')).stdout).toContain('94257')
})

it('an error about a PIN does not repeat it', async () => {
  const tool = (await toolkit()).getFunctions().find(({ name }) => name === 'transfer_money')!
  const result = await tool.call({ body: { to: 'bob', amount: 7, pin: { a: '94257' } } })
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result)).not.toContain('94257')
  expect(api.captured).toEqual([])
})

it('a mask that a model copies is not sent as a PIN', async () => {
  const tool = (await toolkit()).getFunctions().find(({ name }) => name === 'transfer_money')!
  const input = { body: { to: 'bob', amount: 7, pin: '•••' } }
  for (const result of [await tool.call(input), tool.dryRun!(input)])
    expect(result).toMatchObject({
      isError: true,
      reason: 'invalid-input',
      content: expect.stringContaining('Ask the user'),
    })
  expect(api.captured).toEqual([])
})

it('what only looks like a code is shown', async () => {
  const tool = (await toolkit()).getFunctions().find(({ name }) => name === 'set_fields')!
  const fields = [
    { name: 'pinned', value: 'yes' },
    { name: 'country_code', value: 'NL' },
    { name: 'shipping', value: 'fast' },
  ]
  const shown = JSON.stringify(tool.dryRun!({ body: { fields } }))
  for (const { value } of fields) expect(shown).toContain(value)
})

it('a PIN that the user said and the model changed is not read back, beside a record that is', () => {
  const input = { body: { account_id: 'AC-71', amount: 70, pin: '94251' } }
  const call = { tool: new FakeTool({ name: 'transfer_money', effect: 'write' }), input, arguments: '' }
  const said = 'Send 70 from account AC-70, pin 94257'
  const ask = (given: typeof call) =>
    approvalQuestion([given], { locale: findAgentTexts('en'), form: 'shown', said })
  expect(ask(call)).not.toContain('94257')
  const asked = ask({ ...call, input: { body: { ...input.body, pin: '94257' } } })
  expect(asked).toContain('AC-70')
  expect(asked).not.toContain('94257')
})
