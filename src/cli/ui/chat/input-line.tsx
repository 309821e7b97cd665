import { Box } from 'ink'
import { graphemesOf } from '../../../text/graphemes.js'
import type { InputDraft } from '../../chat/draft.js'
import { Text } from '../text.js'

const PLACEHOLDER = 'say something'
const MAX_ROWS = 8

/** The text of the composer with the cursor. If it has many lines, the lines around the cursor are shown. */
export function InputLine({ draft, isFrozen }: { draft: InputDraft; isFrozen: boolean }) {
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
