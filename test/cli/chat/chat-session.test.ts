import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ChatSession } from '../../../src/cli/chat/chat-session.js'
import { openChatConnection } from '../../../src/cli/chat/chat-state.js'
import type { SocketConstructor } from '../../../src/client/connection.js'
import { eventually } from '../../support/eventually.js'

let server: WebSocketServer | undefined
let session: ChatSession | undefined

afterEach(() => {
  session?.leave()
  for (const client of server?.clients ?? []) client.terminate()
  server?.close()
})

/** A chat with a server that sends these messages to every client. */
async function chatWith(...messages: unknown[]): Promise<ChatSession> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    for (const message of messages) socket.send(JSON.stringify(message))
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const Socket = WebSocket as unknown as SocketConstructor
  const line = openChatConnection({ url: `ws://127.0.0.1:${port}`, apiKey: 'k', Socket })
  const tools = { list: async () => '', dryRun: async () => '' }
  session = new ChatSession({ line, tools: tools as never })
  void line.open('session-1')
  return session
}

it('a chat ignores malformed events, and warns once', async () => {
  const providers = { stt: null, llm: 'a/b', tts: null, vad: null, turn_detection: null }
  const content = [{ type: 'output_text', text: 'Hello.' }]
  const chat = await chatWith(
    { type: 'session.created', event_id: 'event_1', session: {} },
    { type: 'voice.explain', event_id: 'event_2' },
    { type: 'conversation.item.added', event_id: 'event_3', item: { type: 'mcp_approval_request' } },
    { type: 'response.done', event_id: 'event_4' },
    { type: 'voice.session', event_id: 'event_5', session_id: 'session-1' },
    [],
    {
      type: 'voice.session',
      event_id: 'event_6',
      session_id: 'session-1',
      resume_token: 't',
      gap: false,
      providers,
    },
    {
      type: 'conversation.item.done',
      event_id: 'event_7',
      item: { id: 'a', type: 'message', role: 'assistant', content },
    },
  )
  await eventually(() => chat.state.view.items.length > 0)
  expect(chat.state.view.items).toMatchObject([{ text: 'Hello.' }])
  expect(chat.state.transcript.settled.filter(({ kind }) => kind === 'note')).toMatchObject([
    {
      tone: 'warn',
      text: 'In the event "voice.explain" of the server, "candidates" is missing or wrong. It is ignored, as all further messages of this kind.',
    },
  ])
})

it('answers an approval request once, however often the key is pressed', async () => {
  const providers = { stt: null, llm: 'a/b', tts: null, vad: null, turn_detection: null }
  const opened = { session_id: 'session-1', resume_token: 't', gap: false, providers }
  const item = { id: 'r', type: 'mcp_approval_request', name: 'delete_pet', arguments: '{}' }
  const chat = await chatWith(
    { type: 'session.created', event_id: 'event_1', session: {} },
    { type: 'voice.session', event_id: 'event_2', ...opened },
    { type: 'conversation.item.added', event_id: 'event_3', item },
  )
  const received: string[] = []
  await eventually(() => chat.state.view.items.length > 0)
  for (const client of server!.clients) client.on('message', (data) => received.push(String(data)))
  expect([chat.answer(true), chat.answer(true)]).toEqual([true, true])
  chat.submit('done')
  await eventually(() => received.some((text) => text.includes('done')))
  expect(received.filter((text) => text.includes('mcp_approval_response'))).toHaveLength(1)
})

it.each([
  ['the first', 'first', ['a']],
  ['all of them', 'all', ['a', 'b']],
] as const)('answers %s of two approval requests with one key', async (_, which, want) => {
  const providers = { stt: null, llm: 'a/b', tts: null, vad: null, turn_detection: null }
  const opened = { session_id: 'session-1', resume_token: 't', gap: false, providers }
  const request = (id: string) => ({ id, type: 'mcp_approval_request', name: 'delete_pet', arguments: '{}' })
  const chat = await chatWith(
    { type: 'session.created', event_id: 'event_1', session: {} },
    { type: 'voice.session', event_id: 'event_2', ...opened },
    { type: 'conversation.item.added', event_id: 'event_3', item: request('a') },
    { type: 'conversation.item.added', event_id: 'event_4', item: request('b') },
  )
  const received: string[] = []
  await eventually(() => chat.state.view.items.length > 1)
  for (const client of server!.clients) client.on('message', (data) => received.push(String(data)))
  chat.answer(false, which)
  chat.submit('done')
  await eventually(() => received.some((text) => text.includes('done')))
  const answers = received.map((text) => JSON.parse(text).item).filter((item) => item?.approval_request_id)
  expect(answers.map((item) => [item.approval_request_id, item.approve])).toEqual(
    want.map((id) => [id, false]),
  )
})

it('stops the answer that is under way before it sends a message, and does not tell that it had just ended', async () => {
  const providers = { stt: null, llm: 'a/b', tts: null, vad: null, turn_detection: null }
  const opened = { session_id: 'session-1', resume_token: 't', gap: false, providers }
  const chat = await chatWith(
    { type: 'session.created', event_id: 'event_1', session: {} },
    { type: 'voice.session', event_id: 'event_2', ...opened },
    { type: 'voice.state', event_id: 'event_3', state: 'thinking' },
  )
  const received: string[] = []
  await eventually(() => chat.state.view.agent === 'thinking')
  for (const client of server!.clients)
    client.on('message', (data) => received.push(JSON.parse(String(data)).type))
  expect(chat.submit('hurry up')).toBe(true)
  await eventually(() => received.includes('response.create'))
  expect(received).toEqual(['response.cancel', 'conversation.item.create', 'response.create'])
  const error = { type: 'invalid_request_error', code: 'response_cancel_not_active', message: 'No response.' }
  const later = { type: 'voice.state', event_id: 'event_5', state: 'idle' }
  for (const client of server!.clients)
    for (const event of [{ type: 'error', event_id: 'event_4', error }, later])
      client.send(JSON.stringify(event))
  await eventually(() => chat.state.view.agent === 'idle')
  expect(chat.state.transcript.settled).toEqual([])
})
