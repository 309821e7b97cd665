import { Command, CommanderError } from 'commander'
import { addCallCommand } from './commands/call.js'
import { addChatCommand } from './commands/chat.js'
import { addCompileCommand } from './commands/compile.js'
import { addDoctorCommand } from './commands/doctor.js'
import { addEvalCommand } from './commands/eval.js'
import { addGenerateCommand } from './commands/generate.js'
import { addImportCommand } from './commands/import.js'
import { addInitCommand } from './commands/init.js'
import { addMcpCommand } from './commands/mcp.js'
import { addMockCommand } from './commands/mock.js'
import { addModelsCommand } from './commands/models.js'
import { addPromptCommand } from './commands/prompt.js'
import { addReplayCommand } from './commands/replay.js'
import { addServeCommand } from './commands/serve.js'
import { addToolsCommand } from './commands/tools.js'
import { addValidateCommand } from './commands/validate.js'
import { addExamples, reportFailure } from './output.js'

/** Commands in the order `--help` shows them: from a file to a running agent. */
const COMMANDS = [
  addValidateCommand,
  addPromptCommand,
  addImportCommand,
  addGenerateCommand,
  addToolsCommand,
  addCompileCommand,
  addCallCommand,
  addReplayCommand,
  addMockCommand,
  addServeCommand,
  addChatCommand,
  addEvalCommand,
  addMcpCommand,
  addModelsCommand,
  addInitCommand,
  addDoctorCommand,
]

/** The whole command line. Commands declare their flags here and load their modules when they run. */
export function createProgram(version: string): Command {
  const program = new Command('voice')
    .description('Turn a Postman collection into an agent you can talk to.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(sentenceOf(text)) })
    .showHelpAfterError('Add --help to see what it takes.')
  for (const add of COMMANDS) add(program)
  return addExamples(
    program,
    'voice validate postman.json',
    'voice serve --mock postman.json',
    'voice serve --help',
  )
}

/** Runs the command line and sets the exit code. Never throws, never shows a stack trace. */
export async function run(argv: string[], version: string): Promise<void> {
  endQuietlyWhenReaderLeaves()
  const program = createProgram(version)
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

/** `voice tools | head` ends when `head` does. */
function endQuietlyWhenReaderLeaves(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
}
