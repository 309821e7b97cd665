import type { ModelMessage, ModelRequest, ModelToolCall } from './language-model.js'

/**
 * A request to a model as text for people: instructions, tools and messages, as Markdown. `last`: the instructions and
 * tools of the request before, which are not repeated.
 */
export function requestText(
  { instructions, tools, history, facts, toolChoice }: ModelRequest,
  last = new Map<string, string>(),
): string {
  const choice = typeof toolChoice === 'string' ? toolChoice : toolChoice.name
  const changed = (name: string, text: string) => {
    const isSame = last.get(name) === text
    last.set(name, text)
    return isSame ? 'As in the request before.' : text
  }
  return [
    section('Instructions', changed('instructions', instructions)),
    section(`Tools (choice: ${choice})`, changed('tools', tools.map(toolText).join('\n\n') || 'None.')),
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
