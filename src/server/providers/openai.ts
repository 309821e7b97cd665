import { createHash } from 'node:crypto'
import type OpenAI from 'openai'
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../model/language-model.js'
import { type ChatOwnMembers, ChatStream } from './chat-stream.js'
import { inOrderFor, withFacts } from './message-order.js'
import { createModel, type OpenAICall, type OpenAIModelOptions } from './openai-client.js'

/** A language model at any OpenAI-compatible base URL. Uses the chat completions API. */
export function createOpenAIModel(options: OpenAIModelOptions): LanguageModel {
  return createModel(options, streamChat)
}

async function* streamChat(client: OpenAI, call: OpenAICall): AsyncGenerator<ModelChunk> {
  const response = await client.chat.completions.create(chatParams(call), { signal: call.signal })
  const stream = new ChatStream(call.options.name, { keepsReasoning: wantsReasoning(call.options) })
  for await (const chunk of response) yield* stream.take(chunk)
  yield* stream.finish()
}

function chatParams({ request, options, settings }: OpenAICall): ChatCompletionCreateParamsStreaming {
  const { model, dialect } = options
  const { toolChoice, maxOutputTokens, temperature } = request
  const tools = toChatTools(request.tools)
  const limit = dialect === 'openai' || dialect === 'azure' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    // Mistral refuses this option, and sends the usage without it.
    ...(dialect !== 'mistral' && { stream_options: { include_usage: true } }),
    messages: [
      { role: 'system', content: request.instructions },
      ...inOrderFor(dialect, withFacts(request)).map((message) => toChatMessage(message, options)),
    ],
    ...(tools.length > 0 && {
      tools,
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', function: toolChoice } : toolChoice,
    }),
    // GPT-5.5 and later refuse tools without it.
    ...(settings.effort && { reasoning_effort: settings.effort }),
    [limit]: maxOutputTokens,
    ...(settings.takesTemperature && { temperature }),
  }
}

function toChatMessage(
  message: ModelMessage,
  { model, dialect }: OpenAIModelOptions,
): ChatCompletionMessageParam {
  const idOf = takesShortIds(dialect, model) ? shortId : (callId: string) => callId
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: idOf(message.callId), content: message.output }
  if (message.role !== 'assistant') return { role: message.role, content: message.text }
  const own = ownMembers(message.providerData?.data)
  const calls = message.toolCalls.map(({ callId, name, arguments: text }, at) => ({
    id: idOf(callId),
    type: 'function' as const,
    function: { name, arguments: text },
    ...(own.calls?.[at] ?? (/gemini/i.test(model) && { extra_content: NO_SIGNATURE })),
  }))
  return {
    role: 'assistant',
    content: message.text || null,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(own.message ?? (wantsReasoning({ model, dialect }) && { reasoning_content: '' })),
  }
}

/** DeepSeek refuses an answer without its reasoning. Other providers do not want the text of reasoning back. */
const wantsReasoning = ({ model, dialect }: Pick<OpenAIModelOptions, 'model' | 'dialect'>) =>
  dialect === 'deepseek' || /deepseek-v[4-9]/i.test(model)

/** Stands for the signature of a call that another model made. Without one, Gemini refuses the request. */
const NO_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } }

function ownMembers(data: JsonValue | undefined): ChatOwnMembers {
  return (asObject(data) ?? {}) as ChatOwnMembers
}

/** Mistral and the chat templates of its models take only ids of nine letters and digits. */
function takesShortIds(dialect: string, model: string): boolean {
  return dialect === 'mistral' || /(?:mi[sx]tral|(?:mini|dev|magi|code)stral|pixtral|voxtral)/i.test(model)
}

function shortId(callId: string): string {
  if (/^[a-zA-Z0-9]{9}$/.test(callId)) return callId
  return createHash('sha256').update(callId).digest('hex').slice(0, 9)
}

function toChatTools(tools: readonly ModelTool[]): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
}
