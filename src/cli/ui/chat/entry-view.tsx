import { Box } from 'ink'
import type { ReactNode } from 'react'
import { onOneLine, prettyJson, resultLine } from '../../chat/tool-text.js'
import type { TranscriptEntry } from '../../chat/transcript.js'
import { Text } from '../text.js'

const COLOURS = { plain: undefined, dim: undefined, warn: 'yellow' } as const

export function EntryView({ entry }: { entry: TranscriptEntry }): ReactNode {
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

/**
 * How an approval request ended. If the user answered it with a message, the events do not say whether it was
 * approved.
 */
function Answered({
  approval: { name, approved },
}: {
  approval: { name: string; approved: boolean | null }
}) {
  const [mark, color, answer] =
    approved === null
      ? ['·', 'gray', 'answered in words']
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

/** A tool call in one line: name, input and outcome. */
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

/** A complete tool call: its input and its result. */
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

/**
 * Shows text with a mark in front of it. The mark has a separate column. If the text wraps, its further lines begin
 * below the first word, not below the mark.
 */
export function Marked({ mark, color, children }: { mark: string; color: string; children: ReactNode }) {
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
