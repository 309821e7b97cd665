import { fieldsOf, isObject } from '../protocol/is-object.js'

/** What a value has to be: of a type, a list of one shape, or an object with these members. `?` behind a name: it may be missing or null. */
type Shape = string | readonly [Shape] | { readonly [member: string]: Shape }

const [text, number, yesOrNo] = ['string', 'number', 'boolean']

const failure = { 'message?': text, 'code?': text, 'type?': text }

const ITEMS: Record<string, object> = {
  message: { 'id?': text, role: text, content: [{ 'text?': text, 'transcript?': text }] },
  mcp_call: {
    ...{ id: text, name: text, 'arguments?': text, 'output?': text },
    'error?': { 'message?': text },
  },
  function_call: { 'id?': text, name: text, call_id: text, arguments: text },
  function_call_output: { call_id: text, output: text },
  mcp_approval_request: { id: text, name: text, arguments: text },
  mcp_approval_response: { approval_request_id: text, approve: yesOrNo },
}

const ofItem = { item_id: text }
const delta = { ...ofItem, delta: text }
/** Stands for the shape of the item that comes. */
const ITEM = 'item'
const itemEvent = { item: ITEM, 'previous_item_id?': text }

/** The members that the client reads, by the type of the event. */
const EVENTS: Record<string, object> = {
  error: { error: failure },
  'session.created': { session: {} },
  'voice.session': {
    ...{ session_id: text, resume_token: text, gap: yesOrNo },
    providers: { 'stt?': text, 'llm?': text, 'tts?': text, 'vad?': text, 'turn_detection?': text },
  },
  'voice.state': { state: text },
  'voice.pong': { t: number },
  'voice.approval': {
    requests: [
      {
        ...{ approval_request_id: text, message_id: text, text, 'request?': text, 'note?': text },
        ...{ 'destructive?': yesOrNo, fields: [{ name: text, value: text }] },
      },
    ],
  },
  'voice.metrics': { turn_id: text, stages_ms: {} },
  'voice.explain': {
    ...{ candidates: [{ name: text, score: number }], 'chosen?': text, missing: [text] },
    requests: [{ method: text, url: text }],
  },
  'response.created': { response: { 'id?': text } },
  'response.done': {
    response: {
      ...{ 'id?': text, 'status?': text, 'output?': [{}] },
      'status_details?': { 'error?': failure },
    },
  },
  'response.output_item.done': { item: ITEM },
  'response.content_part.added': { ...ofItem, content_index: number },
  'response.output_text.delta': delta,
  'response.output_audio_transcript.delta': delta,
  'response.mcp_call_arguments.done': { ...ofItem, arguments: text },
  'conversation.item.added': itemEvent,
  'conversation.item.done': itemEvent,
  'conversation.item.deleted': ofItem,
  'conversation.item.truncated': ofItem,
  'conversation.item.input_audio_transcription.delta': { ...ofItem, 'delta?': text },
  'conversation.item.input_audio_transcription.completed': { ...ofItem, transcript: text },
  'conversation.item.input_audio_transcription.failed': { ...ofItem, error: failure },
}

/** The shape of an object by its member `type`; of an unknown type, only this member counts. */
const shapeOf = (shapes: Record<string, object>, value: unknown): Shape => {
  const { type } = fieldsOf(value)
  return { type: text, ...(typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type]) }
}

/** The path of the first wrong member; `''` for the value itself, `undefined` if it is right. */
function wrongIn(value: unknown, shape: Shape): string | undefined {
  if (shape === ITEM) return wrongIn(value, shapeOf(ITEMS, value))
  if (typeof shape === 'string') return typeof value === shape ? undefined : ''
  const isList = Array.isArray(shape)
  if (isList ? !Array.isArray(value) : !isObject(value)) return ''
  for (const key of Object.keys(isList ? (value as object) : shape)) {
    const name = key.replace('?', '')
    const member = (value as Record<string, unknown>)[name]
    if (name !== key && (member ?? null) === null) continue
    const wrong = wrongIn(member, (shape as Record<string, Shape>)[isList ? 0 : key]!)
    if (wrong !== undefined) return wrong ? `${name}.${wrong}` : name
  }
  return undefined
}

/** The first wrong member of a server event. Only what the client reads is checked, so servers may send more. */
export function wrongMember(event: { type: string }): string | undefined {
  return wrongIn(event, shapeOf(EVENTS, event))
}
