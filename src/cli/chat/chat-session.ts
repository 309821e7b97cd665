import type { ReconnectingConnection } from '../../client/reconnecting-connection.js'
import type { ConnectionStatus } from '../../client/reconnecting-options.js'
import { messageOf } from '../../errors.js'
import { singleLine } from '../../printable.js'
import type { ClientEvent } from '../../protocol/events.js'
import { approvalAnswer } from './ask.js'
import {
  type ChatAction,
  type ChatState,
  callsOf,
  initialChat,
  isReplying,
  openApprovals,
  reduceChat,
} from './chat-state.js'
import type { ServerTools } from './server-tools.js'
import { readSlashCommand, SLASH_HELP, type SlashCommand } from './slash-command.js'

export interface ChatSessionOptions {
  line: ReconnectingConnection
  tools: ServerTools
}

/** A chat session without a screen: handles user input and provides the state to show. */
export class ChatSession {
  #state: ChatState = initialChat
  readonly #listeners = new Set<() => void>()
  #leave: (isFine: boolean) => void = () => {}
  readonly #detach: (() => void)[]
  /** Whether the user has stopped the current response. */
  #stopped = false
  /** The ids of the approval requests that were answered. */
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

  /** The current state; a new object after every change. */
  get state(): ChatState {
    return this.#state
  }

  /** Calls `listener` after every change; returns a function that unsubscribes. */
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
    const content = [{ type: 'input_text' as const, text: message }]
    return (
      this.#send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }) &&
      this.#send({ type: 'response.create' })
    )
  }

  /**
   * Answers the first open approval request, or all of them; returns false if there is none, or if the connection is
   * down. Only the first answer to a request is sent: a key that is held or pressed twice answers once.
   */
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

  /**
   * Prints the newest tool call in full. Each further use prints the tool call before the one that was printed last. A
   * new message starts this again at the newest tool call.
   */
  openCall(): void {
    this.#dispatch({ type: 'open-call' })
  }

  /** Ends the chat at the user's request. */
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

  #send(event: ClientEvent): boolean {
    try {
      this.options.line.send(event)
      return true
    } catch {
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
