import { useEffect, useState } from 'react'
import type { ChatConnectionState } from '../../chat/chat-connection.js'
import type { ChatState } from '../../chat/chat-state.js'
import { Text } from '../text.js'

/** The status line: the agent's activity, or the connection state. */
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

/** The text of the status line while the connection is down. */
export function reconnecting(line: ChatConnectionState & { state: 'reconnecting' }, now: number): string {
  const seconds = line.retryAt === null ? 0 : Math.ceil((line.retryAt - now) / 1000)
  const when = seconds > 0 ? `next try in ${seconds} s` : 'trying'
  return `Connection lost: ${when} (${line.attempt}). What you type stays.`
}

/** The current time, updated every second while needed. */
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
