import type { ServerResponse } from 'node:http'
import type { SpeechRequestSeen } from './stand-in-speech.js'

/** A call at a stand-in: of a telephone (`announced` until it is accepted), or one that a browser opened. */
export interface StandInCall {
  id: string
  state: 'announced' | 'open' | 'rejected' | 'ended'
  /** The body with which it was accepted. */
  accepted: Record<string, unknown>
  /** The delegations of a Live call, which every connection to it knows. */
  delegations: Set<string>
  /** What every connection to a Realtime call knows of its conversation. */
  conversation: Map<string, Map<string, unknown>>
}

/** The calls of a stand-in for OpenAI, and the requests about them below `path`. */
export class StandInCalls {
  readonly #calls = new Map<string, StandInCall>()
  readonly #path: string
  readonly #broken: string[]

  constructor(path: string, broken: string[]) {
    this.#path = path
    this.#broken = broken
  }

  /** A telephone rings, or a browser has opened a call. */
  add(id: string, state: 'announced' | 'open'): StandInCall {
    const call = this.#calls.get(id) ?? {
      id,
      state,
      accepted: {},
      delegations: new Set(),
      conversation: new Map(),
    }
    this.#calls.set(id, call)
    return call
  }

  get(id: string): StandInCall | undefined {
    return this.#calls.get(id)
  }

  /** A call to which a server may attach. */
  open(id: string | null | undefined): StandInCall | undefined {
    const call = this.#calls.get(id ?? '')
    return call?.state === 'open' ? call : undefined
  }

  answer({ url, headers, body }: SpeechRequestSeen, response: ServerResponse): void {
    const [id = '', action = ''] = url.slice(this.#path.length + 1).split('/')
    const call = this.#calls.get(id)
    const isRight = url.startsWith(this.#path) && headers.authorization === 'Bearer key'
    const wanted = action === 'hangup' ? 'open' : 'announced'
    if (!isRight) this.#broken.push(`a request to ${url}`)
    if (!isRight || call?.state !== wanted) {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'No such call.' } }))
      return
    }
    if (action === 'accept') Object.assign(call, { state: 'open', accepted: JSON.parse(String(body)) })
    else call.state = action === 'reject' ? 'rejected' : 'ended'
    response.end()
  }
}
