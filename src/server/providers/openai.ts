import type OpenAI from 'openai'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { LanguageModel, ModelChunk, ModelRequest } from '../model/language-model.js'
import { toChatMessages, toChatTools } from './chat-request.js'
import { ChatStream } from './chat-stream.js'
import { createModel, type OpenAICall, type OpenAIModelOptions } from './openai-client.js'

/** A language model behind any OpenAI-compatible address, by chat completions. */
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

function chatParams(
  request: ModelRequest,
  { model, dialect }: OpenAIModelOptions,
): ChatCompletionCreateParamsStreaming {
  const { toolChoice, maxOutputTokens, temperature } = request
  const tools = toChatTools(request.tools)
  const limit = dialect === 'openai' || dialect === 'azure' ? 'max_completion_tokens' : 'max_tokens'
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: toChatMessages(request),
    ...(tools.length > 0 && {
      tools,
      tool_choice: typeof toolChoice === 'object' ? { type: 'function', function: toolChoice } : toolChoice,
    }),
    ...(maxOutputTokens !== undefined && { [limit]: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  }
}
