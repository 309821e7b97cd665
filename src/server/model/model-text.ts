import type { ModelMessage, ModelRequest, ModelToolCall } from './language-model.js'

/** A request to a model as text for people: instructions, tools and messages, as Markdown. */
export function requestText({ instructions, tools, history, facts, toolChoice }: ModelRequest): string {
  const choice = typeof toolChoice === 'string' ? toolChoice : toolChoice.name
  return [
    section('Instructions', instructions),
    section(`Tools (choice: ${choice})`, tools.map(toolText).join('\n\n') || 'None.'),
    section('Conversation', history.map(messageText).join('\n\n') || 'Nothing yet.'),
    ...(facts ? [section('Facts', facts)] : []),
  ].join('\n')
}

/** The answer of a model as text for people. */
export function answerText(text: string, calls: readonly ModelToolCall[]): string {
  return section('Answer', [...(text ? [text] : []), ...calls.map(callText)].join('\n\n') || 'Nothing.')
}

const section = (title: string, text: string) => `## ${title}\n\n${text}\n`

function toolText({ name, description, parameters }: ModelRequest['tools'][number]): string {
  return `### ${name}\n\n${description}\n\n${code(JSON.stringify(parameters, null, 2))}`
}

function messageText(message: ModelMessage): string {
  if (message.role === 'tool')
    return `**tool** ${message.name} (${message.callId})${message.isError ? ', failed' : ''}:\n\n${code(message.output)}`
  const calls = message.role === 'assistant' ? message.toolCalls.map(callText) : []
  return [`**${message.role}**: ${message.text}`.trimEnd(), ...calls].join('\n\n')
}

const callText = ({ callId, name, arguments: text }: ModelToolCall) =>
  `**call** ${name} (${callId}):\n\n${code(text)}`

const code = (text: string) => `\`\`\`json\n${text}\n\`\`\``
