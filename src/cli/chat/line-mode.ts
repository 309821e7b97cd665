import { createInterface } from 'node:readline/promises'
import type { Connection } from '../../client/connection.js'
import { singleLine } from '../../printable.js'
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
 * Sends each line of standard input as a message and prints the agent's answer. Used if standard input is not a
 * terminal. After an approval request, the next line answers the request. Returns true at the end of the input, false
 * if the agent closed the connection.
 */
export async function runLineMode({ connection, output, explain }: LineModeOptions): Promise<boolean> {
  const lines = createInterface({ input: process.stdin })
  let hasLeft = false
  const closed = new Promise<void>((resolve) =>
    connection.on('close', ({ reason }) => {
      if (!hasLeft) output.warn(`\nThe agent closed the connection${reason ? ` (${reason})` : ''}.`)
      lines.close()
      resolve()
    }),
  )
  for await (const line of lines) {
    const message = line.trim()
    if (message === '') continue
    writeOut(output.paint.bold('agent '))
    const answer = await ask({ connection, message, explain, onText: writeOut })
    writeOut('\n')
    for (const remark of remarks(answer)) output.print(output.paint.dim(remark))
  }
  if (!connection.isOpen) return false
  hasLeft = true
  connection.close()
  await closed
  return true
}

/** The lines to print after the text of an answer: the tool calls, the explanations if there are any, and the error. */
export function remarks({ toolCalls, error, explain }: AgentAnswer): string[] {
  const calls = toolCalls.flatMap(({ name, input, isError, failure }) => {
    const call = `  → ${singleLine(name)} ${JSON.stringify(input)}`
    return isError ? [`${call} failed`, ...(failure ? [`    ${singleLine(failure)}`] : [])] : [call]
  })
  const reasons = (explain ?? []).map((explanation) => explanationText(explanation).replace(/^/gm, '  '))
  return [...calls, ...reasons, ...(error === undefined ? [] : [`  ! ${singleLine(error)}`])]
}
