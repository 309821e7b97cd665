import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { messageOf } from '../../errors.js'
import { findAgentTexts } from '../../languages/agent-texts.js'
import { fieldsOf, isObject } from '../../protocol/is-object.js'
import { approvalQuestion } from '../agent/approval-question.js'
import { showRequest } from '../agent/call-checks.js'
import type { PreparedCall } from '../agent/tool-calls.js'
import { type Confirmations, refused, toCallResult, waiting } from './call-result.js'
import { CONFIRM_TOOL } from './listed-tools.js'

const ANSWER_TIMEOUT_MS = 300_000

/**
 * The key of the question in a result of MCP 2026-07-28, and of the user's answer in the request that comes again. A
 * request asks one question at a time.
 */
const QUESTION = 'approval'

/** Maximum number of calls that one request may have asked about: itself and the log-ins that it needs. */
const MAX_GRANTED = 8

const NOT_AGREED = {
  accept: 'Not run: the form was accepted, but a field in it does not say yes.',
  decline: 'Not run: the user said no. Do not try it again unless the user asks for it.',
  cancel: 'Not run: the user closed the question without an answer.',
}

/** Whether the client can show a form to its user (elicitation). A client that declares neither form nor URL mode supports forms. */
export function canAsk(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
  const declared = fieldsOf(envelope)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  const { elicitation } = declared ?? server.getClientCapabilities() ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

interface ApproverOptions {
  server: Server
  context: ServerContext
  session: object
  confirmations: Confirmations
}

type Answer = { approved: PreparedCall } | { refusal: CallToolResult }

/**
 * Asks the user of a client for approval of the calls of one request. A client of a session gets a form. For a client of MCP
 * 2026-07-28, the form is the result of its request (`question`), and the request comes again with the answer. A client
 * that cannot ask its user gets a code to confirm the call.
 */
export class Approver {
  readonly canAsk: boolean
  readonly #options: ApproverOptions
  /** The calls that the user has approved, with the requests that were shown. */
  readonly #granted: PreparedCall[] = []
  /** The call that the user has not approved, and why it does not run. */
  #declined: { call: PreparedCall; why: string } | undefined
  #question: InputRequiredResult | undefined

  constructor(options: ApproverOptions) {
    this.#options = options
    this.canAsk = canAsk(options.server, options.context)
    const { requestState, inputResponses } = options.context.mcpReq
    const state = requestState()
    const asked = typeof state === 'string' ? options.confirmations.take(state) : undefined
    if (!asked?.granted) return
    this.#granted.push(...asked.granted)
    const answer = inputResponses?.[QUESTION]
    if (isYes(answer)) this.#granted.push(asked.call)
    else if (isObject(answer)) this.#declined = { call: asked.call, why: whyNot(answer) }
  }

  /** The result that asks the user; `undefined` if nothing is asked. */
  get question(): InputRequiredResult | undefined {
    return this.#question
  }

  /**
   * If the user approves, returns the call, which then sends only the request that was shown. Otherwise returns a result
   * that tells the model why the call did not run.
   */
  async ask(call: PreparedCall): Promise<Answer> {
    const { context, session, confirmations } = this.#options
    const granted = this.#granted.find((one) => isSame(one, call))
    if (granted) return { approved: { ...call, dryRun: granted.dryRun, shown: granted.shown } }
    if (this.#declined && isSame(this.#declined.call, call)) return { refusal: refused(this.#declined.why) }
    const asked = showRequest(call, session)
    if ('isError' in asked) return { refusal: toCallResult(asked, { structured: false }) }
    const message = approvalQuestion([asked], { locale: findAgentTexts('en'), form: 'shown' })
    if (!this.canAsk) return { refusal: waiting(howToConfirm(message, confirmations.add({ call: asked }))) }
    const params = {
      ...{ mode: 'form' as const, message, requestedSchema: { type: 'object' as const, properties: {} } },
      _meta: { tool: call.tool.name, request: asked.shown },
    }
    const question = { method: 'elicitation/create' as const, params }
    if (!context.mcpReq.envelope) return this.#answerTo(question, asked)
    this.#question ??= {
      resultType: 'input_required',
      inputRequests: { [QUESTION]: question },
      requestState: confirmations.add({ call: asked, granted: this.#granted.slice(-MAX_GRANTED) }),
    }
    return { refusal: refused('Not run: the user is asked first.') }
  }

  async #answerTo(
    question: { method: 'elicitation/create'; params: Record<string, unknown> },
    asked: PreparedCall,
  ): Promise<Answer> {
    const { signal, send } = this.#options.context.mcpReq
    try {
      const answer = await send(question, { signal, timeout: ANSWER_TIMEOUT_MS })
      return isYes(answer) ? { approved: asked } : { refusal: refused(whyNot(answer)) }
    } catch (error) {
      return { refusal: refused(`Not run: the user could not be asked (${messageOf(error)}).`) }
    }
  }
}

const isSame = (one: PreparedCall, other: PreparedCall) =>
  one.tool.name === other.tool.name &&
  one.tool.identity === other.tool.identity &&
  one.arguments === other.arguments

function whyNot({ action }: { action?: unknown }): string {
  return action === 'accept' || action === 'decline' ? NOT_AGREED[action] : NOT_AGREED.cancel
}

/**
 * Whether the answer to a question is a yes. The form has no fields, so a field in the answer must say yes too: an
 * accepted form with `{"approve": false}` is none.
 */
function isYes(answer: unknown): boolean {
  const { action, content } = fieldsOf(answer)
  const fields = isObject(content) ? Object.values(content) : []
  return action === 'accept' && fields.every((value) => /^(?:true|yes)$/i.test(String(value)))
}

/** The question is a JSON string: no text of the collection in it ends its quotes and passes for these instructions. */
function howToConfirm(question: string, code: string): string {
  return (
    `Waiting for the user: this call needs their approval, and this client cannot ask. Ask the user: ${JSON.stringify(question)} ` +
    `Only after a yes, call ${CONFIRM_TOOL} with {"confirmation":"${code}"}. The code is for this call, once, within five minutes.`
  )
}
