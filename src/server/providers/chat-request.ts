import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import type { ModelMessage, ModelRequest, ModelTool } from '../model/language-model.js'

/** The conversation in the shape of chat completions. */
export function toChatMessages(request: ModelRequest): ChatCompletionMessageParam[] {
  return [{ role: 'system', content: request.instructions }, ...request.history.map(toChatMessage)]
}

function toChatMessage(message: ModelMessage): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.output }
  if (message.role !== 'assistant') return { role: message.role, content: message.text }
  const calls = message.toolCalls.map(({ callId, name, arguments: text }) => ({
    id: callId,
    type: 'function' as const,
    function: { name, arguments: text },
  }))
  return {
    role: 'assistant',
    content: message.text || null,
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** The tools in the shape of chat completions. */
export function toChatTools(tools: readonly ModelTool[]): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
}
