import type { ClientEvent, RealtimeResponseCreateParams } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import type { RespondOptions } from '../agent/conversation-options.js'
import type { HistoryItem } from '../agent/events.js'
import { refuseTooManyResponses, refuseTooMuchInput } from './client-limits.js'
import { parseItem } from './items.js'
import { sessionLocked } from './locked-session.js'
import { INVALID_VALUE, ProtocolError } from './protocol-error.js'
import { isModalities, readMaxTokens, readToolChoice, refuseTooManySettings } from './session-fields.js'
import type { SessionParts } from './session-parts.js'

/** Starts a response, unless a standard Realtime client repeats a request (see `EventCredits`). */
export function createResponse(
  session: SessionParts,
  event: ClientEvent & { type: 'response.create' },
): void {
  const params: unknown = event.response ?? {}
  if (!isObject(params)) throw new ProtocolError(INVALID_VALUE, '"response" must be an object.', 'response')
  if (session.config.transcribesOnly) {
    const message = 'A transcription session gives no answers. Connect with a session of the type "realtime".'
    throw new ProtocolError('response_not_available', message)
  }
  const isBare = Object.keys(params).length === 0
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

/** Some standard Realtime clients send typed text as a system message, which becomes a user message here. */
function findTypedText({ typed, view, conversation, credits }: SessionParts): void {
  const message = view.voice ? undefined : typed.take(conversation.history)
  if (!message) return
  credits.clear()
  conversation.countAsUser(message)
}

/** Whether the client sees a running response. Its text may be complete while it is still being spoken. */
const isActive = ({ conversation, writer }: SessionParts) => conversation.replying || writer.active

function isAbsorbed(session: SessionParts): boolean {
  const { conversation, credits, writer, newId } = session
  if (isActive(session)) return credits.spend()
  if (conversation.hasNewInput || !credits.spend()) return false
  writer.writeEmpty(newId('resp'))
  return true
}

function readParams(session: SessionParts, params: RealtimeResponseCreateParams): RespondOptions {
  const { input, ...settings } = params
  const { metadata, conversation } = settings
  refuseTooManySettings(settings, { limits: session.limits, param: 'response' })
  const own = readOwn(params)
  return {
    ...(!session.locked && own),
    ...readModalities(params.output_modalities),
    metadata: readMetadata(metadata),
    ...((conversation === 'none' || input) && { outOfBand: readOutOfBand(session, { conversation, input }) }),
  }
}

/** Reads the client's instructions, tools and token limit. A locked session ignores them. */
function readOwn({
  instructions,
  tools,
  tool_choice,
  max_output_tokens,
}: RealtimeResponseCreateParams): RespondOptions {
  const maxOutputTokens = readMaxTokens(max_output_tokens)
  return {
    ...readInstructions(instructions),
    ...readTools(tools),
    ...(tool_choice !== undefined && { toolChoice: readToolChoice(tool_choice) }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  }
}

function readInstructions(instructions: unknown): { instructions?: string } {
  if (instructions === undefined || instructions === null) return {}
  if (typeof instructions === 'string') return { instructions }
  throw new ProtocolError(INVALID_VALUE, '"response.instructions" must be a string.', 'response.instructions')
}

function readTools(tools: unknown): { tools?: object[] } {
  if (tools === undefined || tools === null) return {}
  if (Array.isArray(tools) && tools.every(isObject)) return { tools }
  throw new ProtocolError(INVALID_VALUE, '"response.tools" must be a list of tools.', 'response.tools')
}

function readModalities(modalities: unknown): { spoken?: boolean } {
  if (modalities === undefined || modalities === null) return {}
  if (isModalities(modalities)) return { spoken: modalities.includes('audio') }
  const param = 'response.output_modalities'
  throw new ProtocolError(INVALID_VALUE, `"${param}" must be ["text"] or ["audio"].`, param)
}

function readMetadata(metadata: unknown): Record<string, string> | null {
  if (metadata === undefined || metadata === null) return null
  if (isObject(metadata) && Object.values(metadata).every((value) => typeof value === 'string')) {
    return metadata as Record<string, string>
  }
  throw new ProtocolError(
    INVALID_VALUE,
    '"response.metadata" must have strings as values.',
    'response.metadata',
  )
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
  if (!Array.isArray(input))
    throw new ProtocolError(INVALID_VALUE, '"response.input" must be a list.', 'response.input')
  const items = input.map((item) => readInput(session, item))
  refuseTooMuchInput(session, items)
  return { items }
}

/** Reads an input item: a new one, or a reference to an item of the conversation. */
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
