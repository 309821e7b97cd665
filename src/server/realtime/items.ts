import { isObject } from '../../protocol/is-object.js'
import type { HistoryItem } from '../agent/events.js'
import { mustBe } from './protocol-error.js'

type ItemFields = Record<string, unknown>

const MAX_ID_CHARS = 128

/** The content parts of a message by role: the types that clients send, with the types of the protocol. */
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
  const item = { id, object: 'realtime.item', type: raw.type, status: 'completed' }
  switch (raw.type) {
    case 'message':
      return { ...item, ...readMessage(raw) } as HistoryItem
    case 'function_call': {
      const call_id = (raw.call_id ?? undefined) === undefined ? id : text(raw, 'call_id')
      return { ...item, call_id, name: text(raw, 'name'), arguments: text(raw, 'arguments') } as HistoryItem
    }
    case 'function_call_output':
      return { ...item, call_id: text(raw, 'call_id'), output: text(raw, 'output') } as HistoryItem
    case 'mcp_approval_response': {
      const { approve, reason } = raw
      if (typeof approve !== 'boolean') throw mustBe('item.approve', 'true or false')
      return {
        id,
        type: 'mcp_approval_response',
        approval_request_id: text(raw, 'approval_request_id'),
        approve,
        reason: typeof reason === 'string' ? reason : null,
      }
    }
    default:
      throw mustBe(
        'item.type',
        '"message", "function_call", "function_call_output" or "mcp_approval_response"',
      )
  }
}

function readMessage({ role, content }: ItemFields): ItemFields {
  const parts = typeof role === 'string' && Object.hasOwn(PARTS, role) ? PARTS[role]! : undefined
  if (!parts) throw mustBe('item.role', '"user", "assistant" or "system"')
  if (!Array.isArray(content)) throw mustBe('item.content', 'a list')
  return {
    role,
    content: content.map((part, at) => readPart(part, { parts, param: `item.content[${at}]` })),
  }
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

function text(raw: ItemFields, field: string): string {
  const value = raw[field]
  if (typeof value !== 'string') throw mustBe(`item.${field}`, 'a string')
  return value
}
