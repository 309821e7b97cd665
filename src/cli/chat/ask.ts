import { createInterface } from 'node:readline/promises'
import type { Connection } from '../../client/connection.js'
import { approvalAnswer, userMessage } from '../../client/outgoing.js'
import { initialState, reduce, type ToolView, type ViewState } from '../../client/state.js'
import { VoiceError } from '../../errors.js'
import { type Clock, systemClock } from '../../ports.js'
import { singleLine } from '../../printable.js'
import type { ServerEvent } from '../../protocol/events.js'
import { jsonOrText, tryParseExact } from '../../protocol/parse-exact.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { VoiceExplainEvent } from '../../protocol/voice-events.js'
import { cutText } from '../../text/cut.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { type Output, writeOut } from '../output.js'
import { readSlashCommand } from './chat-session.js'
import { explanationText } from './chat-state.js'

/** The result of one turn, as `chat --message --format json` prints it. */
export interface AgentAnswer {
  text: string
  toolCalls: { name: string; input: JsonValue; isError: boolean; failure?: string }[]
  approvals: { name: string; input: JsonValue; approved: boolean }[]
  /** Why the turn failed; absent on success. */
  error?: string
  /** Why tools were chosen; only with `--explain`. */
  explain?: Omit<VoiceExplainEvent, 'type' | 'event_id'>[]
}

interface QuestionOptions {
  connection: Connection
  message: string
  /** The answer to every approval: true approves, false declines. If absent, one ends the turn, and the next message answers. */
  approve?: boolean
  explain: boolean
  clock?: Clock
}

/** How long to wait for the first event, in milliseconds. An agent acknowledges a message at once; another server may not. */
const SILENCE_MS = 30_000

/** Sends a message until its turn is over or an `error` comes. Rejects with `disconnected`, or `connection-failed` for no agent. */
export function ask(options: QuestionOptions): Promise<AgentAnswer> {
  return new Turn(options).run()
}

class Turn {
  private state: ViewState = initialState
  private readonly explained: AgentAnswer['explain'] & object = []
  private answered = false
  private working = false

  constructor(private readonly options: QuestionOptions) {}

  run(): Promise<AgentAnswer> {
    const { connection, message, clock = systemClock } = this.options
    return new Promise((resolve, reject) => {
      const fail = (error: VoiceError) => {
        for (const off of detach) off()
        reject(error)
      }
      const endSilence = clock.schedule(() => fail(noAgent('It sent nothing for 30 seconds.')), SILENCE_MS)
      const detach = [
        endSilence,
        connection.on('event', (event) => {
          endSilence()
          if (!this.follow(event)) return
          for (const off of detach) off()
          resolve(this.answer())
        }),
        connection.on('malformed', (problem) => fail(noAgent(problem))),
        connection.on('close', ({ code, reason }) => {
          fail(closedEarly(reason ? ` (${code}, ${reason})` : ` (${code})`))
        }),
      ]
      if (!connection.isOpen) return fail(closedEarly(''))
      connection.send(userMessage(message).event)
      connection.send({ type: 'response.create' })
    })
  }

  /** Handles one event; returns true if it ended the turn. */
  private follow(event: ServerEvent): boolean {
    this.state = reduce(this.state, event)
    if (event.type === 'response.created') this.answered = true
    if (event.type === 'voice.explain') this.explained.push(withoutEnvelope(event))
    if (event.type === 'error') return true
    if (event.type === 'voice.state') this.working = event.state !== 'idle'
    // If the agent gives a fixed response, such as "your budget is used up", it stays idle all the time. In this case,
    // `response.done` ends the turn.
    const mayBeOver = event.type === 'voice.state' || event.type === 'response.done'
    return mayBeOver && !this.working && this.answered && !this.decide()
  }

  /** Answers all open approvals, since the agent waits for all. False if there is none, or without `approve`. */
  private decide(): boolean {
    const { approve, connection } = this.options
    const open = this.state.items.filter((item) => item.kind === 'approval' && item.approved === null)
    if (open.length === 0 || approve === undefined) return false
    this.answered = false
    for (const { id } of open) connection.send(approvalAnswer(id, approve))
    return true
  }

  private answer(): AgentAnswer {
    // After a failure, the state has a code and a sentence. The sentence is null if a response reported the failure.
    const { items, error: sentence, errorCode } = this.state
    const error = sentence ?? errorCode
    const replies = items.filter(
      (item) => item.kind === 'message' && item.role === 'assistant' && item.text !== '',
    )
    const tools = items.filter((item) => item.kind === 'tool')
    const approvals = items.filter((item) => item.kind === 'approval')
    return {
      text: replies.map((item) => ('text' in item ? item.text : '')).join('\n'),
      toolCalls: tools.map(callOf),
      approvals: approvals.map(({ name, input, approved }) => ({
        name,
        input: jsonOrText(input),
        approved: approved === true,
      })),
      error: error ?? undefined,
      explain: this.options.explain ? this.explained : undefined,
    }
  }
}

function closedEarly(why: string): VoiceError {
  return new VoiceError('disconnected', `The agent closed the connection before it had answered${why}.`)
}

function noAgent(sign: string): VoiceError {
  const advice = 'Give --url the WebSocket address that `voice serve` prints.'
  const message = `The server at this address is no agent. ${sign} ${advice}`
  return new VoiceError('connection-failed', message)
}

function withoutEnvelope({ turn_id, candidates, chosen, missing, requests }: VoiceExplainEvent) {
  return { turn_id, candidates, chosen, missing, requests }
}

interface LineModeOptions {
  connection: Connection
  output: Output
  explain: boolean
  /** @default standard input */
  input?: NodeJS.ReadableStream
  clock?: Clock
}

const LINE_HELP = 'Each line is a message, or the answer to a question. /quit or the end of the input leaves.'

/** Sends each line of the input, or answers an approval with it. True at its end, false if the agent left. */
export async function runLineMode({
  connection,
  output,
  explain,
  input = process.stdin,
  clock = systemClock,
}: LineModeOptions): Promise<boolean> {
  const lines = createInterface({ input })
  const printer = new LinePrinter(output)
  connection.on('event', (event) => printer.take(event))
  let hasLeft = false
  const closed = new Promise<void>((resolve) =>
    connection.on('close', ({ reason }) => {
      if (!hasLeft) output.warn(`\nThe agent closed the connection${reason ? ` (${reason})` : ''}.`)
      lines.close()
      resolve()
    }),
  )
  for await (const line of lines) {
    const message = line.trim()
    const command = readSlashCommand(message)?.name
    if (command === 'quit') break
    if (command === 'help') output.print(LINE_HELP)
    if (message === '' || command === 'help') continue
    const answer = await ask({ connection, message, explain, clock })
    printer.endLine()
    for (const remark of remarks({ ...answer, toolCalls: [] })) output.print(output.paint.dim(remark))
  }
  lines.close()
  await printer.rest(clock)
  if (!connection.isOpen) return false
  hasLeft = true
  connection.close()
  await closed
  return true
}

/** How long the end of the input waits for calls that still run, and for what the agent says of them. */
const REST_MS = 60_000

/** Prints what the agent says and calls, in its order, also what comes between two messages of the user. */
class LinePrinter {
  #state: ViewState = initialState
  #open: string | undefined
  #onRest = () => {}

  constructor(private readonly output: Output) {}

  take(event: ServerEvent): void {
    this.#state = reduce(this.#state, event)
    if (event.type === 'response.output_text.delta') this.#write(event.item_id, event.delta)
    if (event.type === 'conversation.item.done' && event.item.type === 'mcp_call') this.#tell(event.item.id)
    // After a call in the background, the agent tells its result, and then becomes idle.
    if (event.type === 'voice.state' && !this.#isAtWork) this.#onRest()
  }

  endLine(): void {
    if (this.#open !== undefined) writeOut('\n')
    this.#open = undefined
  }

  /** Resolves when the agent is idle and no call runs, or after a minute. */
  async rest(clock: Clock): Promise<void> {
    if (this.#isAtWork)
      await new Promise<void>((resolve) => {
        const cancel = clock.schedule(resolve, REST_MS)
        this.#onRest = () => {
          cancel()
          resolve()
        }
      })
    this.endLine()
  }

  get #isAtWork(): boolean {
    const { agent, items } = this.#state
    return agent !== 'idle' || items.some((item) => item.kind === 'tool' && item.status === 'running')
  }

  #write(itemId: string, delta: string): void {
    if (this.#open !== itemId) {
      this.endLine()
      writeOut(this.output.paint.bold('agent '))
    }
    this.#open = itemId
    writeOut(delta)
  }

  #tell(itemId: string): void {
    const tool = this.#state.items.find(({ id }) => id === itemId)
    if (tool?.kind !== 'tool' || tool.status === 'running') return
    this.endLine()
    for (const line of callLines(callOf(tool))) this.output.print(this.output.paint.dim(line))
  }
}

type ToolCall = AgentAnswer['toolCalls'][number]

const callOf = (tool: ToolView): ToolCall => ({
  name: tool.name,
  input: jsonOrText(tool.input),
  isError: tool.status === 'failed',
  ...(tool.status === 'failed' && { failure: failureText(tool) }),
})

function callLines({ name, input, isError, failure }: ToolCall): string[] {
  const call = `  → ${singleLine(name)} ${JSON.stringify(input)}`
  return isError ? [`${call} failed`, ...(failure ? [`    ${singleLine(failure)}`] : [])] : [call]
}

export function remarks({ toolCalls, error, explain }: AgentAnswer): string[] {
  const calls = toolCalls.flatMap(callLines)
  const reasons = (explain ?? []).map((explanation) => explanationText(explanation).replace(/^/gm, '  '))
  return [...calls, ...reasons, ...(error === undefined ? [] : [`  ! ${singleLine(error)}`])]
}

const MAX_LINES = 60

/** Formats JSON on several lines. Text that is not JSON keeps its lines. Only the first 60 lines are shown. */
export function prettyJson(text: string): string {
  const value = tryParseExact(text)
  const indented = value === undefined ? text : JSON.stringify(value, null, 2)
  return firstLines(indented || '(nothing)', MAX_LINES)
}

function firstLines(text: string, most: number): string {
  const lines = text.split('\n')
  if (lines.length <= most) return text
  return [...lines.slice(0, most), `… ${lines.length - most} more lines`].join('\n')
}

export function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()
}

const MAX_REASON = 300

/** Why a call failed: the beginning of its text, or `resultLine`. */
function failureText(view: ToolView): string {
  const { content } = asObject(tryParseJson(view.output ?? '')) ?? {}
  return typeof content === 'string' ? cutText(onOneLine(content), MAX_REASON) : resultLine(view)
}

/** The result of a call in a few words: `200`, `404 not found`, `failed`. */
export function resultLine({ output, status }: ToolView): string {
  if (status === 'running') return 'running'
  const result = asObject(tryParseJson(output ?? '')) ?? {}
  const facts = [result.status, result.isError === true ? result.reason : undefined]
  const said = facts.filter((fact) => typeof fact === 'string' || typeof fact === 'number').join(' ')
  return said || (status === 'failed' ? 'failed' : 'done')
}
