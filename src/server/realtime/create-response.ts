import type { ClientEvent, RealtimeResponseCreateParams } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import type { HistoryItem } from '../agent/events.js'
import type { RespondOptions } from '../agent/model-request.js'
import { parseItem } from './items.js'
import { INVALID_VALUE, mustBe, ProtocolError } from './protocol-error.js'
import { refuseTooManyResponses, refuseTooMuchInput, sessionLocked } from './refusals.js'
import {
  checkToolTypes,
  isModalities,
  readMaxTokens,
  readToolChoice,
  refuseTooManySettings,
} from './session-fields.js'
import type { SessionParts } from './session-parts.js'

/**
 * Handles `response.create`: starts a response, except if the server has already started it by itself (see
 * `EventCredits`).
 */
export function createResponse(
  session: SessionParts,
  event: ClientEvent & { type: 'response.create' },
): void {
  const params: unknown = event.response ?? {}
  if (!isObject(params)) throw mustBe('response', 'an object')
  if (session.config.transcribesOnly) {
    const message = 'A transcription session gives no answers. Connect with a session of the type "realtime".'
    throw new ProtocolError('response_not_available', message)
  }
  const isBare = Object.values(params).every((value) => value === undefined || value === null)
  if (isBare && isAbsorbed(session)) return
  const options = readParams(session, params)
  if (options.instructions === undefined && !options.outOfBand) findTypedText(session)
  if (session.speech.holdResponse(options)) return
  if (isActive(session) && !options.outOfBand) {
    const message =
      'The conversation has a response under way already. Wait for its response.done, or cancel it.'
    throw new ProtocolError('conversation_already_has_active_response', message)
  }
  refuseTooManyResponses(session, { outOfBand: options.outOfBand !== undefined })
  session.conversation.respond(options)
}

/**
 * Treats a system message that contains text typed by the user as a message of the user. Some Realtime clients send
 * typed text with the role `system`.
 */
function findTypedText({ typed, view, conversation, credits }: SessionParts): void {
  const message = view.voice ? undefined : typed.take(conversation.history)
  if (!message) return
  credits.clear()
  conversation.countAsUser(message)
}

/**
 * Whether a response is still running for the client. A spoken response is running until its speech has been sent, even
 * if its text is complete.
 */
const isActive = ({ conversation, responses }: SessionParts) => conversation.replying || responses.active

/** Whether nothing is to be done now. While a response is active, one after a function output is scheduled. */
function isAbsorbed(session: SessionParts): boolean {
  const { conversation, credits, responses, speech, newId } = session
  if (isActive(session)) {
    // The server does not continue after the output of a client's function, so this response starts later.
    if (conversation.history.items.at(-1)?.type !== 'function_call_output') return credits.spend()
    speech.scheduleResponse()
    return true
  }
  if (conversation.hasNewInput || !credits.spend()) return false
  responses.writeEmpty(newId('resp'))
  return true
}

function readParams(session: SessionParts, params: RealtimeResponseCreateParams): RespondOptions {
  const { input, ...settings } = params
  const conversation = readField(params, 'conversation', CONVERSATION)
  refuseTooManySettings(settings, { limits: session.limits, param: 'response' })
  const own = readOwn(params)
  const modalities = readField(params, 'output_modalities', MODALITIES)
  return {
    ...(!session.locked && own),
    spoken: modalities?.includes('audio'),
    metadata: readField(params, 'metadata', STRINGS) ?? null,
    ...((conversation === 'none' || input) && { outOfBand: readOutOfBand(session, { conversation, input }) }),
  }
}

/**
 * Reads the instructions, tools, tool choice and token limit of the client. They have no effect in a locked session.
 */
function readOwn(params: RealtimeResponseCreateParams): RespondOptions {
  const { tool_choice: choice, max_output_tokens: tokens } = params
  const tools = readField(params, 'tools', TOOLS)
  for (const [at, tool] of (tools ?? []).entries()) checkToolTypes(tool, `response.tools[${at}]`)
  return {
    instructions: readField(params, 'instructions', TEXT),
    tools,
    toolChoice: (choice ?? undefined) && readToolChoice(choice),
    maxOutputTokens: readMaxTokens(tokens),
  }
}

interface FieldKind<T> {
  matches: (value: unknown) => value is T
  want: string
}

const TEXT: FieldKind<string> = { matches: (value) => typeof value === 'string', want: 'a string' }
const TOOLS: FieldKind<Record<string, unknown>[]> = {
  matches: (value): value is Record<string, unknown>[] => Array.isArray(value) && value.every(isObject),
  want: 'a list of tools',
}
const CONVERSATION: FieldKind<string> = {
  matches: (value): value is string => value === 'auto' || value === 'none',
  want: '"auto" or "none"',
}
const MODALITIES = { matches: isModalities, want: '["text"] or ["audio"]' }
const STRINGS: FieldKind<Record<string, string>> = {
  matches: (value): value is Record<string, string> =>
    isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  want: 'an object with strings as values',
}

/**
 * Reads a field of `response.create`. Returns `undefined` if the field is absent or `null`, and throws if it is
 * invalid.
 */
function readField<T>(
  params: RealtimeResponseCreateParams,
  name: keyof RealtimeResponseCreateParams,
  { matches, want }: FieldKind<T>,
): T | undefined {
  const value: unknown = params[name]
  if (value === undefined || value === null) return undefined
  if (matches(value)) return value
  throw mustBe(`response.${name}`, want)
}

function readOutOfBand(
  session: SessionParts,
  { conversation, input }: { conversation: unknown; input: unknown },
): { items: HistoryItem[] | undefined } {
  if (session.locked) {
    throw sessionLocked('responses out of band', 'response.conversation')
  }
  if (conversation !== 'none') {
    throw new ProtocolError(INVALID_VALUE, '"response.input" needs "conversation": "none".', 'response.input')
  }
  if (input === undefined || input === null) return { items: undefined }
  if (!Array.isArray(input)) throw mustBe('response.input', 'a list')
  const items = input.map((item) => readInput(session, item))
  refuseTooMuchInput(session, items)
  return { items }
}

/** Reads an item of `response.input`: a new item, or a reference to an item of the conversation. */
function readInput(session: SessionParts, raw: unknown): HistoryItem {
  if (!isObject(raw) || raw.type !== 'item_reference') return parseItem(raw, session.newId)
  const item = session.conversation.history.get(String(raw.id))
  if (!item)
    throw new ProtocolError(
      INVALID_VALUE,
      `There is no item "${String(raw.id).slice(0, 80)}" to refer to.`,
      'response.input',
    )
  return item
}
