import { Box } from 'ink'
import { useTerminalSize } from '../chat/use-terminal-size.js'
import { Text } from '../text.js'
import type { Status } from './status-text.js'

/** What a server does now, in one or two lines that wrap where a terminal is narrow. */
export function StatusView({ status, url }: { status: Status; url: string }) {
  const { columns } = useTerminalSize()
  return (
    <Box flexDirection="column" width="100%" marginTop={1}>
      <Text dimColor wrap="truncate-end">
        {'─'.repeat(Math.min(columns, 40))}
      </Text>
      <Box flexWrap="wrap" columnGap={3}>
        {status.counts.map(({ label, value, isBad }) => (
          <Text key={label}>
            <Text dimColor>{label} </Text>
            <Text bold {...(isBad ? { color: 'yellow' } : {})}>
              {value}
            </Text>
          </Text>
        ))}
      </Box>
      {status.stages.length > 0 ? (
        <Box flexWrap="wrap" columnGap={3}>
          {status.stages.map(({ label, value }) => (
            <Text key={label}>
              <Text dimColor>{label} </Text>
              {value}
            </Text>
          ))}
        </Box>
      ) : null}
      <Text dimColor wrap="truncate-end">
        {url} · Ctrl-C stops
      </Text>
    </Box>
  )
}
