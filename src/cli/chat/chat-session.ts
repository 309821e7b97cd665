import { approvalAnswer, userMessage } from '../../client/outgoing.js'
import type { ConnectionStatus, ReconnectingConnection } from '../../client/reconnecting-connection.js'
import { messageOf, VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import type { ClientEvent } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { firstSentence } from '../../text/cut.js'
import {
  type ChatAction,
  type ChatState,
  callsOf,
  initialChat,
  isReplying,
  openApprovals,
  reduceChat,
} from './chat-state.js'

interface ChatSessionOptions {
  line: ReconnectingConnection
  tools: ServerTools
}

/** A chat session without a screen: handles user input and provides the state to show. */
export class ChatSession {
  #state: ChatState = initialChat
  readonly #listeners = new Set<() => void>()
  #leave: (isFine: boolean) => void = () => {}
  readonly #detach: (() => void)[]
  #stopped = false
  readonly #answered = new Set<string>()
  /** Resolves when the chat ends: true if the user ended it, false if the connection failed. */
  readonly left: Promise<boolean>

  constructor(private readonly options: ChatSessionOptions) {
    this.left = new Promise((resolve) => {
      this.#leave = resolve
    })
    const { line } = options
    this.#detach = [
      line.on('event', (event) => {
        if (event.type === 'response.created') this.#stopped = false
        this.#dispatch({ type: 'event', event })
      }),
      line.on('malformed', (problem) => this.#note(singleLine(problem), 'warn')),
      line.on('status', (status) => this.#followLine(status)),
      line.on('opened', (opening) => {
        if (opening === 'forgotten') this.#dispatch({ type: 'forgotten' })
      }),
      line.on('failed', ({ message }) => {
        this.#dispatch({ type: 'line', line: { state: 'closed', reason: message } })
        this.#end(false)
      }),
    ]
  }

  get state(): ChatState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Handles a submitted line; returns false if it cannot be accepted now and must stay in the composer. */
  submit(text: string): boolean {
    const message = text.trim()
    if (message === '') return true
    const command = readSlashCommand(message)
    if (command) {
      void this.#obey(command)
      return true
    }
    if (!this.#isOpen) return false
    this.stop()
    return this.#send(() => userMessage(message).event) && this.#send({ type: 'response.create' })
  }

  /** Answers the first open approval, or all; false if there is none, or offline. Only the first answer to each is sent. */
  answer(approve: boolean, which: 'first' | 'all' = 'first'): boolean {
    const open = openApprovals(this.#state).slice(0, which === 'first' ? 1 : undefined)
    if (open.length === 0 || !this.#isOpen) return false
    return open.every(({ id }) => {
      if (this.#answered.has(id)) return true
      const isSent = this.#send(approvalAnswer(id, approve))
      if (isSent) this.#answered.add(id)
      return isSent
    })
  }

  /** Stops the response; returns false if there is none, it was already stopped, or the connection is down. */
  stop(): boolean {
    if (!isReplying(this.#state) || this.#stopped) return false
    this.#stopped = this.#send({ type: 'response.cancel' })
    return this.#stopped
  }

  /** Prints the newest call in full, at each further use the one before. */
  openCall(): void {
    this.#dispatch({ type: 'open-call' })
  }

  leave(): void {
    this.#end(true)
  }

  get #isOpen(): boolean {
    return this.options.line.status.state === 'open'
  }

  #followLine({ state, attempt, retryAt }: ConnectionStatus): void {
    if (state === 'open') this.#dispatch({ type: 'line', line: { state } })
    if (state === 'reconnecting') this.#dispatch({ type: 'line', line: { state, attempt, retryAt } })
  }

  async #obey(command: SlashCommand): Promise<void> {
    if (command.name === 'quit') return this.#end(true)
    if (command.name === 'help') return this.#note(SLASH_HELP)
    if (command.name === 'unknown') {
      const hint = command.meant ? ` Did you mean /${command.meant}?` : ''
      return this.#note(`There is no /${command.word}.${hint} /help lists what there is.`, 'warn')
    }
    const { tools } = this.options
    try {
      this.#note(
        command.name === 'tools'
          ? await tools.list(command.search)
          : await tools.dryRun(...this.#callToShow(command)),
      )
    } catch (error) {
      this.#note(messageOf(error), 'warn')
    }
  }

  #callToShow({ tool, input }: { tool?: string; input: string }): [name: string, input: string] {
    if (tool) return [tool, input]
    const last = callsOf(this.#state)[0]
    if (!last) throw new Error('No tool was called yet; name one: /dry-run TOOL {"petId": 7}')
    return [last.name, last.input]
  }

  #send(event: ClientEvent | (() => ClientEvent)): boolean {
    try {
      this.options.line.send(typeof event === 'function' ? event() : event)
      return true
    } catch (error) {
      this.#note(messageOf(error), 'warn')
      return false
    }
  }

  #note(text: string, tone: 'plain' | 'warn' = 'plain'): void {
    this.#dispatch({ type: 'note', text, tone })
  }

  #dispatch(action: ChatAction): void {
    this.#state = reduceChat(this.#state, action)
    for (const listener of [...this.#listeners]) listener()
  }

  #end(isFine: boolean): void {
    for (const off of this.#detach) off()
    this.options.line.close()
    this.#leave(isFine)
  }
}

type SlashCommand =
  | { name: 'help' }
  | { name: 'quit' }
  | { name: 'tools'; search: string }
  /** Shows the HTTP request that a tool would send. If `tool` is absent, shows the request of the last tool call. */
  | { name: 'dry-run'; tool?: string; input: string }
  | { name: 'unknown'; word: string; meant?: string }

const SLASH_HELP = [
  '/tools [words]   the tools of the agent that fit the words',
  '/dry-run TOOL {json}   the request a tool would send',
  '/dry-run   the request of the last call',
  '/quit   leave',
  '',
  'Enter sends, Ctrl-J starts a new line.',
  'Up and Down bring back what was typed.',
  'Ctrl-O opens the last tool call, then the one before.',
  'y and n answer a question for approval.',
  'Ctrl-C stops the answer, clears what is written, and leaves.',
].join('\n')

const NAMES = ['tools', 'dry-run', 'help', 'quit'] as const
const ALIASES: Record<string, (typeof NAMES)[number]> = {
  exit: 'quit',
  q: 'quit',
  '?': 'help',
  dryrun: 'dry-run',
}

/** Parses a line. Returns `undefined` for a message to the agent, even if it begins with a path such as `/pets/7`. */
export function readSlashCommand(line: string): SlashCommand | undefined {
  const match = /^\/([a-z?-]*)(?:\s+([\s\S]*))?$/i.exec(line.trim())
  if (!match) return undefined
  const [word, rest] = [match[1]!.toLowerCase(), match[2]?.trim() ?? '']
  const name = NAMES.find((known) => known === word) ?? ALIASES[word]
  if (name === 'tools') return { name, search: rest }
  if (name === 'dry-run') return readDryRun(rest)
  if (name) return { name }
  const meant = NAMES.find((known) => word !== '' && (known.startsWith(word) || word.startsWith(known)))
  return { name: 'unknown', word, meant }
}

function readDryRun(rest: string): SlashCommand {
  const [tool] = rest.split(/\s+/, 1)
  if (!tool) return { name: 'dry-run', input: '{}' }
  return { name: 'dry-run', tool, input: rest.slice(tool.length).trim() || '{}' }
}

interface ServerTools {
  list(search: string): Promise<string>
  /** The request that a call would send, masked and not sent. `input` is JSON. Throws a `VoiceError`. */
  dryRun(name: string, input: string): Promise<string>
}

interface ListedTool {
  name: string
  description: string
}

const MAX_WAIT_MS = 10_000

export function serverToolsAt(options: { url: string; apiKey: string }): ServerTools {
  const request = (name: string, input: string) =>
    ask(options, { path: `tools/${encodeURIComponent(name)}/dry-run`, body: parsed(input) })
  return {
    async list(search) {
      const body = await ask(options, { path: 'tools' })
      const tools = listIn(body)
      const words = search.toLowerCase().split(/\s+/).filter(Boolean)
      const fits = ({ name, description }: ListedTool) => {
        const text = `${name} ${description}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }
      const found = tools.filter(fits)
      if (tools.length === 0) return 'The agent has no tools.'
      if (found.length === 0) return `None of the ${tools.length} tools has all of these words: ${search}`
      const count = `${found.length} of ${tools.length} tools`
      return [...found.map(({ name, description }) => `${name}  ${inBrief(description)}`), count].join('\n')
    },
    dryRun: async (name, input) => requestText(await request(name, input)),
  }
}

async function ask(
  { url, apiKey }: { url: string; apiKey: string },
  { path, body }: { path: string; body?: object },
): Promise<unknown> {
  const address = httpAddress(url, path)
  const answer = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  }).catch((error: unknown) => {
    throw new VoiceError('connection-failed', `The agent does not answer: ${messageOf(error)}.`)
  })
  const found: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return found
  throw new VoiceError(
    'tools-not-shown',
    refusalOf(found) ?? `The agent does not show its tools (${answer.status}).`,
  )
}

/** The HTTP address of a path on the same server: `ws://host/ws` and `tools` give `http://host/v1/tools`. */
function httpAddress(url: string, path: string): URL {
  const address = new URL(url)
  const appId = address.searchParams.get('app_id')
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  address.pathname = `${address.pathname.replace(/\/(ws|v1\/realtime|realtime)$/, '')}/v1/${path}`
  address.search = appId === null ? '' : `?app_id=${encodeURIComponent(appId)}`
  return address
}

function listIn(body: unknown): ListedTool[] {
  const list = Array.isArray(body) ? body : isObject(body) && Array.isArray(body.tools) ? body.tools : []
  return list.flatMap((tool: unknown) =>
    isObject(tool) ? [{ name: String(tool.name), description: String(tool.description ?? '') }] : [],
  )
}

const inBrief = (description: string) => firstSentence(description)?.replace(/\s+/g, ' ') ?? description

const isRequest = (body: unknown): body is Record<string, unknown> =>
  isObject(body) && typeof body.method === 'string'

/** A dry run as text, or what came in its place, such as an error. */
function requestText(body: unknown): string {
  if (!isRequest(body)) {
    const content = isObject(body) && 'content' in body ? body.content : body
    return typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  }
  const headers = Array.isArray(body.headers) ? body.headers.map((pair) => [pair].flat().join(': ')) : []
  const text = typeof body.body === 'string' && body.body !== '' ? ['', body.body] : []
  return [`${body.method} ${String(body.url)}`, ...headers, ...text].join('\n')
}

function refusalOf(body: unknown): string | undefined {
  const error = isObject(body) ? body.error : undefined
  if (typeof error === 'string') return error
  return isObject(error) && typeof error.message === 'string' ? error.message : undefined
}

function parsed(input: string): object {
  const value = tryParseExact(input || '{}')
  if (isObject(value)) return value
  throw new VoiceError(
    'wrong-usage',
    `The input has to be a JSON object such as {"petId": 7}; this is none: ${input.slice(0, 80)}`,
  )
}
