import type {
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelTool,
} from '../../../../src/server/model/language-model.js'
import { createRouter, type RouterOptions } from '../../../../src/server/providers/router/router.js'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'

/** One step of the router, taken apart. */
export interface Step {
  text: string
  deltas: string[]
  call?: { callId: string; name: string; input: JsonObject }
  explain: Extract<ModelChunk, { type: 'explain' }>
  end: string
}

/** Answers a call in place of an API: the status and the content. */
export type Answer = (name: string, input: JsonObject) => { status: number; content: JsonValue }

const plainRouter = createRouter()

/** Runs one step over a history. */
export async function step(
  history: ModelMessage[],
  options: { tools: ModelTool[]; toolChoice?: ModelRequest['toolChoice']; router?: RouterOptions },
): Promise<Step> {
  const { tools, toolChoice = 'auto' } = options
  const router = options.router ? createRouter(options.router) : plainRouter
  const request = { instructions: '', history, tools, toolChoice }
  const chunks: ModelChunk[] = []
  for await (const chunk of router.stream(request, { signal: new AbortController().signal }))
    chunks.push(chunk)
  const deltas = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.text] : []))
  const call = chunks.find((chunk) => chunk.type === 'tool-call')
  return {
    text: deltas.join(''),
    deltas,
    ...(call && {
      call: { callId: call.callId, name: call.name, input: JSON.parse(call.arguments) as JsonObject },
    }),
    explain: chunks.find((chunk) => chunk.type === 'explain')!,
    end: chunks.find((chunk) => chunk.type === 'end')?.reason ?? 'none',
  }
}

/** A whole conversation: what was said and called, one line each, as `tool {input}` or the sentence. */
export async function talk(
  says: string[],
  { tools, answer, router }: { tools: ModelTool[]; answer: Answer; router?: RouterOptions },
): Promise<string[]> {
  const history: ModelMessage[] = []
  const lines: string[] = []
  for (const text of says) {
    history.push({ role: 'user', text })
    for (let steps = 0; steps < 6; steps++) {
      const { text: said, call } = await step(history, { tools, ...(router && { router }) })
      if (said !== '') lines.push(said)
      const toolCalls = call
        ? [{ callId: call.callId, name: call.name, arguments: JSON.stringify(call.input) }]
        : []
      history.push({ role: 'assistant', text: said, toolCalls })
      if (!call) break
      lines.push(`${call.name} ${JSON.stringify(call.input)}`)
      const { status, content } = answer(call.name, call.input)
      const isError = status >= 400
      const output = JSON.stringify({ isError, status, content })
      history.push({ role: 'tool', callId: call.callId, name: call.name, output, isError })
    }
  }
  return lines
}
