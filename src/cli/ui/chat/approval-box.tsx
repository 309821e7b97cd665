import { Box } from 'ink'
import type { ApprovalView } from '../../../client/state.js'
import { showHidden } from '../../../text/visible.js'
import { approvalLines } from '../../chat/approval-lines.js'
import { Text } from '../text.js'

/** A call that waits for yes or no: its request and its fields, in at most so many rows. */
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
        {showHidden(approval.name)}
      </Text>
      <Text>{approvalLines({ request, input: approval.input }, rows).join('\n')}</Text>
      <Text>
        Send it? <Text bold>y</Text> yes · <Text bold>n</Text> no
      </Text>
    </Box>
  )
}
