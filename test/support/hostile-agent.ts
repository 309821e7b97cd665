import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { hostileText } from './hostile-text.js'

/** An agent that answers one message with hostile text in every member that a client shows, then closes when `leaves` says so. */
export interface HostileAgent {
  url: string
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startHostileAgent({ leaves = false } = {}): Promise<HostileAgent> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'voice.v1' })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  server.on('connection', (socket) => greet(socket, leaves))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    close: () => {
      for (const client of server.clients) client.terminate()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function greet(socket: WebSocket, leaves: boolean): void {
  let number = 0
  const bad = hostileText()
  const send = (event: object) => socket.send(JSON.stringify({ event_id: `event_${++number}`, ...event }))
  send({ type: 'session.created', session: { id: `sess_${'a'.repeat(16)}`, type: 'realtime' } })
  const names = { stt: bad, llm: bad, tts: bad, vad: bad, turn_detection: bad }
  send({
    type: 'voice.session',
    session_id: bad,
    resume_token: 't',
    grace_ms: 1,
    gap: false,
    limits: {},
    providers: names,
  })
  let messages = 0
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as {
      type: string
      item?: { id?: string; type?: string; content?: unknown }
    }
    if (event.type === 'conversation.item.create' && event.item?.type === 'message') {
      messages++
      const item = { id: `u${messages}`, status: 'completed', ...event.item, role: 'user' }
      send({ type: 'conversation.item.added', previous_item_id: null, item })
      send({ type: 'conversation.item.done', previous_item_id: null, item })
    }
    if (event.type === 'response.create') answer(send, { bad, leaves, socket })
  })
}

function answer(
  send: (event: object) => void,
  { bad, leaves, socket }: { bad: string; leaves: boolean; socket: WebSocket },
): void {
  send({ type: 'voice.state', state: 'thinking' })
  send({ type: 'response.created', response: { id: 'r1', status: 'in_progress', output: [] } })
  const message = { id: 'm1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  send({ type: 'conversation.item.added', previous_item_id: null, item: message })
  for (const delta of [bad, '\n', bad])
    send({ type: 'response.output_text.delta', item_id: 'm1', response_id: 'r1', delta })
  const said = { ...message, status: 'completed', content: [{ type: 'output_text', text: `${bad}\n${bad}` }] }
  send({ type: 'conversation.item.done', previous_item_id: null, item: said })
  const call = {
    id: 'c1',
    type: 'mcp_call',
    name: bad,
    server_label: bad,
    arguments: JSON.stringify({ [bad]: bad }),
  }
  send({
    type: 'conversation.item.done',
    previous_item_id: 'm1',
    item: { ...call, output: JSON.stringify({ status: 500, isError: true, reason: bad, content: bad }) },
  })
  send({
    type: 'conversation.item.done',
    previous_item_id: 'c1',
    item: { ...call, id: 'c2', arguments: bad, error: { type: 'x', message: bad } },
  })
  const question = {
    id: 'a1',
    type: 'mcp_approval_request',
    name: bad,
    server_label: bad,
    arguments: JSON.stringify({ [bad]: bad }),
  }
  send({ type: 'conversation.item.done', previous_item_id: 'c2', item: question })
  send({
    type: 'voice.explain',
    turn_id: 't1',
    chosen: bad,
    missing: [bad],
    candidates: [{ name: bad, score: 1 }],
    requests: [{ method: bad, url: bad }],
  })
  const failed = {
    id: 'r1',
    status: 'failed',
    output: [],
    status_details: { type: 'failed', error: { type: 'x', code: bad, message: bad } },
  }
  send({ type: 'response.done', response: failed })
  send({
    type: 'error',
    error: { type: 'server_error', code: bad, message: bad, param: bad, event_id: null },
  })
  send({ type: 'voice.state', state: 'idle' })
  if (leaves) socket.close(4000, hostileText().slice(0, 90))
}
