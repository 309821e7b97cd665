import { Box, Static } from 'ink'
import { useSyncExternalStore } from 'react'
import type { ApprovalView } from '../../../client/state.js'
import { graphemesOf } from '../../../text/graphemes.js'
import { showHidden } from '../../../text/visible.js'
import { approvalLines } from '../../chat/approval-lines.js'
import type { ChatSession } from '../../chat/chat-session.js'
import { openApprovals } from '../../chat/chat-state.js'
import type { InputDraft } from '../../chat/draft.js'
import type { TranscriptEntry } from '../../chat/transcript.js'
import { colourOf, Text } from '../text.js'
import { EntryView } from './entry-view.js'
import { StatusLine } from './status-line.js'
import { useInputLine } from './use-input-line.js'
import { useTerminalSize } from './use-terminal-size.js'

/** Rows reserved for the composer, the status line and an approval request. */
const ROWS_BELOW = 6

/**
 * The chat screen. Entries that cannot change any more (`settled`) are written once and scroll away. Entries that may
 * change (`live`) are redrawn below them.
 */
export function ChatScreen({ session }: { session: ChatSession }) {
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

/**
 * Returns the newest entries that can fit on the screen, and only the end of a long message. If the output had more
 * rows than the terminal, the terminal would flicker.
 */
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

/**
 * Shows the tool calls that wait for approval, in about `rows` rows: the first with its values, the others by what they
 * do.
 */
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

/** The text of the composer with the cursor. If it has many lines, the lines around the cursor are shown. */
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
