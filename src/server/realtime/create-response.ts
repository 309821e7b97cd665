import type { ClientEvent, RealtimeResponseCreateParams } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import type { HistoryItem } from '../agent/events.js'
import type { RespondOptions } from '../agent/model-request.js'
import { checkValue, SCHEMAS } from './event-schema.js'
import { parseItem } from './items.js'
import { INVALID_VALUE, ProtocolError } from './protocol-error.js'
import { refuseTooManyResponses, refuseTooMuchInput, sessionLocked } from './refusals.js'
import type { SessionParts } from './session-parts.js'
import { refuseTooManySettings, toMaxTokens, toToolChoice } from './session-settings.js'

/** Starts a response, except if the server has already started it by itself (see `SessionParts.credits`). */
export function createResponse(
  session: SessionParts,
  event: ClientEvent & { type: 'response.create' },
): void {
  const params = event.response ?? {}
  checkValue(params, SCHEMAS.response!, 'response')
  if (session.config.transcribesOnly) {
    const message = 'A transcription session gives no answers. Connect with a session of the type "realtime".'
    throw new ProtocolError('response_not_available', message)
  }
  const isBare = Object.values(params).every((value) => value === undefined || value === null)
  if (isBare && isAbsorbed(session)) return
  const options = readParams(session, params)
  if (options.outOfBand && session.voiceModel?.answersBeside === false) throw noOutOfBand()
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

/** Some Realtime clients send typed text with the role `system`. It counts as a message of the user. */
function findTypedText(session: SessionParts): void {
  const { typed, view, conversation } = session
  const message = view.voice ? undefined : typed.take(conversation.history)
  if (!message) return
  session.credits = 0
  conversation.countAsUser(message)
}

/** A spoken response is running until its speech has been sent, even if its text is complete. */
const isActive = ({ conversation, responses }: SessionParts) => conversation.replying || responses.active

const noOutOfBand = () =>
  new ProtocolError(
    'response_not_available',
    'This voice model answers in its one conversation only. Leave out "response.conversation" and "response.input".',
    'response.conversation',
  )

/** Whether nothing is to be done now. While a response is active, one after a function output is scheduled. */
function isAbsorbed(session: SessionParts): boolean {
  const { conversation, responses, speech, newId } = session
  if (isActive(session)) {
    // The server does not continue after the output of a client's function, so this response starts later.
    if (conversation.history.items.at(-1)?.type !== 'function_call_output') return spendCredit(session)
    speech.scheduleResponse()
    return true
  }
  if (conversation.hasNewInput || !spendCredit(session)) return false
  responses.writeEmpty(newId('resp'))
  return true
}

function spendCredit(session: SessionParts): boolean {
  if (session.credits === 0) return false
  session.credits -= 1
  return true
}

function readParams(session: SessionParts, params: RealtimeResponseCreateParams): RespondOptions {
  const { input, ...settings } = params
  refuseTooManySettings(settings, { limits: session.limits, param: 'response' })
  const { conversation, metadata, output_modalities: modalities } = params
  return {
    // The client of a locked session cannot change its agent.
    ...(!session.locked && {
      instructions: params.instructions ?? undefined,
      tools: params.tools ?? undefined,
      toolChoice: params.tool_choice ? toToolChoice(params.tool_choice) : undefined,
      maxOutputTokens: toMaxTokens(params.max_output_tokens),
    }),
    spoken: modalities?.includes('audio'),
    metadata: metadata ?? null,
    ...((conversation === 'none' || input) && { outOfBand: readOutOfBand(session, { conversation, input }) }),
  }
}

function readOutOfBand(
  session: SessionParts,
  { conversation, input }: Pick<RealtimeResponseCreateParams, 'conversation' | 'input'>,
): { items: HistoryItem[] | undefined } {
  if (session.locked) {
    throw sessionLocked('responses out of band', 'response.conversation')
  }
  if (conversation !== 'none') {
    throw new ProtocolError(INVALID_VALUE, '"response.input" needs "conversation": "none".', 'response.input')
  }
  const items = input?.map((item) => readInput(session, item))
  if (!items) return { items }
  refuseTooMuchInput(session, items)
  return { items }
}

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
