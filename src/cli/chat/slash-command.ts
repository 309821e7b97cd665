/** An input line such as `/help`, which is for the chat program and not for the agent. */
export type SlashCommand =
  | { name: 'help' }
  | { name: 'quit' }
  | { name: 'tools'; search: string }
  /** Shows the HTTP request that a tool would send. If `tool` is absent, shows the request of the last tool call. */
  | { name: 'dry-run'; tool?: string; input: string }
  | { name: 'unknown'; word: string; meant?: string }

export const SLASH_HELP = [
  '/tools [words]   the tools of the agent that fit the words',
  '/dry-run TOOL {json}   the request a tool would send',
  '/dry-run   the request of the last call',
  '/quit   leave',
  '',
  'Enter sends, Ctrl-J starts a new line.',
  'Up and Down bring back what was typed.',
  'Ctrl-O opens the last tool call, then the one before.',
  'y and n answer a question for approval.',
  'Ctrl-C stops the answer, clears what is written, and leaves.',
].join('\n')

const NAMES = ['tools', 'dry-run', 'help', 'quit'] as const
const ALIASES: Record<string, (typeof NAMES)[number]> = {
  exit: 'quit',
  q: 'quit',
  '?': 'help',
  dryrun: 'dry-run',
}

/** Parses a line. Returns `undefined` for a message to the agent, even if it begins with a path such as `/pets/7`. */
export function readSlashCommand(line: string): SlashCommand | undefined {
  const match = /^\/([a-z?-]*)(?:\s+([\s\S]*))?$/i.exec(line.trim())
  if (!match) return undefined
  const [word, rest] = [match[1]!.toLowerCase(), match[2]?.trim() ?? '']
  const name = NAMES.find((known) => known === word) ?? ALIASES[word]
  if (name === 'tools') return { name, search: rest }
  if (name === 'dry-run') return readDryRun(rest)
  if (name) return { name }
  const meant = NAMES.find((known) => word !== '' && (known.startsWith(word) || word.startsWith(known)))
  return { name: 'unknown', word, meant }
}

function readDryRun(rest: string): SlashCommand {
  const [tool] = rest.split(/\s+/, 1)
  if (!tool) return { name: 'dry-run', input: '{}' }
  return { name: 'dry-run', tool, input: rest.slice(tool.length).trim() || '{}' }
}
