import { createHash } from 'node:crypto'
import type OpenAI from 'openai'
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions'
import type {
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelTool,
} from '../model/language-model.js'
import { ChatStream } from './chat-stream.js'
import { inOrderFor } from './message-order.js'
import { createModel, type OpenAICall, type OpenAIModelOptions } from './openai-client.js'

/** A language model at any OpenAI-compatible base URL. Uses the chat completions API. */
export function createOpenAIModel(options: OpenAIModelOptions): LanguageModel {
  return createModel(options, streamChat)
}

async function* streamChat(
  client: OpenAI,
  { request, signal, options }: OpenAICall,
): AsyncGenerator<ModelChunk> {
  const response = await client.chat.completions.create(chatParams(request, options), { signal })
  const stream = new ChatStream(options.name)
  for await (const chunk of response) yield* stream.take(chunk)
  yield* stream.finish()
}

function chatParams(request: ModelRequest, options: OpenAIModelOptions): ChatCompletionCreateParamsStreaming {
  const { model, dialect } = options
  const { toolChoice, maxOutputTokens, temperature } = request
  const tools = toChatTools(request.tools)
  const own = ownMembers(options)
  const limit = dialect === 'openai' || dialect === 'azure' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    // Mistral refuses this option, and sends the usage without it.
    ...(dialect !== 'mistral' && { stream_options: { include_usage: true } }),
    messages: [
      { role: 'system', content: request.instructions },
      ...inOrderFor(dialect, request.history).map((message) => toChatMessage(message, own)),
    ],
    ...(tools.length > 0 && {
      tools,
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', function: toolChoice } : toolChoice,
    }),
    [limit]: maxOutputTokens,
    temperature,
  }
}

/** Members that only one provider needs. */
interface OwnMembers {
  call?: object
  answer?: object
}

/**
 * Gemini from version 3 on refuses a call without its signature, and DeepSeek refuses an answer without its reasoning.
 * Neither is kept. These values stand for what is missing (ai.google.dev/gemini-api/docs/thought-signatures).
 */
function ownMembers({ model, dialect }: OpenAIModelOptions): OwnMembers {
  if (dialect === 'deepseek') return { answer: { reasoning_content: '' } }
  if (dialect !== 'google' || /^(?:models\/)?gemini-[12]\b/.test(model)) return {}
  return { call: { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } } }
}

function toChatMessage(message: ModelMessage, own: OwnMembers): ChatCompletionMessageParam {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: shortId(message.callId), content: message.output }
  if (message.role !== 'assistant') return { role: message.role, content: message.text }
  const calls = message.toolCalls.map(({ callId, name, arguments: text }) => ({
    id: shortId(callId),
    type: 'function' as const,
    function: { name, arguments: text },
    ...own.call,
  }))
  return {
    role: 'assistant',
    content: message.text || null,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...own.answer,
  }
}

/** Mistral and the chat templates of its models take only ids of nine letters and digits. */
function shortId(callId: string): string {
  return createHash('sha256').update(callId).digest('hex').slice(0, 9)
}

function toChatTools(tools: readonly ModelTool[]): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
}
