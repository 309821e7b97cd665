import { createCommandLine, type LoadRun, runCommandLine, type VoiceCommand } from './command.js'

/** The functions that run the commands, in the order of `--help`. Only the requested command is loaded. */
const COMMANDS: Readonly<Record<string, LoadRun>> = {
  validate: async () => (await import('./validate/run.js')).runValidate,
  prompt: async () => (await import('./commands/prompt.js')).printPrompt,
  import: async () => (await import('./commands/import.js')).importFile,
  generate: async () => (await import('./generate/run.js')).runGenerate,
  tools: async () => (await import('./commands/tools.js')).listTools,
  compile: async () => (await import('./commands/compile.js')).compile,
  call: async () => (await import('./commands/call.js')).callOneTool,
  replay: async () => (await import('./commands/replay.js')).replayCollection,
  mock: async () => (await import('./commands/mock.js')).mock,
  serve: async () => (await import('./serve/run.js')).runServe,
  chat: async () => (await import('./commands/chat.js')).chat,
  eval: async () => (await import('./eval/run.js')).runEval,
  mcp: async () => (await import('./commands/mcp.js')).offer,
  models: async () => {
    const { listModels, printPath, pullModels } = await import('./commands/models.js')
    return { list: listModels, pull: pullModels, path: printPath }
  },
  init: async () => (await import('./commands/init.js')).init,
  doctor: async () => (await import('./doctor/run.js')).runDoctor,
  completion: async () => (await import('./completion.js')).printCompletion,
}

/** Whether the flags of all commands are needed. The list of the commands needs none, and `completion` all. */
const needsAll = (asked: string | undefined) => asked === undefined || asked === 'completion'

/** Commands with settings as flags. Their table is loaded for them only, so that the list of commands comes fast. */
const WITH_SETTINGS: ReadonlySet<string> = new Set(['serve', 'mcp', 'doctor'])

export async function createProgram(version: string, asked?: string): Promise<VoiceCommand> {
  const isOne = asked !== undefined && !needsAll(asked) && Object.hasOwn(COMMANDS, asked)
  const commands = isOne ? { [asked]: COMMANDS[asked]! } : COMMANDS
  const hasSettings = needsAll(asked) || WITH_SETTINGS.has(asked!)
  const settings = hasSettings ? (await import('./settings/command-settings.js')).COMMAND_SETTINGS : {}
  return createCommandLine(version, commands, settings)
}

/** Runs the command line and sets the exit code. Never throws, and shows a stack trace only with VOICE_DEBUG=1. */
export async function run(argv: string[], version: string): Promise<void> {
  const [, , first, second] = argv
  const isHelp = first === 'help' && second !== undefined
  await runCommandLine(await createProgram(version, isHelp ? second : (first ?? '')), argv)
}
