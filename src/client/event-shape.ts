import { isObject } from '../protocol/is-object.js'

/** The path of the first wrong member; `''` for the value itself, `undefined` if it is right. */
type Check = (value: unknown) => string | undefined

const be =
  (type: 'string' | 'number' | 'boolean'): Check =>
  (value) =>
    typeof value === type ? undefined : ''

const text = be('string')
const number = be('number')
const yesOrNo = be('boolean')

const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? undefined : check(value)

const object =
  (members: Record<string, Check>): Check =>
  (value) => {
    if (!isObject(value)) return ''
    for (const [name, check] of Object.entries(members)) {
      const wrong = check(value[name])
      if (wrong !== undefined) return wrong ? `${name}.${wrong}` : name
    }
    return undefined
  }

const list =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return ''
    const wrongs = value.map(check)
    const index = wrongs.findIndex((wrong) => wrong !== undefined)
    return index < 0 ? undefined : [index, wrongs[index]].filter((step) => step !== '').join('.')
  }

const failure = object({ message: optional(text), code: optional(text), type: optional(text) })
const part = object({ text: optional(text), transcript: optional(text) })

const ITEMS: Record<string, Check> = {
  message: object({ id: optional(text), role: text, content: list(part) }),
  mcp_call: object({
    ...{ id: text, name: text, arguments: optional(text), output: optional(text) },
    error: optional(object({ message: optional(text) })),
  }),
  function_call: object({ id: optional(text), name: text, call_id: text, arguments: text }),
  function_call_output: object({ call_id: text, output: text }),
  mcp_approval_request: object({ id: text, name: text, arguments: text }),
  mcp_approval_response: object({ approval_request_id: text, approve: yesOrNo }),
}

const item: Check = (value) => object({ type: text })(value) ?? checkOf(ITEMS, value)?.(value)

const ofItem = { item_id: text }
const itemEvent = object({ item, previous_item_id: optional(text) })
const delta = object({ ...ofItem, delta: text })
const engine = optional(text)

/** The members that the client reads, by the type of the event. */
const EVENTS: Record<string, Check> = {
  error: object({ error: failure }),
  'session.created': object({ session: object({}) }),
  'voice.session': object({
    ...{ session_id: text, resume_token: text, gap: yesOrNo },
    providers: object({ stt: engine, llm: engine, tts: engine, vad: engine, turn_detection: engine }),
  }),
  'voice.state': object({ state: text }),
  'voice.pong': object({ t: number }),
  'voice.approval': object({
    requests: list(
      object({
        ...{
          approval_request_id: text,
          message_id: text,
          text,
          request: optional(text),
          destructive: optional(yesOrNo),
          note: optional(text),
        },
        fields: list(object({ name: text, value: text })),
      }),
    ),
  }),
  'voice.metrics': object({ turn_id: text, stages_ms: object({}) }),
  'voice.explain': object({
    candidates: list(object({ name: text, score: number })),
    chosen: optional(text),
    missing: list(text),
    requests: list(object({ method: text, url: text })),
  }),
  'response.created': object({ response: object({ id: optional(text) }) }),
  'response.done': object({
    response: object({
      ...{ id: optional(text), status: optional(text), output: optional(list(object({}))) },
      status_details: optional(object({ error: optional(failure) })),
    }),
  }),
  'response.output_item.done': object({ item }),
  'response.content_part.added': object({ ...ofItem, content_index: number }),
  'response.output_text.delta': delta,
  'response.output_audio_transcript.delta': delta,
  'response.mcp_call_arguments.done': object({ ...ofItem, arguments: text }),
  'conversation.item.added': itemEvent,
  'conversation.item.done': itemEvent,
  'conversation.item.deleted': object(ofItem),
  'conversation.item.truncated': object(ofItem),
  'conversation.item.input_audio_transcription.delta': object({ ...ofItem, delta: optional(text) }),
  'conversation.item.input_audio_transcription.completed': object({ ...ofItem, transcript: text }),
  'conversation.item.input_audio_transcription.failed': object({ ...ofItem, error: failure }),
}

const checkOf = (checks: Record<string, Check>, value: unknown): Check | undefined => {
  const { type } = value as { type: string }
  return Object.hasOwn(checks, type) ? checks[type] : undefined
}

/** The first wrong member of a server event. Only what the client reads is checked, so servers may send more. */
export function wrongMember(event: { type: string }): string | undefined {
  return checkOf(EVENTS, event)?.(event)
}
