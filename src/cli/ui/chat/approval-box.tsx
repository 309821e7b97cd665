import { Box, Text } from 'ink'
import type { ApprovalView } from '../../../client/state.js'
import { prettyJson } from '../../chat/tool-text.js'

/** A call that waits for yes or no, with the request it would send. */
export function ApprovalBox({ approval, request }: { approval: ApprovalView; request: string }) {
  return (
    <Box flexDirection="column" borderStyle="round" borderColor="yellow" paddingX={1}>
      <Text bold color="yellow">
        {approval.name}
      </Text>
      <Text>{request || prettyJson(approval.input)}</Text>
      <Text>
        Send it? <Text bold>y</Text> yes · <Text bold>n</Text> no
      </Text>
    </Box>
  )
}
