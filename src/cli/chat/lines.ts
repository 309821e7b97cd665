import { createInterface } from 'node:readline/promises'
import type { Connection } from '../../client/connection.js'
import { singleLine } from '../../printable.js'
import { terminalText } from '../colour.js'
import type { Output } from '../output.js'
import { writeOut } from '../terminal.js'
import { type Answer, ask } from './ask.js'
import { explained } from './explained.js'

/** What the line mode needs. */
export interface LinesOptions {
  connection: Connection
  output: Output
  explain: boolean
}

/**
 * Talks line by line until the input ends; true when it ended so, false when the agent left. Questions for approval are answered by
 * typing, as everything else. Ctrl-C stops a reply first and leaves second.
 */
export async function talkInLines({ connection, output, explain }: LinesOptions): Promise<boolean> {
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

/** What happened beside the text: the tools that ran, what went wrong, and on request why. */
export function remarks({ toolCalls, error, explain }: Answer): string[] {
  const calls = toolCalls.map(({ name, input, isError }) => {
    const outcome = isError ? ' failed' : ''
    return `  → ${singleLine(name)} ${JSON.stringify(input)}${outcome}`
  })
  const reasons = (explain ?? []).map((explanation) => explained(explanation).replace(/^/gm, '  '))
  return [...calls, ...reasons, ...(error === undefined ? [] : [`  ! ${singleLine(error)}`])]
}
