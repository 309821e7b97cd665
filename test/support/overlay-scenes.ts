import { type ClientState, initialClientState } from '../../src/client/client-state.js'
import { FullScreen } from '../../src/client/overlay/full-screen.js'
import type { OverlayLook } from '../../src/client/overlay/look.js'
import { MessageText } from '../../src/client/overlay/message-text.js'
import type { PanelClient } from '../../src/client/overlay/panel.js'
import type { ApprovalView, ApprovalWords, MessageView, ToolView, ViewItem } from '../../src/client/state.js'
import { dataOf } from '../../src/languages/data.js'
import { english, type OverlayTexts } from '../../src/languages/overlay-texts.js'

/** A client with a given state that records its calls. */
export class FakeClient implements PanelClient {
  readonly asked: [name: string, ...values: unknown[]][] = []
  readonly #listeners = new Set<(value: never) => void>()

  constructor(public state: ClientState) {}

  on(name: string, listener: (value: never) => void): () => void {
    if (name === 'state') this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(change: Partial<ClientState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener(this.state as never)
  }

  sendText = (text: string): void => void this.asked.push(['sendText', text])
  answerApproval = (id: string, approve: boolean): void => {
    this.asked.push(['answerApproval', id, approve])
    const items = this.state.items.map((item) =>
      item.id === id ? { ...(item as ApprovalView), approved: approve } : item,
    )
    this.set({ items })
  }
  answerApprovals = (approve: boolean): void => {
    this.asked.push(['answerApprovals', approve])
    const items = this.state.items.map((item) =>
      item.kind === 'approval' && item.approved === null ? { ...item, approved: approve } : item,
    )
    this.set({ items })
  }
  setMode = async (mode: ClientState['mode']): Promise<void> => {
    this.asked.push(['setMode', mode])
    this.set({ mode })
  }
  setMuted = (isMuted: boolean): void => {
    this.asked.push(['setMuted', isMuted])
    this.set({ microphone: isMuted ? 'muted' : 'on' })
  }
  stopSpeaking = (): void => void this.asked.push(['stopSpeaking'])
  retryNow = (): void => void this.asked.push(['retryNow'])
}

export { defineVoiceAgent } from '../../src/client/overlay/voice-agent-element.js'

let ids = 0

/** A message of the conversation. */
export function message(
  role: MessageView['role'],
  text: string,
  more: Partial<MessageView> = {},
): MessageView {
  return { kind: 'message', id: `m${++ids}`, role, text, partial: false, interrupted: false, ...more }
}

/** A call of a tool. */
export function tool(name: string, more: Partial<ToolView> = {}): ToolView {
  const input = '{"status":"available","limit":3}'
  const output =
    '{"isError":false,"status":200,"content":[{"id":7,"name":"Bella","species":"dog"},{"id":9,"name":"Milo","species":"cat"}]}'
  return {
    kind: 'tool',
    id: `t${++ids}`,
    name,
    input,
    output,
    status: 'done',
    startedAt: 0,
    ms: 184,
    ...more,
  }
}

function approval(more: Partial<ApprovalView> = {}): ApprovalView {
  const input = '{"petId":7,"body":{"quantity":1,"deliverTo":"12 Harbour Street","note":"Please ring twice"}}'
  return { kind: 'approval', id: `a${++ids}`, name: 'place_order', input, approved: null, ...more }
}

/** What the agent says about a request, as the event `voice.approval` brings it. */
const words = (text: string, more: Partial<ApprovalWords> = {}): ApprovalWords => ({
  messageId: 'question',
  text,
  fields: [],
  request: 'POST /v1/orders',
  note: null,
  ...more,
})

const ordered = words('This places an order.', {
  fields: [
    { name: 'pet id', value: '7 “Bella”' },
    { name: 'quantity', value: '1' },
    { name: 'deliver to', value: '12 Harbour Street' },
    { name: 'note', value: 'Please ring twice' },
  ],
})

const talk: ViewItem[] = [
  message('user', 'Which pets are available at the moment?'),
  tool('find_pets_by_status'),
  message(
    'assistant',
    'Two pets are waiting for a home:\n\n- **Bella**, a dog, 3 years old\n- **Milo**, a cat, 1 year old\n\nShall I tell you more about one of them?',
  ),
  message('user', 'Tell me about Bella.'),
  tool('get_pet', { ms: 96 }),
  message(
    'assistant',
    'Bella is a calm, house-trained Labrador. She likes children and long walks, and costs 240 euros.',
  ),
]

const open: ClientState = {
  ...initialClientState,
  connection: 'open',
  mode: 'voice',
  microphone: 'on',
  agent: 'idle',
  speech: { in: 'server', out: 'server' },
  sessionId: 'scene-session',
}

/** The main states, as the pictures in docs/ and the tests of accessibility show them. */
export const scenes = {
  empty: open,
  muted: { ...open, microphone: 'muted' },
  hearing: { ...open, agent: 'listening', items: talk },
  cutOff: {
    ...open,
    agent: 'listening',
    heard: 'No, I meant',
    items: [...talk, message('assistant', 'She can be with you on', { interrupted: true })],
  },
  listening: { ...open, agent: 'listening', items: talk, heard: 'And could you order her for' },
  thinking: {
    ...open,
    agent: 'thinking',
    items: [
      ...talk,
      message('user', 'How much is the delivery?'),
      tool('get_delivery_price', { status: 'running', output: null, ms: null }),
    ],
  },
  speaking: {
    ...open,
    agent: 'speaking',
    items: [
      ...talk,
      message('user', 'Does she get along with cats?'),
      message('assistant', 'Yes. She grew up with two cats and', { partial: true }),
    ],
  },
  approval: {
    ...open,
    agent: 'idle',
    items: [
      ...talk,
      message('user', 'Order her for me, please.'),
      message('assistant', 'This places an order: pet id 7, quantity 1. Go ahead?', { asks: true }),
      approval({ question: ordered }),
    ],
  },
  approvals: {
    ...open,
    agent: 'idle',
    items: [
      ...talk,
      message('user', 'Order her for me, book the delivery for Friday, and cancel order 17.'),
      message('assistant', '1. This places an order. 2. This books a delivery. Go ahead?', {
        asks: true,
      }),
      approval({ question: ordered }),
      approval({
        name: 'book_delivery',
        question: words('This books a delivery.', {
          fields: [
            { name: 'day', value: 'Friday, December 4, 2026' },
            { name: '', value: 'and 1 not expected: priority high' },
          ],
        }),
      }),
      approval({
        name: 'cancel_order',
        input: '{"orderId":17}',
        question: words('This cancels order 17 “Dog basket”.', {
          request: 'POST /v1/orders/17/cancel',
          destructive: true,
          note: 'You said “Friday”.',
        }),
      }),
    ],
  },
  text: {
    ...open,
    mode: 'text',
    microphone: 'off',
    agent: 'idle',
    items: [
      ...talk,
      approval({ approved: true }),
      message(
        'assistant',
        'Done, your order has the number 4711. `GET /orders/4711` shows it:\n\n```\n{ "id": 4711, "status": "placed" }\n```',
      ),
      tool('track_order', { status: 'failed', ms: 2_140 }),
    ],
  },
  reconnecting: {
    ...open,
    connection: 'reconnecting',
    attempt: 3,
    retryAt: Number.POSITIVE_INFINITY,
    agent: 'idle',
    items: talk,
  },
  unsent: {
    ...open,
    mode: 'text',
    microphone: 'off',
    connection: 'reconnecting',
    attempt: 1,
    retryAt: Number.POSITIVE_INFINITY,
    agent: 'idle',
    items: [
      ...talk.slice(0, 3),
      message('user', 'Is Bella good with children?', { partial: true, waits: true }),
    ],
  },
  interrupted: { ...open, microphone: 'interrupted', agent: 'idle', items: talk.slice(0, 3) },
  denied: { ...open, mode: 'text', microphone: 'denied', agent: 'idle' },
  closed: {
    ...open,
    mode: 'text',
    microphone: 'off',
    connection: 'closed',
    agent: 'idle',
    errorCode: 'unauthorized',
    error: 'The agent at shop.example refused the key; pass the one it was started with.',
    items: talk.slice(0, 3),
  },
  browser: { ...open, items: talk.slice(0, 3), speech: { in: 'browser', out: 'browser' } },
} satisfies Record<string, ClientState>

export type SceneName = keyof typeof scenes

export type SceneOptions = Omit<OverlayLook, 'mode'>

/** Opens the overlay in one state. `retryAt` is set to eight seconds from now where a scene waits. */
export function showScene(
  name: SceneName,
  { language = 'en', texts: own, ...look }: SceneOptions = {},
): FakeClient {
  const scene = scenes[name]
  const client = new FakeClient(scene.retryAt === null ? scene : { ...scene, retryAt: Date.now() + 7_900 })
  const texts: OverlayTexts = { ...english, ...dataOf(language)?.overlay, language, ...own }
  const overlay: FullScreen = new FullScreen(document.body, {
    client,
    texts,
    theme: 'light',
    ...look,
    close: () => overlay.dispose(),
  })
  return client
}

/** The markup of a text that came in pieces, and of the same text at once. */
export function streamedAndWhole(pieces: string[]): [streamed: string, whole: string] {
  const streamed = new MessageText()
  let text = ''
  for (const piece of pieces) {
    text += piece
    streamed.set(text)
  }
  const whole = new MessageText()
  whole.set(text)
  return [streamed.node.innerHTML, whole.node.innerHTML]
}
