import type { EventEmitter } from 'node:events'
import { Command, CommanderError } from 'commander'
import { addExamples, reportFailure } from './output.js'
import { writeErr, writeOut } from './terminal.js'

/** Commands in the order `--help` shows them: from a file to a running agent. Only the one that was asked for is loaded. */
const COMMANDS: Record<string, () => Promise<(program: Command) => void>> = {
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

/** Commands that speak of all the others. */
const SEES_ALL: ReadonlySet<string> = new Set(['completion'])

/** The program with the requested command, or with all commands if the name is unknown. */
export async function createProgram(version: string, asked = ''): Promise<Command> {
  const program = new Command('voice')
    .description('Turn a Postman collection into an agent you can talk to.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ writeOut, writeErr, outputError: (text, write) => write(sentenceOf(text)) })
    .showHelpAfterError('Add --help to see what it takes.')
  const known = Object.hasOwn(COMMANDS, asked) && !SEES_ALL.has(asked) ? COMMANDS[asked] : undefined
  for (const load of known ? [known] : Object.values(COMMANDS)) (await load())(program)
  return addExamples(
    program,
    'voice validate postman.json',
    'voice serve --mock postman.json',
    'voice serve --help',
  )
}

/** Runs the command line and sets the exit code. Never throws, never shows a stack trace. */
export async function run(argv: string[], version: string): Promise<void> {
  endWhenOutputFails(process.stdout, process.exit)
  const program = await createProgram(version, argv[2])
  try {
    if (argv.length === 2) {
      program.outputHelp({ error: true })
      process.exitCode = 2
    } else await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : reportFailure(error)
  }
}

/** `error: unknown option '--x'` of the parser as a sentence of ours. */
function sentenceOf(text: string): string {
  const rest = text.replace(/^error: /, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** `voice tools | head` ends with `head`. A full disk is reported in one sentence. */
export function endWhenOutputFails(stdout: EventEmitter, exit: (code?: number) => void): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return exit()
    writeErr(`The output cannot be written: ${error.message}.\n`)
    exit(2)
  })
}
