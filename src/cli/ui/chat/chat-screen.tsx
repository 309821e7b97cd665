import { Box, render, Static } from 'ink'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { ApprovalView } from '../../../client/state.js'
import { graphemesOf } from '../../../text/graphemes.js'
import { shownInput } from '../../../text/shown-input.js'
import { showHidden } from '../../../text/visible.js'
import { onOneLine, prettyJson, resultLine } from '../../chat/ask.js'
import type { ChatSession } from '../../chat/chat-session.js'
import {
  type ChatConnectionState,
  type ChatState,
  openApprovals,
  type TranscriptEntry,
} from '../../chat/chat-state.js'
import { colourOf, reflowing, Text, useTerminalSize } from '../text.js'
import { type InputDraft, useInputLine } from './use-input-line.js'

/** Tells the terminal to mark pasted text, so that a line end in a pasted text does not send the message. */
const MARK_PASTES = '\u001b[?2004h'
const MARK_NO_PASTES = '\u001b[?2004l'

/** Shows a chat to its end and restores the terminal. True if the user ended it, false if the agent did. */
export async function openChat(session: ChatSession): Promise<boolean> {
  const restore = () => void process.stdout.write(MARK_NO_PASTES)
  process.stdout.write(MARK_PASTES)
  process.once('exit', restore)
  const { stdout, release } = reflowing(process.stdout)
  const screen = render(<ChatScreen session={session} />, { stdout, exitOnCtrlC: false })
  try {
    return await session.left
  } finally {
    screen.unmount()
    await screen.waitUntilExit()
    release()
    process.removeListener('exit', restore)
    restore()
  }
}

const ROWS_BELOW = 6

/** `settled` entries are written once and scroll away, `live` ones are redrawn below. */
function ChatScreen({ session }: { session: ChatSession }) {
  const state = useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.state,
  )
  const { columns, rows } = useTerminalSize()
  const draft = useInputLine({
    onSend: (text) => session.submit(text),
    onStop: () => session.stop(),
    onEnd: () => session.leave(),
    onOpenCall: () => session.openCall(),
    onAnswer: (approve, which) => session.answer(approve, which),
  })
  const open = openApprovals(state)
  const live = state.transcript.live.filter((entry) => entry.kind !== 'approval')
  return (
    <>
      <Static items={state.transcript.settled} style={{ width: '100%' }}>
        {(entry) => <EntryView key={entry.id} entry={entry} />}
      </Static>
      <Box flexDirection="column" width="100%">
        {fitting(live, { columns, rows: rows - ROWS_BELOW }).map((entry) => (
          <EntryView key={entry.id} entry={entry} />
        ))}
        {open.length > 0 ? (
          <ApprovalBox open={open} rows={Math.max(rows - ROWS_BELOW - 4, 3)} />
        ) : (
          <Text> </Text>
        )}
        <InputLine draft={draft} isFrozen={state.line.state !== 'open'} />
        <StatusLine state={state} width={columns} isWriting={draft.text !== ''} />
      </Box>
    </>
  )
}

/** The newest entries that fit, and the end of a long one: more rows than the terminal has would flicker. */
function fitting(
  entries: readonly TranscriptEntry[],
  { columns, rows }: { columns: number; rows: number },
): TranscriptEntry[] {
  const room = Math.max(rows, 3) * Math.max(columns - 2, 10)
  return entries
    .slice(-Math.max(rows, 3))
    .map((entry) =>
      entry.kind === 'said' && entry.text.length > room
        ? { ...entry, text: `… ${entry.text.slice(-room)}` }
        : entry,
    )
}

/** The calls that wait, in about `rows` rows, the first with its values. */
function ApprovalBox({ open, rows }: { open: readonly ApprovalView[]; rows: number }) {
  const [first, ...others] = open
  if (!first) return null
  const listed = others.slice(0, Math.max(Math.floor(rows / 2), 1))
  const unlisted = others.length - listed.length
  return (
    <Box flexDirection="column" borderStyle="round" borderColor={colourOf('yellow')} paddingX={1}>
      <Text bold color="yellow">
        {askedText(first)}
      </Text>
      <Text>{approvalLines(first, Math.max(rows - listed.length, 3)).join('\n')}</Text>
      {listed.map((other) => (
        <Text key={other.id} dimColor>{`then: ${askedText(other)}`}</Text>
      ))}
      {unlisted > 0 ? <Text dimColor>{`and ${unlisted} more`}</Text> : null}
      <Text>
        Send it? <Text bold>y</Text> yes · <Text bold>n</Text> no
        {others.length > 0 ? (
          <Text>
            {' · '}
            <Text bold>Y</Text> all {open.length} · <Text bold>N</Text> none
          </Text>
        ) : null}
      </Text>
    </Box>
  )
}

const askedText = ({ name, question }: ApprovalView) => question?.text ?? showHidden(name)

const PLACEHOLDER = 'say something'
const MAX_ROWS = 8

function InputLine({ draft, isFrozen }: { draft: InputDraft; isFrozen: boolean }) {
  return (
    <Box>
      <Box width={2} flexShrink={0}>
        <Text color="cyan" dimColor={isFrozen}>
          ›
        </Text>
      </Box>
      <Box flexDirection="column" flexGrow={1} flexShrink={1}>
        {draft.text === '' ? (
          <Text>
            <Text inverse> </Text>
            <Text dimColor>{PLACEHOLDER}</Text>
          </Text>
        ) : (
          <Written draft={draft} />
        )}
      </Box>
    </Box>
  )
}

function Written({ draft }: { draft: InputDraft }) {
  const all = graphemesOf(draft.text)
  const at = all[draft.cursor]
  const isOnText = at !== undefined && at !== '\n'
  const before = all.slice(0, draft.cursor).join('')
  const after = all.slice(draft.cursor + (isOnText ? 1 : 0)).join('')
  const first = Math.max(before.split('\n').length - MAX_ROWS, 0)
  const rows = before.split('\n').slice(first).join('\n')
  const below = after.split('\n').slice(0, MAX_ROWS).join('\n')
  return (
    <Text>
      {first > 0 ? <Text dimColor>{`… ${first} more\n`}</Text> : null}
      {rows}
      <Text inverse>{isOnText ? at : ' '}</Text>
      {below}
    </Text>
  )
}

function StatusLine({ state, width, isWriting }: { state: ChatState; width: number; isWriting: boolean }) {
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
function reconnecting(line: ChatConnectionState & { state: 'reconnecting' }, now: number): string {
  const seconds = line.retryAt === null ? 0 : Math.ceil((line.retryAt - now) / 1000)
  const when = seconds > 0 ? `next try in ${seconds} s` : 'trying'
  return `Connection lost: ${when} (${line.attempt}). What you type stays.`
}

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

const COLOURS = { plain: undefined, dim: undefined, warn: 'yellow' } as const

function EntryView({ entry }: { entry: TranscriptEntry }): ReactNode {
  switch (entry.kind) {
    case 'said':
      return <Said role={entry.role} text={entry.text} opens={entry.opens} />
    case 'tool':
      return entry.open ? <OpenTool tool={entry.tool} /> : <FoldedTool tool={entry.tool} />
    case 'approval':
      return <Answered approval={entry.approval} />
    case 'note':
      return (
        <Box marginTop={entry.tone === 'plain' ? 1 : 0}>
          <Text color={COLOURS[entry.tone]} dimColor={entry.tone === 'dim'}>
            {entry.text}
          </Text>
        </Box>
      )
  }
}

/** How an approval ended. After words that are neither yes nor no, it is open until the agent asks again. */
function Answered({ approval: { name, approved, lapsed } }: { approval: ApprovalView }) {
  const [mark, color, answer] =
    approved === null || lapsed
      ? ['·', 'gray', lapsed ? 'no longer asked' : 'not answered']
      : approved
        ? ['✓', 'green', 'approved']
        : ['✗', 'red', 'declined']
  return (
    <Marked mark={mark} color={color}>
      <Text dimColor>
        {name} {answer}
      </Text>
    </Marked>
  )
}

function Said({ role, text, opens }: { role: 'user' | 'assistant'; text: string; opens: boolean }) {
  const mark = opens ? (role === 'user' ? '›' : '●') : ' '
  return (
    <Box marginTop={opens ? 1 : 0}>
      <Marked mark={mark} color={role === 'user' ? 'cyan' : 'green'}>
        <Text bold={role === 'user'}>{text || ' '}</Text>
      </Marked>
    </Box>
  )
}

type Tool = (TranscriptEntry & { kind: 'tool' })['tool']

const TOOL_MARKS = {
  running: ['…', 'yellow'],
  done: ['→', 'cyan'],
  failed: ['✗', 'red'],
} as const

function FoldedTool({ tool }: { tool: Tool }) {
  const [mark, color] = TOOL_MARKS[tool.status]
  return (
    <Marked mark={mark} color={color}>
      <Text wrap="truncate-end" dimColor>
        {tool.name} {onOneLine(tool.input)}
        {tool.status === 'running' ? '' : ` · ${resultLine(tool)}`}
      </Text>
    </Marked>
  )
}

function OpenTool({ tool }: { tool: Tool }) {
  const [mark, color] = TOOL_MARKS[tool.status]
  return (
    <Box flexDirection="column" marginTop={1}>
      <Marked mark={mark} color={color}>
        <Text bold>
          {tool.name} · {resultLine(tool)}
        </Text>
      </Marked>
      <Box flexDirection="column" marginLeft={2}>
        <Text dimColor>input</Text>
        <Text>{prettyJson(tool.input)}</Text>
        <Text dimColor>result</Text>
        <Text>{prettyJson(tool.output ?? '')}</Text>
      </Box>
    </Box>
  )
}

/** Text with a mark in a column of its own, so that further lines stay aligned. */
function Marked({ mark, color, children }: { mark: string; color: string; children: ReactNode }) {
  return (
    <Box width="100%">
      <Box width={2} flexShrink={0}>
        <Text color={color}>{mark}</Text>
      </Box>
      <Box flexGrow={1} flexShrink={1} flexBasis={0}>
        {children}
      </Box>
    </Box>
  )
}

const MAX_CHARS = 160

/** The values of a call in at most `maxLines` lines, as the agent says them or by field, and its HTTP request. */
export function approvalLines(
  { input, question }: Pick<ApprovalView, 'input' | 'question'>,
  maxLines: number,
): string[] {
  const request = question?.request ? [question.request] : []
  const room = Math.max(maxLines - request.length, 1)
  const lines = [...(question ? saidLines(question, room) : fieldLines(input, room)), ...request]
  return lines.length === 0 ? ['(nothing)'] : lines
}

function saidLines({ fields, note }: NonNullable<ApprovalView['question']>, room: number): string[] {
  const all = [...fields.map(({ name, value }) => `${name} ${value}`.trim()), ...(note ? [note] : [])]
  if (all.length <= room) return all
  const rest = fields.slice(room - 1).map(({ name, value }) => name || value)
  return [...all.slice(0, room - 1), `+${all.length - room + 1} ${rest.join(', ')}`]
}

function fieldLines(input: string, room: number): string[] {
  const rows = shownInput(input, { maxChars: MAX_CHARS, maxRows: room })
  return rows.map(({ path, value }) => `${path.join('.')} ${value}`.trim())
}
