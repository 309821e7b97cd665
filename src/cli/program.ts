import { type AddCommand, createCommandLine, runCommandLine, type VoiceCommand } from './command.js'

/** The functions that load the commands, in the order of `--help`. Only the requested command is loaded. */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  validate: async () => (await import('./commands/validate.js')).addValidateCommand,
  prompt: async () => (await import('./commands/prompt.js')).addPromptCommand,
  import: async () => (await import('./commands/import.js')).addImportCommand,
  generate: async () => (await import('./commands/generate.js')).addGenerateCommand,
  tools: async () => (await import('./commands/tools.js')).addToolsCommand,
  compile: async () => (await import('./commands/compile.js')).addCompileCommand,
  call: async () => (await import('./commands/call.js')).addCallCommand,
  replay: async () => (await import('./commands/replay.js')).addReplayCommand,
  mock: async () => (await import('./commands/mock.js')).addMockCommand,
  serve: async () => (await import('./commands/serve.js')).addServeCommand,
  chat: async () => (await import('./commands/chat.js')).addChatCommand,
  eval: async () => (await import('./commands/eval.js')).addEvalCommand,
  mcp: async () => (await import('./commands/mcp.js')).addMcpCommand,
  models: async () => (await import('./commands/models.js')).addModelsCommand,
  init: async () => (await import('./commands/init.js')).addInitCommand,
  doctor: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  completion: async () => (await import('./commands/completion.js')).addCompletionCommand,
}

/** Commands that need the declarations of all other commands. */
const SEES_ALL: ReadonlySet<string> = new Set(['completion'])

/** The program with the requested command, or with all commands if the name is unknown. */
export async function createProgram(version: string, asked = ''): Promise<VoiceCommand> {
  const known = Object.hasOwn(COMMANDS, asked) && !SEES_ALL.has(asked) ? COMMANDS[asked] : undefined
  const loaded = (known ? [known] : Object.values(COMMANDS)).map((load) => load())
  return createCommandLine(version, await Promise.all(loaded))
}

/** Runs the command line and sets the exit code. Never throws, and shows a stack trace only with VOICE_DEBUG=1. */
export async function run(argv: string[], version: string): Promise<void> {
  await runCommandLine(await createProgram(version, argv[2]), argv)
}
