import { Box } from 'ink'
import type { ApprovalView } from '../../../client/state.js'
import { firstLines, prettyJson } from '../../chat/tool-text.js'
import { Text } from '../text.js'

/** A call that waits for yes or no, with the request it would send, cut to so many rows. */
export function ApprovalBox({
  approval,
  request,
  rows,
}: {
  approval: ApprovalView
  request: string
  rows: number
}) {
  return (
    <Box flexDirection="column" borderStyle="round" borderColor="yellow" paddingX={1}>
      <Text bold color="yellow">
        {approval.name}
      </Text>
      <Text>{firstLines(request || prettyJson(approval.input), rows)}</Text>
      <Text>
        Send it? <Text bold>y</Text> yes · <Text bold>n</Text> no
      </Text>
    </Box>
  )
}
