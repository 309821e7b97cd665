import { useEffect, useState } from 'react'
import type { ChatState } from '../../chat/chat-state.js'
import type { LineState } from '../../chat/line.js'
import { Text } from '../text.js'

/** The bottom line: what the agent is doing, or how the line is. */
export function StatusLine({
  state,
  width,
  isWriting,
}: {
  state: ChatState
  width: number
  isWriting: boolean
}) {
  const now = useSecondsWhile(state.line.state === 'reconnecting')
  if (state.line.state === 'reconnecting')
    return (
      <Text color="yellow" wrap="truncate-end">
        {reconnecting(state.line, now)}
      </Text>
    )
  return (
    <Text dimColor wrap="truncate-end">
      {statusText(state, { width, isWriting })}
    </Text>
  )
}

const DOING = { idle: '', listening: 'listening', thinking: 'thinking…', speaking: 'answering…' } as const

function statusText(
  { view, line }: ChatState,
  { width, isWriting }: { width: number; isWriting: boolean },
): string {
  if (line.state === 'closed') return 'The talk is over.'
  const doing = DOING[view.agent]
  if (doing) return `${doing} · Ctrl-C stops`
  const leave = isWriting ? 'Ctrl-C clears' : 'Ctrl-C leaves'
  const keys = width >= 80 ? `/help · Ctrl-O opens the last call · ${leave}` : `/help · ${leave}`
  return view.providers ? `${view.providers.llm} · ${keys}` : keys
}

/** What a person wants to know of a line that dropped. */
export function reconnecting(line: LineState & { state: 'reconnecting' }, now: number): string {
  const seconds = line.retryAt === null ? 0 : Math.ceil((line.retryAt - now) / 1000)
  const when = seconds > 0 ? `next try in ${seconds} s` : 'trying'
  return `Connection lost: ${when} (${line.attempt}). What you type stays.`
}

/** The time, told anew every second while it is needed. */
function useSecondsWhile(isNeeded: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isNeeded) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isNeeded])
  return now
}
