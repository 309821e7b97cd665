import { isObject } from '../../protocol/is-object.js'
import type { HistoryItem } from '../agent/events.js'
import { mustBe } from './protocol-error.js'

type ItemFields = Record<string, unknown>

const MAX_ID_CHARS = 128

/**
 * The types of content parts that a message of each role may have. The inner keys are the types that clients send. The
 * values are the corresponding types of the protocol: `text` in a user message becomes `input_text`.
 */
const PARTS: Record<string, Record<string, string>> = {
  system: { input_text: 'input_text', text: 'input_text' },
  user: { input_text: 'input_text', text: 'input_text', input_audio: 'input_audio' },
  assistant: {
    output_text: 'output_text',
    text: 'output_text',
    // Pipecat, a framework for voice clients, sends `input_text` in assistant messages too.
    input_text: 'output_text',
    output_audio: 'output_audio',
    audio: 'output_audio',
  },
}

/** Validates an item from a client. Adds an id if it has none, and all other members that clients require. */
export function parseItem(raw: unknown, newId: (prefix: string) => string): HistoryItem {
  if (!isObject(raw)) throw mustBe('item', 'an object')
  const id = readId(raw.id) ?? newId('item')
  switch (raw.type) {
    case 'message':
      return readMessage(raw, id)
    case 'function_call':
      return {
        id,
        object: 'realtime.item',
        type: 'function_call',
        status: 'completed',
        call_id: (raw.call_id ?? undefined) === undefined ? id : text(raw, 'call_id'),
        name: text(raw, 'name'),
        arguments: text(raw, 'arguments'),
      } as HistoryItem
    case 'function_call_output':
      return {
        id,
        object: 'realtime.item',
        type: 'function_call_output',
        status: 'completed',
        call_id: text(raw, 'call_id'),
        output: text(raw, 'output'),
      } as HistoryItem
    case 'mcp_approval_response':
      return {
        id,
        type: 'mcp_approval_response',
        approval_request_id: text(raw, 'approval_request_id'),
        approve: flag(raw, 'approve'),
        reason: typeof raw.reason === 'string' ? raw.reason : null,
      }
    default:
      throw mustBe(
        'item.type',
        '"message", "function_call", "function_call_output" or "mcp_approval_response"',
      )
  }
}

function readMessage(raw: ItemFields, id: string): HistoryItem {
  const parts = typeof raw.role === 'string' && Object.hasOwn(PARTS, raw.role) ? PARTS[raw.role]! : undefined
  if (!parts) throw mustBe('item.role', '"user", "assistant" or "system"')
  if (!Array.isArray(raw.content)) throw mustBe('item.content', 'a list')
  const content = raw.content.map((part, at) => readPart(part, { parts, param: `item.content[${at}]` }))
  return {
    id,
    object: 'realtime.item',
    type: 'message',
    role: raw.role,
    status: 'completed',
    content,
  } as HistoryItem
}

/** Reads one content part of a message. Of an audio part, only the transcript is kept. */
function readPart(
  part: unknown,
  { parts, param }: { parts: Record<string, string>; param: string },
): ItemFields {
  const type = isObject(part) && typeof part.type === 'string' ? parts[part.type] : undefined
  if (!isObject(part) || type === undefined)
    throw mustBe(param, `a part of the type ${Object.keys(parts).join(' or ')}`)
  const isText = type === 'input_text' || type === 'output_text'
  const words = isText ? part.text : part.transcript
  if (isText && typeof words !== 'string') throw mustBe(`${param}.text`, 'a string')
  return isText ? { type, text: words } : { type, transcript: typeof words === 'string' ? words : null }
}

function readId(id: unknown): string | undefined {
  if (id === undefined || id === null || id === '') return undefined
  if (typeof id === 'string' && id.length <= MAX_ID_CHARS) return id
  throw mustBe('item.id', `a string of at most ${MAX_ID_CHARS} characters`)
}

function flag(raw: ItemFields, field: string): boolean {
  const value = raw[field]
  if (typeof value !== 'boolean') throw mustBe(`item.${field}`, 'true or false')
  return value
}

function text(raw: ItemFields, field: string): string {
  const value = raw[field]
  if (typeof value !== 'string') throw mustBe(`item.${field}`, 'a string')
  return value
}
