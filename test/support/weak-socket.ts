import { WebSocket } from 'ws'
import type { Socket, SocketConstructor } from '../../src/client/connection.js'

/** How a line fails. `cut`: it closes, and what was on its way is lost. `silent`: nothing passes any more, without a close. */
export type Weakness = 'cut' | 'silent'

/** Makes sockets that a test can let fail; `current` is the newest. */
export class WeakSockets {
  readonly Socket: SocketConstructor
  current: WeakSocket | undefined
  made = 0

  constructor() {
    const onMade = (socket: WeakSocket) => {
      this.current = socket
      this.made += 1
    }
    this.Socket = class extends WeakSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols)
        onMade(this)
      }
    }
  }
}

/** A real WebSocket behind a line that may fail. */
export class WeakSocket implements Socket {
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  onerror: Socket['onerror'] = null
  binaryType = 'arraybuffer'
  readonly #socket: WebSocket
  #passes = true

  constructor(url: string, protocols: string[]) {
    this.#socket = new WebSocket(url, protocols)
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.onopen = () => this.#passes && this.onopen?.({} as never)
    this.#socket.onmessage = ({ data }) => this.#passes && this.onmessage?.({ data } as never)
    this.#socket.onerror = ({ message }) => this.#passes && this.onerror?.({ message } as never)
    this.#socket.onclose = ({ code, reason }) => this.#passes && this.onclose?.({ code, reason } as never)
  }

  get readyState(): number {
    return this.#socket.readyState
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  get bufferedAmount(): number {
    return 0
  }

  send(data: string | Uint8Array): void {
    if (this.#passes) this.#socket.send(data)
  }

  close(code?: number, reason?: string): void {
    if (this.#passes) this.#socket.close(code, reason)
    else this.#socket.terminate()
  }

  /** The line fails from now on. */
  fail(weakness: Weakness): void {
    if (!this.#passes) return
    this.#passes = false
    if (weakness === 'silent') return
    this.#socket.terminate()
    this.onclose?.({ code: 1006, reason: '' } as never)
  }
}
