import type { Clock } from '../../ports.js'
import type { ClientEvent } from '../../protocol/events.js'
import type { HistoryItem } from '../agent/events.js'
import { MessageAllowance } from '../realtime/read-pace.js'

const PAUSE_MS = 2_000
const MAX_DIGITS = 40
/** Further keys are ignored: tone and pause last at least 80 ms on a telephone. */
const KEYS_PER_SECOND = 12

interface KeypadOptions {
  clock: Clock
  items: () => readonly HistoryItem[]
  send: (event: ClientEvent) => void
  responding: () => boolean
}

/** The keys: 1 approves and 2 declines what waits; otherwise digits are a message that `#` ends and `*` discards. */
export class Keypad {
  readonly #options: KeypadOptions
  readonly #allowance: MessageAllowance
  #digits = ''
  #stopTimer: () => void = () => {}

  constructor(options: KeypadOptions) {
    this.#options = options
    this.#allowance = new MessageAllowance({ clock: options.clock, perSecond: KEYS_PER_SECOND })
  }

  press(key: string): void {
    if (!/^[0-9*#]$/.test(key) || !this.#allowance.take()) return
    const waiting = waitingRequests(this.#options.items())
    if (waiting.length > 0) this.#answer(key, waiting)
    else this.#collect(key)
  }

  close(): void {
    this.#stopTimer()
  }

  #answer(key: string, requestIds: readonly string[]): void {
    const { send } = this.#options
    if (key !== '1' && key !== '2') return
    send({ type: 'output_audio_buffer.clear' })
    for (const approval_request_id of requestIds) {
      const approve = key === '1'
      const item = { id: '', type: 'mcp_approval_response', approval_request_id, approve } as const
      send({ type: 'conversation.item.create', item })
    }
  }

  #collect(key: string): void {
    this.#stopTimer()
    if (key === '*') this.#digits = ''
    else if (key === '#') this.#complete()
    else {
      this.#digits = (this.#digits + key).slice(0, MAX_DIGITS)
      this.#stopTimer = this.#options.clock.schedule(() => this.#complete(), PAUSE_MS)
    }
  }

  #complete(): void {
    const { send, responding } = this.#options
    const text = this.#digits
    this.#digits = ''
    if (text === '') return
    send({ type: 'output_audio_buffer.clear' })
    if (responding()) send({ type: 'response.cancel' })
    const content = [{ type: 'input_text' as const, text }]
    send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    send({ type: 'response.create' })
  }
}

export function waitingRequests(items: readonly HistoryItem[]): string[] {
  const answered = new Set(
    items.map((item) => (item.type === 'mcp_approval_response' ? item.approval_request_id : undefined)),
  )
  return items.flatMap((item) =>
    item.type === 'mcp_approval_request' && !answered.has(item.id) ? item.id : [],
  )
}
