import { createInterface } from 'node:readline/promises'
import type { Connection } from '../../client/connection.js'
import { singleLine } from '../../printable.js'
import { terminalText } from '../colour.js'
import type { Output } from '../output.js'
import { writeOut } from '../terminal.js'
import { type AgentAnswer, ask } from './ask.js'
import { explanationText } from './chat-state.js'

export interface LineModeOptions {
  connection: Connection
  output: Output
  explain: boolean
}

/**
 * Chats line by line until the input ends; returns true then, false if the agent left. Approval requests are answered
 * by typing. Ctrl-C stops a response first and exits second.
 */
export async function runLineMode({ connection, output, explain }: LineModeOptions): Promise<boolean> {
  const { paint, interactive } = output
  const lines = createInterface({ input: process.stdin, output: interactive ? process.stdout : undefined })
  let [isReplying, hasLeft] = [false, false]
  lines.on('SIGINT', () => {
    if (!isReplying) return lines.close()
    isReplying = false
    connection.send({ type: 'response.cancel' })
  })
  const closed = new Promise<void>((resolve) =>
    connection.on('close', ({ reason }) => {
      if (!hasLeft) output.warn(`\nThe agent closed the connection${reason ? ` (${reason})` : ''}.`)
      lines.close()
      resolve()
    }),
  )
  lines.setPrompt(terminalText(paint.bold('you  ')))
  if (interactive) lines.prompt()
  for await (const line of lines) {
    const message = line.trim()
    if (message !== '') {
      isReplying = true
      writeOut(paint.bold('agent '))
      const answer = await ask({ connection, message, explain, onText: writeOut })
      isReplying = false
      writeOut('\n')
      for (const remark of remarks(answer)) output.print(paint.dim(remark))
    }
    if (interactive) lines.prompt()
  }
  if (!connection.isOpen) return false
  hasLeft = true
  if (interactive) writeOut('\n')
  connection.close()
  await closed
  return true
}

/** Information beside the text: the tools that ran, errors, and optionally the explanation. */
export function remarks({ toolCalls, error, explain }: AgentAnswer): string[] {
  const calls = toolCalls.map(({ name, input, isError }) => {
    const outcome = isError ? ' failed' : ''
    return `  → ${singleLine(name)} ${JSON.stringify(input)}${outcome}`
  })
  const reasons = (explain ?? []).map((explanation) => explanationText(explanation).replace(/^/gm, '  '))
  return [...calls, ...reasons, ...(error === undefined ? [] : [`  ! ${singleLine(error)}`])]
}
